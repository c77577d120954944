// The OpenRPC document: all that the table knows, for programs.
#pragma once

#include <callbox/api_info.hpp>
#include <callbox/bytes.hpp>
#include <callbox/table.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace callbox::openrpc {

struct description {
    std::string document;  // OpenRPC 1.2.6, JSON, without white space
    // 32 hexadecimal digits: programs with the same contract serve the same API. It is a hash of
    // the document, which has it in info as x-contract.
    std::string contract;
    std::size_t servers_at = 0;  // where append_document() inserts them
};

description describe(const table& methods, const api_info& info);

// Appends the document. `url` is the endpoint's and becomes its only server; empty: it has none.
// The contract is the same for every URL. Requires: `url` is UTF-8.
void append_document(bytes& out, const description& d, std::string_view url);

}  // namespace callbox::openrpc
