// Runs command lines of callbox and callbox-openrpc.
#pragma once

#include "cli/command.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>
#include <vector>

namespace support {

struct ran {
    int status;
    std::string out;
    std::string errors;
    std::string error;
};

inline void expect_text(const ran& got, std::string_view wanted) {
    cr_expect(got.status == 0 && got.errors.empty() && got.error.empty(), "%s",
              got.error.c_str());
    cr_expect(got.out == wanted, "got:\n%s", got.out.c_str());
}

// Expects exit status 2 with this error.
inline void expect_error(const ran& got, std::string_view wanted) {
    cr_expect(got.status == 2 && got.out.empty() && got.errors.empty());
    cr_expect(got.error == wanted, "%s\ninstead of: %s", got.error.c_str(),
              std::string(wanted).c_str());
}

// A program, or one of its commands.
struct command_line {
    callbox::table methods;
    std::string_view command = {};  // before all other words, unless it is empty
    std::string_view name = "server";
    callbox::options defaults = {};
    void* state = nullptr;
    callbox::cli::settings* own = nullptr;
    bool draws = false;
    int (*run)(callbox::cli::invocation&) = callbox::cli::run_command;

    // Runs it with these arguments and environment variables.
    ran operator()(std::vector<std::string> words,
                   const std::vector<std::string>& variables = {}) const {
        if (!command.empty()) words.insert(words.begin(), std::string(command));
        std::vector<char*> argv;
        for (std::string& each : words) argv.push_back(each.data());
        std::vector<const char*> environment;
        for (const std::string& each : variables) environment.push_back(each.c_str());
        environment.push_back(nullptr);
        callbox::cli::invocation s{.methods = methods, .state = state, .defaults = defaults,
                                   .program = name, .words = argv,
                                   .environment = environment.data(), .own = own,
                                   .draws = draws};
        const int status = run(s);
        return {status, std::string(s.out.view()), std::string(s.errors.view()), s.error};
    }
    void refuses(const std::vector<std::string>& words, std::string_view wanted) const {
        expect_error((*this)(words), wanted);
    }
};

}  // namespace support
