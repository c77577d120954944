// The OpenRPC document: the contents of the table, for programs.
#pragma once

#include "rpc/view.hpp"

#include <callbox/options.hpp>

namespace callbox::openrpc {

struct description {
    std::string document;  // OpenRPC 1.2.6, JSON, without white space
    // 32 hexadecimal digits: programs with the same contract serve the same API. A hash of the
    // document, stored in its info as x-contract.
    std::string contract;
    std::size_t servers_at = 0;  // where append_document() inserts the servers
};

// Describes the methods of the view; null: all methods.
description describe(const table& methods, const api_info& info, const rpc::view* sees = nullptr);

// Appends the document. `url` is the URL of the endpoint, which becomes the only server; empty: no
// server. It does not affect the contract. Requires: `url` is UTF-8.
void append_document(bytes& out, const description& d, std::string_view url);

// Writes the attributes of a row as MCP's member "annotations"; nothing if there are none.
void write_annotations(writer& to, const tool_row& t);

// The document for callers that see all methods, and one for each view, made on first use.
class documents final : public rpc::protocol_method {
public:
    // `info` is null for an API without a description. Requires: it and the targets of `methods`
    // outlive this.
    explicit documents(const table& methods, const api_info* info = nullptr)
        : protocol_method("rpc.discover"), methods_(methods), info_(info) {}

    // Null: for callers that see all methods. Requires: the view lives until clear().
    const description& of(const rpc::view* sees = nullptr);
    // Drops all documents, before the views are destroyed.
    void clear() { made_.clear(); }

    void write_result(const rpc::view* sees, writer& to) override { to.json(of(sees).document); }

private:
    table methods_;
    const api_info* info_;
    std::map<const rpc::view*, description> made_;
};

}  // namespace callbox::openrpc
