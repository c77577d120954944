// The authorizations of the latest heads.
#pragma once

#include "base/listener_role.hpp"
#include "rpc/view.hpp"
#include "tokens.hpp"

#include <array>
#include <cstdint>

namespace callbox::site {

enum class place : std::uint8_t {
    endpoint, tools, explorer, document, client, health, metrics, server, nowhere
};

// The place of a request, and the holder of its token.
struct permission {
    place where = place::nowhere;
    const tokens::holder* holder = nullptr;  // of its token
    const rpc::view* sees = nullptr;         // the methods visible to the holder; null: all
};

// A permission depends only on the head, the listener's role and the tokens. Requests with equal
// heads (http::request::head_id) therefore need one authorization until the tokens change.
class permissions {
public:
    // Null: this head must be authorized.
    const permission* find(std::uint64_t head_id, listener_role role) const {
        const entry& one = latest_[head_id % latest_.size()];
        return one.head_id == head_id && one.role == role ? &one.may : nullptr;
    }
    void remember(std::uint64_t head_id, listener_role role, const permission& may) {
        if (head_id != 0) latest_[head_id % latest_.size()] = {head_id, role, may};
    }

private:
    struct entry {
        std::uint64_t head_id = UINT64_MAX;  // of no request
        listener_role role = listener_role::all;
        permission may = {};
    };
    std::array<entry, 4> latest_;
};

}  // namespace callbox::site
