// The OpenRPC documents of a server, and rpc.discover, which answers with them.
#pragma once

#include "document.hpp"
#include "rpc/protocol_method.hpp"
#include "rpc/view.hpp"

#include <callbox/api_info.hpp>
#include <callbox/table.hpp>

#include <map>

namespace callbox::openrpc {

// The document for callers who see all, and one for each view; each is made when first asked for.
class documents final : public rpc::protocol_method {
public:
    // `info` is null for an API that says nothing of itself. Requires: it, and what `methods` points
    // to, outlive this.
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
