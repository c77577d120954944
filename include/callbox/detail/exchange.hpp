// callbox/detail/exchange.hpp - the requests that a client writes and the responses that it reads.
// Part of typed_call.hpp and connection.hpp.
#pragma once

#include <callbox/codec.hpp>
#include <callbox/error.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace callbox {

// What was wrong with an argument of a call that was refused with -32602.
struct argument_error {
    std::string pointer;  // JSON pointer (RFC 6901) into the params; empty: the params themselves
    std::string text;     // "expected integer, got string"
    bool operator==(const argument_error&) const = default;
};

// The violations that a callbox server tells in the data of an error; of any other error none.
std::vector<argument_error> argument_errors_of(const failure& refusal);

// The code of an error that no server sent (failure::is_local): the response is none, or its
// result is not of the type that it is read as, or an argument has no form in JSON (a number that
// is not finite, text that is not UTF-8).
inline constexpr int not_understood = 0;

// What a client gives for a request: the response, a view until the next one, empty if there is
// none; or why the request was not answered.
using carried = result<std::string_view>;

namespace detail {

struct batch_item {
    std::string_view method;
    std::string text;  // the request up to its id; empty: an argument has no form in JSON
};

// A request as it is written, and the response as it is read; reused for one call after another.
// Ids are counted, so that the response to another call is known.
class exchange {
public:
    // Begins a request; its arguments are written next, each with its key if `by_name`.
    writer& begin(std::string_view method, bool by_name);
    // The request, which lives until the next begin(); empty if an argument has no form in JSON.
    std::string_view end(bool is_notification);
    // A request with params that are JSON; null: with none. In place of begin() and end().
    std::string_view write(std::string_view method, const json& params, bool is_notification);
    // The result in a response; else nothing, and failure() says why. It lives until the next
    // read(). The response is copied.
    std::optional<value> read(const carried& response);
    // Of a notification: whether it was taken.
    result<void> read_nothing(const carried& response);
    // The result was not of that type.
    void reject(value result, const type& wanted);

    // In place of end(), for a batch.
    batch_item end_item();
    // The batch; empty if one of its calls can't be sent. It lives until the next begin().
    std::string_view join(std::span<const batch_item* const> items);
    void read_batch(const carried& response);
    // As read(), of each call of the batch in turn.
    std::optional<value> read_next();

    // Whether the last response was not to its request.
    bool went_astray() const { return astray_; }
    const callbox::failure& failure() const { return failure_; }
    const std::vector<argument_error>& argument_errors() const { return violations_; }

private:
    writer& start(std::string_view method);
    std::string_view finish(bool is_notification);
    bool parse(const carried& response);  // false: failure() says why
    bool has_id(value response, std::uint64_t id) const;
    std::optional<value> result_of(value response);
    std::optional<value> go_astray(std::string_view why);
    std::optional<value> fail(std::string_view why);

    std::string_view method_;
    bool by_name_ = false;
    bool astray_ = false;
    std::uint64_t id_ = 0;  // of the last request
    std::vector<batch_item> items_;  // of the last batch; the text is why it was not sent
    std::size_t next_ = 0;  // of these
    std::optional<callbox::failure> batch_failure_;  // of each of these
    bytes request_;
    std::optional<writer> to_;
    std::string response_;
    document document_{json_depth_limit, SIZE_MAX};
    callbox::failure failure_{not_understood, "", {}, true};
    std::vector<argument_error> violations_;
};

// The result that `sent` is, or why it is none.
template <class R> result<R> read_result(exchange& with, std::optional<value> sent) {
    if (!sent) return with.failure();
    if constexpr (std::is_void_v<R>) {
        if (sent->is(kind::null)) return {};
        with.reject(*sent, null_type);
        return with.failure();
    } else {
        R read{};
        violations bad;
        bad.ignore_unknown_members();
        if (codec<R>::read(*sent, read, bad)) return result<R>(std::move(read));
        with.reject(*sent, codec<R>::schema);
        return with.failure();
    }
}

}  // namespace detail

// A call for batch(), made by of() and checked then; T is its result's type. It owns its text, and
// may be sent more than once.
template <class T> struct batch_call : detail::batch_item {};

namespace detail {

// What batch() of every client does: send() carries the request.
template <class Send, class... T>
std::tuple<result<T>...> send_batch(exchange& with, Send send, const batch_call<T>&... calls) {
    const batch_item* const items[] = {&calls...};
    const std::string_view request = with.join(items);
    if (!request.empty()) with.read_batch(send(request));
    return std::tuple<result<T>...>{  // braces: from left to right
        read_result<T>(with, with.read_next())...};
}

}  // namespace detail

}  // namespace callbox
