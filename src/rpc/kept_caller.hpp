// A copy of a caller with all that it views, for a deferred call. Whoever makes the call sets
// caller::call.
#pragma once

#include <callbox/caller.hpp>

#include <string>

namespace callbox::rpc {

class kept_caller {
public:
    explicit kept_caller(const caller& from)
        : peer_(from.peer), token_(from.token), user_(from.user),
          traceparent_(from.traceparent), from_(from) {
        from_.call = nullptr;
    }

    // The views live as long as this.
    caller view() const {
        caller from = from_;
        from.peer = peer_;
        from.token = token_;
        from.user = user_;
        from.traceparent = traceparent_;
        return from;
    }

private:
    std::string peer_;
    std::string token_;
    std::string user_;
    std::string traceparent_;
    caller from_;
};

}  // namespace callbox::rpc
