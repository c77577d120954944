// callbox/detail/exchange.hpp - the requests that a client writes and the responses that it reads.
// Part of typed_call.hpp and connection.hpp.
#pragma once

#include <callbox/codec.hpp>
#include <callbox/error.hpp>

namespace callbox {

// An error in an argument of a call that was refused with -32602.
struct argument_error {
    std::string path;      // JSON pointer (RFC 6901) into the params as sent: "/0/sku", or "/sku"
                           // if they were sent by name; empty: the params themselves
    std::string expected;  // "integer"; "nothing" if the member is unexpected
    std::string got;       // "string"; "nothing" if the member is missing
    std::string why = {};  // "the month has no such day"; may be empty
    std::string did_you_mean = {};  // a similar name; may be empty

    std::string text() const;  // "expected date, got string: the month has no such day"
    bool operator==(const argument_error&) const = default;
};

// The argument errors in the data of an error of a callbox server; of any other error none.
std::vector<argument_error> argument_errors_of(const failure& refusal);

// The code of a failure that the server did not send (failure::is_local): the response is invalid,
// its result is not of the type that it is read as, or JSON cannot represent an argument (a number
// that is not finite, text that is not UTF-8).
inline constexpr int not_understood = 0;

// The outcome of a request: the response, a view until the next request, empty if there is none; or
// why the request was not answered.
using carried = result<std::string_view>;

namespace detail {
struct batch_item {
    std::string_view method;
    std::string text;  // the request without an id; empty: JSON cannot represent an argument
};
}  // namespace detail

// A call for batch(), made and checked by of(); T is the type of its result. It owns its text, and
// may be sent more than once.
template <class T> struct batch_call : detail::batch_item {};

namespace detail {

// A message of a subscription.
struct event_message {
    bool is_event = false;                   // else it is to be skipped
    std::optional<value> payload = {};       // nothing: see exchange::failure()
    std::optional<std::int64_t> seq = {};
    std::uint64_t missed = 0;
};

// Writes requests and reads responses; reused for one call after another. Ids are counted, to
// recognize the response to another call.
class exchange {
public:
    // Begins a request; its arguments are written next, each with its key if `by_name`.
    writer& begin(std::string_view method, bool by_name);
    // The request, valid until the next begin(); empty if JSON cannot represent an argument.
    std::string_view end(bool is_notification);
    // A request with params that are JSON; null: with none. In place of begin() and end().
    std::string_view write(std::string_view method, const json& params, bool is_notification);
    // The result in a response; nothing if there is none: see error(). Valid until the next
    // read(). The response is copied.
    std::optional<value> read(const carried& response);
    // Reads the response to a notification: whether it was accepted.
    result<void> read_nothing(const carried& response);
    // Reads a notification of the last request's method, which is an event. The payload is valid
    // until the next read; a failure that is local is that of this message only.
    event_message read_event(std::string_view message);
    // Records that the result is not of that type.
    void reject(value result, const type& wanted);

    // In place of end(), for a batch.
    batch_item end_item() { return {method_, std::string(end(true))}; }
    // The batch, valid until the next begin(); empty if one of its calls cannot be sent.
    std::string_view join(std::span<const batch_item* const> items);
    void read_batch(const carried& response);
    // Like read(), for each call of the batch in turn.
    std::optional<value> read_next();

    // Whether the last response belongs to another request.
    bool went_astray() const { return astray_; }
    const callbox::failure& error() const { return failure_; }
    const std::vector<argument_error>& argument_errors() const { return violations_; }

private:
    writer& start(std::string_view method);
    std::string_view finish(bool is_notification);
    bool parse(const carried& response);  // false: see error()
    bool has_id(value response, std::uint64_t id) const;
    std::optional<value> result_of(value response);
    std::optional<value> go_astray(std::string_view why);
    std::optional<value> fail(std::string_view why);

    std::string_view method_;
    bool by_name_ = false;
    bool astray_ = false;
    std::uint64_t id_ = 0;  // of the last request
    std::vector<batch_item> items_;  // of the last batch; the text is the reason if not sent
    std::size_t next_ = 0;  // of these
    std::optional<callbox::failure> batch_failure_;  // of all of these
    bytes request_;
    std::optional<writer> to_;
    std::string response_;
    document document_{json_depth_limit, SIZE_MAX};
    callbox::failure failure_{not_understood, "", {}, true};
    std::vector<argument_error> violations_;
};

// `sent` read as an R, or the failure.
template <class R> result<R> read_result(exchange& with, std::optional<value> sent) {
    if (!sent) return with.error();
    if constexpr (std::is_void_v<R>) {
        if (sent->is(kind::null)) return {};
        with.reject(*sent, null_type);
        return with.error();
    } else {
        R read = R();
        violations bad;
        bad.ignore_unknown_members();
        if (codec<R>::read(*sent, read, bad)) return result<R>(std::move(read));
        with.reject(*sent, codec<R>::schema);
        return with.error();
    }
}

// The batch() of every client: send() carries the request.
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
