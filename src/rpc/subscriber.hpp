// The subscriptions of the connection that a call comes from.
#pragma once

#include <callbox/detail/publishing.hpp>
#include <callbox/table.hpp>

namespace callbox::rpc {

class subscriber {
public:
    // See detail::subscribe(). `event` is the row. Throws std::bad_alloc.
    virtual result<std::string> begin(const row& event, const caller& from,
                                      const std::shared_ptr<events::topic>& to,
                                      std::unique_ptr<detail::filter> filter,
                                      std::optional<std::int64_t> since) = 0;
    // Ends the subscription with that id. Returns false if there is none.
    virtual bool end(std::string_view id) = 0;
    virtual std::size_t count() const = 0;
    // Ends those that began when there were `count`: their call has failed, as by a hook.
    virtual void undo(std::size_t count) = 0;

protected:
    ~subscriber() = default;
};

// During its lifetime, calls of events that go through `calls` subscribe to `subscriptions`; null:
// they cannot.
template <class Calls> class subscribing {
public:
    subscribing(Calls& calls, subscriber* subscriptions) : calls_(calls) {
        calls_.set_subscriber(subscriptions);
    }
    ~subscribing() { calls_.set_subscriber(nullptr); }
    subscribing(const subscribing&) = delete;

private:
    Calls& calls_;
};

}  // namespace callbox::rpc
