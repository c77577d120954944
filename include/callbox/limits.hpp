// callbox/limits.hpp - every bound, in one place.
//
// Everything that grows has a bound, and a test holds the answer at each bound. Those in
// `limits` can be set when a program starts: each has a flag (`--request-bytes-max`) and an
// environment variable (`CALLBOX_REQUEST_BYTES_MAX`). The others are fixed at compile time.
#pragma once

#include <callbox/detail/language.hpp>

#include <cstddef>
#include <cstdint>

namespace callbox {

// Fixed: they size arrays that are made once, and the positions in a head.
inline constexpr std::size_t method_params_max = 16;   // then: the table does not compile
inline constexpr std::size_t table_methods_max = 128;  // rows of one api{...}; join several with +
inline constexpr std::size_t example_tokens_max = 32;  // values and lists of one example
inline constexpr std::size_t violations_max = 32;          // of one call; more are not listed
inline constexpr std::size_t header_bytes_limit = 64 << 10;  // the most header_bytes_max may be
inline constexpr std::size_t json_depth_limit = 1024;  // the most that json_depth_max may be
inline constexpr std::size_t workers_max = 256;        // loops; more are refused at start
inline constexpr std::size_t tokens_max = 1000;        // of a token file; more are refused
inline constexpr std::size_t token_file_bytes_max = 1 << 20;  // a longer one is refused

// Sizes are in bytes, times in milliseconds.
struct limits {
    // One request. Beyond:
    std::size_t target_bytes_max = 8 << 10;    // 414 and close
    std::size_t header_bytes_max = 16 << 10;   // request line and fields; 431 and close
    std::size_t header_count_max = 100;        // 431 and close
    std::size_t request_bytes_max = 1 << 20;   // the body, as it is after decoding; 413 and close
    std::size_t json_depth_max = 128;          // arrays and objects in one another; -32700
    std::size_t json_nodes_max = 1 << 19;      // values and member names; -32700
    std::size_t batch_length_max = 1000;       // -32600
    std::size_t response_bytes_max = 16 << 20; // results of one message; -32001

    // Calls of blocking methods, in all workers together. Each may keep a connection waiting: allow
    // fewer of them than connections_max.
    std::size_t blocking_threads = 8;          // calls that run at once
    std::size_t blocking_queue_max = 256;      // calls that wait for a thread; -32002

    // All connections together, whichever loop serves them.
    std::size_t connections_max = 1024;        // 503 with Retry-After and close, for 64 of
                                               // them at once; more are closed without it

    // What all connections together may hold: incomplete requests, answers not yet taken, the nodes
    // of parsed messages, the connections themselves. The program itself (tools/bench/README.md)
    // and what methods allocate do not count. With less than a quarter left, a call that does not
    // arrive whole is refused (503 with Retry-After and close); those that have begun use the rest.
    std::size_t memory_max = 256 << 20;
    // How many answers to pipelined requests are made before the first is sent.
    std::size_t pipelined_answers_max = 64;    // the other requests wait, unread

    // How long a peer may take.
    std::uint32_t header_timeout_ms = 5'000;   // from the first byte of a head to its last; 408
    std::uint32_t body_timeout_ms = 30'000;    // from the head's last byte to the body's last; 408
    std::size_t body_rate_min = 1 << 10;       // bytes a second: a body this fast may take longer
    std::uint32_t idle_timeout_ms = 60'000;    // between two requests; close
    // Each time an answer has waited this long, the peer must have taken write_rate_min of it a
    // second, else: close. What its kernel has taken counts, so a peer that reads nothing may be
    // noticed only the second time.
    std::uint32_t write_timeout_ms = 30'000;
    std::size_t write_rate_min = 1 << 10;      // bytes a second
    std::uint32_t linger_timeout_ms = 1'000;   // reading on, so that no RST overtakes an error

    // How long stopping may take.
    std::uint32_t drain_delay_ms = 0;          // from SIGTERM (/readyz: 503) to closing listeners
    std::uint32_t drain_timeout_ms = 30'000;   // from then to the close of what is still open
    std::uint32_t upgrade_timeout_ms = 30'000; // for a new process to serve in place of this one

    // Errors and warnings that a worker or thread logs a second; it logs the number of the others.
    std::size_t log_rate_max = 20;
    // A call that holds a loop for longer is a warning in the log, once a minute for each method.
    // 0: none is.
    std::uint32_t slow_ms = 1'000;
};

static_assert(limits{}.target_bytes_max < limits{}.header_bytes_max);
static_assert(limits{}.header_bytes_max < limits{}.request_bytes_max);
static_assert(limits{}.header_bytes_max <= header_bytes_limit);
static_assert(limits{}.request_bytes_max + limits{}.response_bytes_max < limits{}.memory_max);
static_assert(limits{}.json_depth_max <= json_depth_limit);
// The densest text is "[1,1,1,...": two bytes a value. So any text of the default size fits.
static_assert(limits{}.json_nodes_max * 2 >= limits{}.request_bytes_max);

}  // namespace callbox
