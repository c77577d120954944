// A command line, and what came of it: for the sessions of cli and of contract.
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

// Runs `command` in the session, with these words and variables of the environment.
template <class Session>
ran run_words(Session s, int (*command)(Session&), std::vector<std::string> words,
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

// The command line is wrong.
inline void expect_mistake(const ran& got, std::string_view wanted) {
    cr_expect(got.status == 2 && got.out.empty() && got.errors.empty());
    cr_expect(got.error == wanted, "%s\nin place of: %s", got.error.c_str(),
              std::string(wanted).c_str());
}

}  // namespace support
