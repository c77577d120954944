// Who sent a message: asked only when a method wants to know.
#pragma once

#include <callbox/caller.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace callbox::rpc {

class sender {
public:
    // The views live as long as the sender, and as `text`, which is for what has to be made.
    virtual caller tell(std::string& text) const = 0;

protected:
    ~sender() = default;
};

// One who is known already.
class known_sender final : public sender {
public:
    // Null: nothing is known. Requires: it outlives this.
    explicit known_sender(const caller* who) : who_(who) {}
    caller tell(std::string&) const override { return who_ == nullptr ? caller{} : *who_; }

private:
    const caller* who_;
};

// The same, with a copy of all that `who` is a view of: for a call that is made later, elsewhere.
class kept_sender final : public sender {
public:
    explicit kept_sender(const caller& who)
        : peer_(who.peer), token_(who.token), traceparent_(who.traceparent), who_(who) {}

    caller tell(std::string&) const override {
        caller who = who_;
        who.peer = peer_;
        who.token = token_;
        who.traceparent = traceparent_;
        return who;
    }

private:
    std::string peer_;
    std::string token_;
    std::string traceparent_;
    caller who_;
};

}  // namespace callbox::rpc
