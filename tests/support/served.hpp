// A program that must become ready, and end well.
#pragma once

#include "program.hpp"
#include "until.hpp"

#include <criterion/criterion.h>

#include <sys/wait.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace wire {

struct served : program {
    served(const std::string& address, const std::vector<std::string>& options)
        : program(address, options) {
        cr_assert(error().empty(), "%s", error().c_str());
    }
    served(const callbox::options& how, int (*serve)(const callbox::options& how))
        : program(how, serve) {
        cr_assert(error().empty(), "%s", error().c_str());
    }
};

// Whether it says that, behind so much of what it said before, after a while.
inline bool says(const program& server, std::string_view words, std::size_t from = 0) {
    return support::until([&] { return server.said().find(words, from) != std::string::npos; });
}

// What the program says where it can't start, and its exit status.
inline std::string refusal(const std::vector<std::string>& options) {
    std::string line = std::string(std::getenv("TEST_PROGRAM")) + " --listen 127.0.0.1:0";
    for (const std::string& word : options) line += ' ' + word;
    FILE* const out = ::popen((line + " 2>&1").c_str(), "r");
    std::string all;
    for (int c = std::fgetc(out); c != EOF; c = std::fgetc(out)) all += static_cast<char>(c);
    return all + std::to_string(WEXITSTATUS(::pclose(out)));
}

inline void expect_end(program& server) {
    const std::string fault = server.stop();
    cr_expect(fault.empty(), "%s", fault.c_str());
}

}  // namespace wire
