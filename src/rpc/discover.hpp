// The OpenRPC document: all that the table knows, for programs.
#pragma once

#include <callbox/about.hpp>
#include <callbox/table.hpp>

#include <string>

namespace callbox::rpc {

struct description {
    std::string document;  // OpenRPC 1.2.6, JSON, without white space
    // 32 hexadecimal digits: two programs with the same serve the same API. It is a hash over the
    // document, which has it in info as x-contract.
    std::string contract;
};

description describe(const table& methods, const about& info);

}  // namespace callbox::rpc
