// The OpenRPC document: all that the table knows, for programs.
#pragma once

#include "rpc/protocol_method.hpp"
#include "rpc/view.hpp"

#include <callbox/api_info.hpp>
#include <callbox/bytes.hpp>
#include <callbox/table.hpp>

#include <cstddef>
#include <map>
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

// Of the methods that this view has; null: of all.
description describe(const table& methods, const api_info& info, const rpc::view* sees = nullptr);

// Appends the document. `url` is the endpoint's and becomes its only server; empty: it has none.
// The contract is the same for every URL. Requires: `url` is UTF-8.
void append_document(bytes& out, const description& d, std::string_view url);

// Writes what the words of a row are in MCP, a member "annotations"; nothing where none stands.
void write_annotations(writer& to, const tool_row& t);

// The document for callers who see all, and one for each view; each is made when first asked for.
class documents final : public rpc::protocol_method {
public:
    // `info` is null for an API that says nothing of itself. Requires: it, and what `methods`
    // points to, outlive this.
    explicit documents(const table& methods, const api_info* info = nullptr)
        : protocol_method("rpc.discover"), methods_(methods), info_(info) {}

    // Null: for callers who see all. Requires: the view lives until clear().
    const description& of(const rpc::view* sees = nullptr);
    // Forgets all: the views go.
    void clear() { made_.clear(); }

    bool is_visible(const rpc::view*) const override { return true; }
    void write_result(const rpc::view* sees, writer& to) override { to.json(of(sees).document); }

private:
    table methods_;
    const api_info* info_;
    std::map<const rpc::view*, description> made_;
};

}  // namespace callbox::openrpc
