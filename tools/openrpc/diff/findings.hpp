// The changes found so far.
#pragma once

#include "compare.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace callbox::openrpc {

struct findings {
    std::size_t bytes_left;  // of the list
    comparison found = {};
    bool too_deep = false;   // some changes were not found
    bool too_many = false;   // types are used too often

    // `method` empty: the document's info.
    void add(bool breaks, std::string_view method, std::string what) {
        add(change{.breaks = breaks, .method = std::string(method), .what = std::move(what)});
    }
    void add(change made) {
        const std::size_t size = sizeof(change) + made.method.size() + made.place.size() +
                                 made.what.size() +
                                 made.methods.size() * sizeof(std::string_view);
        if (size > bytes_left) return leave_out(made.breaks, 1);
        bytes_left -= size;
        found.changes.push_back(std::move(made));
    }
    void leave_out(bool breaking, std::size_t count) {
        (breaking ? found.breaking_unlisted : found.others_unlisted) += count;
    }
};

}  // namespace callbox::openrpc
