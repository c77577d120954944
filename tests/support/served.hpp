// A program that must become ready, and end well.
#pragma once

#include "program.hpp"

#include <criterion/criterion.h>

#include <string>
#include <vector>

namespace wire {

struct served : program {
    served(const std::string& address, const std::vector<std::string>& options)
        : program(address, options) {
        cr_assert(fault().empty(), "%s", fault().c_str());
    }
    served(const callbox::options& how, int (*serve)(const callbox::options& how))
        : program(how, serve) {
        cr_assert(fault().empty(), "%s", fault().c_str());
    }
};

inline void expect_end(program& server) {
    const std::string fault = server.stop();
    cr_expect(fault.empty(), "%s", fault.c_str());
}

}  // namespace wire
