// callbox/later.hpp - later<T>: the answer to a call, given after the function has returned.
//
//     void wait_for(store& s, std::string sku, callbox::later<change> done) {
//         s.waiting[sku].push_back(std::move(done));      // no thread waits
//     }
//     void receive(store& s, std::string_view sku, int count) {
//         for (auto& done : s.take_waiting(sku)) done({std::string(sku), count});
//     }
//
//     method<"stock.wait", &wait_for>("Waits for the next change of a count.", "sku",
//         callbox::timeout(60s), callbox::at_once(100))
//
// It is the function's last parameter, by value, and has no name in the table; T is the type of the
// result. The function runs on the event loop and returns void. Its other parameters own what they
// hold: views would end with it. hooks.hpp: an `after` hook runs when the function returns.
//
// The calls of a connection are answered as those of `blocking` methods are: a WebSocket does not
// wait for them, a batch waits for all of its calls. With timeout() the client gets -32003 when it
// expires; beyond at_once() or limits::pending_calls_max a call gets -32002 and is not made. A
// pending call costs less than 300 bytes, and a copy of its caller if the log has lines of calls.
// answer(), answerer and test::client wait for the answer.
#pragma once

#include <callbox/codec.hpp>
#include <callbox/error.hpp>

#include <utility>

namespace callbox {

namespace detail {

// A call that a later<T> answers.
class waiting_call {
public:
    // Each of these ends the call: with the result, an error, or neither.
    virtual void answer(void (*write)(writer&, const void*), const void* value) noexcept = 0;
    virtual void fail(failure&& why) noexcept = 0;
    virtual void drop() noexcept = 0;
    // The same call, which outlives its function from now on; null: there is no memory for it.
    virtual waiting_call* kept() noexcept = 0;
    virtual bool gone() const noexcept = 0;
    // See caller::progress().
    virtual void progress(double, std::optional<double>, std::string_view) noexcept {}

protected:
    ~waiting_call() = default;
};

}  // namespace detail

// Answers one call, from any thread, once; further answers do nothing, nor do those to a client
// that is gone or after the server has stopped. If it is destroyed before, the client gets -32603
// and the log says so. Different threads need a lock to use the same object.
template <class T> class [[nodiscard]] later {
public:
    using result_type = std::conditional_t<std::is_void_v<T>, std::nullptr_t, T>;

    // Made by the server, for a call.
    explicit later(detail::waiting_call& call) : call_(&call) {}
    later(later&& other) noexcept : call_(other.take()) {
        if (call_ != nullptr) call_ = call_->kept();
    }
    later& operator=(later&& other) noexcept {
        later taken(std::move(other));
        std::swap(call_, taken.call_);
        return *this;
    }
    ~later() {
        if (call_ != nullptr) call_->drop();
    }

    // Answers with the result; without one, null. An exception of its codec is error -32603.
    void operator()(const result_type& value) noexcept requires(!std::is_void_v<T>) {
        constexpr auto write = [](writer& to, const void* from) {
            codec<T>::write(to, *static_cast<const T*>(from));
        };
        if (detail::waiting_call* const call = take()) call->answer(write, &value);
    }
    void operator()() noexcept requires(std::is_void_v<T>) {
        if (detail::waiting_call* const call = take())
            call->answer([](writer& to, const void*) { to.null(); }, nullptr);
    }
    // Answers with an error.
    void operator()(failure why) noexcept {
        if (detail::waiting_call* const call = take()) call->fail(std::move(why));
    }

    // Whether the answer is no longer needed, as caller::gone(): the client has disconnected or
    // cancelled the call, the timeout has expired, or the server has stopped. Also after an answer.
    bool gone() const noexcept { return call_ == nullptr || call_->gone(); }

    // Reports the progress to the client: see caller::progress(). Does nothing before the later<T>
    // is moved, nor after its answer.
    void progress(double done, std::optional<double> total = {},
                  std::string_view text = {}) noexcept {
        if (call_ != nullptr) call_->progress(done, total, text);
    }

private:
    detail::waiting_call* take() { return std::exchange(call_, nullptr); }

    detail::waiting_call* call_;
};

}  // namespace callbox
