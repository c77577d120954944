// A copy of a caller and of the text that it refers to, for a deferred call. caller::call is null;
// the thread that makes the call sets it.
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

    // The views are valid as long as this lives.
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
