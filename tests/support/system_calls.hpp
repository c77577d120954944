// The system calls of the test program that system_calls.cpp stands in for: they fail where a test
// says so, and those for one connection are noted.
#pragma once

#include <atomic>
#include <string>

namespace system_calls {

inline std::atomic<int> accepts_fail = 0;    // so many next calls
inline std::atomic<int> watches_fail = 0;    // those that watch a listener
inline std::atomic<int> addition_fails = 0;  // the Nth of the next, from 1 on
inline std::atomic<int> accepts = 0;         // how many there were
inline std::atomic<bool> clock_stands = false;
inline std::atomic<int> turns = 0;           // how often events were waited for
// The next wait that finds a listener ready reports nothing else; those before it report nothing.
inline std::atomic<bool> listener_is_first = false;

// Notes the calls for the connection that is accepted next, until it is closed.
void note_next();
// Their names so far: "accept4 recv send close".
std::string noted();

}  // namespace system_calls
