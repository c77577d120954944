// Runs command lines of callbox and callbox-openrpc.
#pragma once

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

// Runs `command` with these arguments and environment variables.
template <class Invocation>
ran run_words(Invocation s, int (*command)(Invocation&), std::vector<std::string> words,
              const std::vector<std::string>& variables = {}) {
    std::vector<char*> argv;
    for (std::string& each : words) argv.push_back(each.data());
    std::vector<const char*> environment;
    for (const std::string& each : variables) environment.push_back(each.c_str());
    environment.push_back(nullptr);
    s.words = argv;
    s.environment = environment.data();
    const int status = command(s);
    return {status, std::string(s.out.view()), std::string(s.errors.view()), s.error};
}

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

}  // namespace support
