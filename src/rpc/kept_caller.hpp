// A copy of a caller with all that it views, for a deferred call. The dispatcher that makes the call
// is its log: see call_log.hpp.
#pragma once

#include <callbox/caller.hpp>

#include <string>

namespace callbox::rpc {

class kept_caller {
public:
    explicit kept_caller(const caller& from)
        : peer_(from.peer), token_(from.token), traceparent_(from.traceparent), from_(from) {
        from_.call = nullptr;
    }

    // The views live as long as this.
    caller view() const {
        caller from = from_;
        from.peer = peer_;
        from.token = token_;
        from.traceparent = traceparent_;
        return from;
    }

private:
    std::string peer_;
    std::string token_;
    std::string traceparent_;
    caller from_;
};

}  // namespace callbox::rpc
