// callbox/connection.hpp - calls of methods by name, over HTTP or a unix socket. Headers that
// callbox-openrpc generates use it; callbox::client (client.hpp) shares its failures and options.
// Not part of callbox.hpp.
//
//     callbox::connection to("http://127.0.0.1:8080/api", {.token = secret});
//     callbox::result<int> sum = to.call<int>({"math.add"}, callbox::given("a", 2),
//                                             callbox::given("b", 3));
#pragma once

#include <callbox/detail/exchange.hpp>
#include <callbox/required.hpp>
#include <callbox/subscription.hpp>

#include <functional>

namespace callbox {

// Codes of failures that the server did not send (failure::is_local). After timed_out, lost,
// bad_answer, unavailable and other_status the method may have been called, or may still be called;
// after the others a callbox server does not call it.
namespace transport {
inline constexpr int cannot_connect = -32300;  // or the host name is not in /etc/hosts: DNS is
                                               // not used
inline constexpr int timed_out = -32301;       // no complete response within timeout_ms
inline constexpr int lost = -32302;            // the connection closed before the response ended
inline constexpr int bad_answer = -32303;      // not HTTP, or longer than response_bytes_max
// The server sent this HTTP status instead of a JSON-RPC response. The message of the failure
// contains the status and the server's explanation. Its data is {"status": 503, "retry_after": 1};
// retry_after, in seconds, is present if the server sent Retry-After:
//     (*failure.data)["retry_after"].as<int>()
inline constexpr int unauthorized = -32304;  // 401: the token is missing or invalid
inline constexpr int forbidden = -32305;     // 403
inline constexpr int too_large = -32306;     // 413: the request exceeds the server's limit
inline constexpr int unavailable = -32307;   // 503: try again later
inline constexpr int other_status = -32308;  // any other status except 2xx
inline constexpr int misused = -32309;       // invalid URL, token or agent: not sent
inline constexpr int stopped = -32310;       // subscription::stop() was called

// Whether the failure has one of these codes. Their messages begin with the URL as passed and a
// colon.
inline bool has(const failure& why) {
    return why.is_local && why.code <= cannot_connect && why.code >= stopped;
}
}  // namespace transport

// Whether the server sent the error with this code. E lists the errors of a method, such as an
// enumeration of a generated header. The code, the message and the data of any other error are
// those of the failure.
template <class E> requires(std::is_enum_v<E> && std::same_as<std::underlying_type_t<E>, int>)
bool operator==(const failure& why, E code) {
    return !why.is_local && why.code == static_cast<int>(code);
}

struct client_options {
    std::string token = {};                      // sent with each request; empty: none
    std::uint32_t timeout_ms = 30'000;           // of a call or a batch, connecting and retries
                                                 // included
    std::size_t response_bytes_max = 16u << 20;  // of a response body
    std::string agent = {};                      // User-Agent; empty: callbox and its version
    // How often a request is repeated if callbox refuses it with 503 and Retry-After, which means
    // that it has not called the method. A 503 of a proxy does not mean that, so it is a failure.
    // A request is repeated after the time that callbox asks for, if that is within timeout_ms.
    std::uint32_t retries = 3;
    // A subscription that receives no byte for this time counts as lost. callbox sends a comment
    // after 15 s.
    std::uint32_t silence_ms = 45'000;
};

// The progress of a call: see caller::progress(). `text` is valid during on_progress only.
struct progress {
    double done;
    std::optional<double> total;  // empty: unknown
    std::string_view text;
};

// Options of one call or batch, in place of those of the client.
struct call_options {
    std::optional<std::uint32_t> timeout_ms = {};
    std::optional<std::uint32_t> retries = {};
    // Called for each report of the method, before the response; it must not use the client. If
    // the call is abandoned, as at its timeout or if this throws, caller::gone() becomes true.
    std::function<void(const progress&)> on_progress = {};
};

namespace detail {

// Sends requests to one URL and receives the responses.
class carrier {
public:
    carrier(std::string_view url, client_options);
    carrier(const carrier&) = delete;
    carrier& operator=(const carrier&) = delete;
    ~carrier();

    // Returns the body of the response, valid until the next carry(); empty: the request was
    // accepted and has no response. `afresh`: use a new connection.
    carried carry(std::string_view request, bool afresh, const call_options& own = {});
    // Subscribes with a connection of its own.
    std::unique_ptr<event_source> subscribe(const call_options& own, const batch_item& call) const;
    void set_timeout(std::uint32_t timeout_ms);

private:
    struct parts;
    struct source;
    std::unique_ptr<parts> parts_;
};

}  // namespace detail

// A method of a server, and the ways to send its parameters.
struct remote_method {
    std::string_view name;
    bool by_position = true;
    bool by_name = true;
};

// An argument for the parameter `name`. Valid as long as the value it was made from.
template <class T> struct given_argument {
    std::string_view name;
    const T& value;
    bool by_name_only = false;
    bool is_there = true;
};
// An empty optional is omitted.
template <class T> given_argument<T> given(std::string_view name, const T& value) {
    if constexpr (is_optional<T>) return {name, value, false, value.has_value()};
    else return {name, value};
}
template <class T> given_argument<T> given_by_name(std::string_view name, const T& value) {
    given_argument<T> made = given(name, value);
    made.by_name_only = true;
    return made;
}
// An empty optional is sent as null.
template <class T> given_argument<T> given_or_null(std::string_view name, const T& value) {
    return {name, value};
}

// Calls any method of one server. Connection, threads and waiting are as for callbox::client. The
// compiler cannot check the calls: the program supplies the types. R is a type that codec.hpp can
// read and that owns its data, or void for a null result; the arguments are of types that it can
// write.
class connection {
public:
    // As for callbox::client.
    explicit connection(std::string_view url, client_options options = {})
        : carrier_(url, std::move(options)) {}

    // Arguments follow the order of the parameters. They are sent by position, unless one is by
    // name only, or one is omitted and a later one is not.
    template <class R, class... T>
    result<R> call(const remote_method& method, const given_argument<T>&... arguments) {
        return call<R>(call_options(), method, arguments...);
    }
    template <class R, class... T>
    result<R> call(const call_options& own, const remote_method& method,
                   const given_argument<T>&... arguments) {
        write(false, method, arguments...);
        return detail::read_result<R>(exchange_, exchange_.read(send(exchange_.end(false), own)));
    }

    // The same with params as one array or object; null: the request has no params.
    result<json> call_json(std::string_view method, const json& params = json(),
                           const call_options& own = {}) {
        const std::string_view request = exchange_.write(method, params, false);
        return detail::read_result<json>(exchange_, exchange_.read(send(request, own)));
    }

    // Fails if the request was not sent or not accepted. The outcome of the method is not reported.
    template <class... T>
    result<void> notify(const remote_method& method, const given_argument<T>&... arguments) {
        return notify(call_options(), method, arguments...);
    }
    template <class... T>
    result<void> notify(const call_options& own, const remote_method& method,
                        const given_argument<T>&... arguments) {
        write(false, method, arguments...);
        return exchange_.read_nothing(send(exchange_.end(true), own));
    }

    result<void> notify_json(std::string_view method, const json& params = json()) {
        return exchange_.read_nothing(send(exchange_.write(method, params, true)));
    }

    // Subscribes to an event whose payload is a T. Sends the arguments by name, if the event allows
    // it. With a ws:// URL it uses HTTP, at the same address. See subscription.hpp.
    template <class T, class... A>
    subscription<T> subscribe(const remote_method& event, const given_argument<A>&... arguments) {
        return subscribe<T>(call_options(), event, arguments...);
    }
    template <class T, class... A>
    subscription<T> subscribe(const call_options& own, const remote_method& event,
                              const given_argument<A>&... arguments) {
        write(true, event, arguments...);
        return subscription<T>(carrier_.subscribe(own, exchange_.end_item()));
    }

    // The same with params as one array or object; null: none. After a lost connection, params in
    // an array always cause a gap.
    subscription<json> subscribe_json(std::string_view event, const json& params = json()) {
        const std::string request(exchange_.write(event, params, true));
        return subscription<json>(carrier_.subscribe({}, {event, request}));
    }

    // A call for batch(). Requires: the method's name outlives it.
    template <class R, class... T>
    batch_call<R> of(const remote_method& method, const given_argument<T>&... arguments) {
        write(false, method, arguments...);
        return batch_call<R>{exchange_.end_item()};
    }

    // Like batch() in typed_call.hpp.
    template <class... R> requires(sizeof...(R) > 0)
    std::tuple<result<R>...> batch(const batch_call<R>&... calls) {
        return batch(call_options(), calls...);
    }
    template <class... R> requires(sizeof...(R) > 0)
    std::tuple<result<R>...> batch(const call_options& own, const batch_call<R>&... calls) {
        const auto sends = [&](std::string_view request) { return send(request, own); };
        return detail::send_batch(exchange_, sends, calls...);
    }

    // Sets the timeout of later calls, in place of client_options::timeout_ms.
    void set_timeout(std::uint32_t timeout_ms) { carrier_.set_timeout(timeout_ms); }

    // The errors in the arguments of the last call: empty unless it was refused with -32602.
    const std::vector<argument_error>& argument_errors() const {
        return exchange_.argument_errors();
    }

private:
    carried send(std::string_view request, const call_options& own = {}) {
        if (request.empty()) return exchange_.error();
        return carrier_.carry(request, exchange_.went_astray(), own);
    }

    template <class... T>
    void write(bool wants_names, const remote_method& method,
               const given_argument<T>&... arguments) {
        wants_names |= !method.by_position;
        [[maybe_unused]] bool has_gap = false;
        ((wants_names |= arguments.is_there && (arguments.by_name_only || has_gap),
          has_gap |= !arguments.is_there), ...);
        const bool by_name = wants_names && method.by_name;
        writer& to = exchange_.begin(method.name, by_name);
        [[maybe_unused]] std::size_t gap = 0;  // omitted parameters before this one
        ((arguments.is_there ? write_one(to, by_name, gap, arguments) : void(++gap)), ...);
    }
    template <class T>
    static void write_one(writer& to, bool by_name, std::size_t& gap,
                          const given_argument<T>& argument) {
        if (by_name) to.key(argument.name);
        else
            for (; gap > 0; --gap) to.null();
        codec<T>::write(to, argument.value);
    }

    detail::exchange exchange_;
    detail::carrier carrier_;
};

// The actions of a method in a generated header: call, notify, or collect a call for a batch. An
// event is not called, but subscribed to.
struct calling {
    connection& by;
    call_options own = {};
    template <class R> using answer = result<R>;
    template <class R, class... T>
    result<R> operator()(as<R>, const remote_method& method, const T&... arguments) const {
        return by.call<R>(own, method, arguments...);
    }
    template <class R, class... T>
    subscription<R> subscribe(as<R>, const remote_method& event, const T&... arguments) const {
        return by.subscribe<R>(own, event, arguments...);
    }
};
struct notifying {
    connection& by;
    call_options own = {};
    template <class R> using answer = result<void>;
    template <class R, class... T>
    result<void> operator()(as<R>, const remote_method& method, const T&... arguments) const {
        return by.notify(own, method, arguments...);
    }
};
struct collecting {
    connection& by;
    template <class R> using answer = batch_call<R>;
    template <class R, class... T>
    batch_call<R> operator()(as<R>, const remote_method& method, const T&... arguments) const {
        return by.of<R>(method, arguments...);
    }
};
// Whether an action sends requests, which have options.
template <class Send> concept sends_requests = requires { &Send::own; };
template <class Send> concept subscribes =
    requires(const Send& by) { by.subscribe(as<json>(), remote_method()); };

}  // namespace callbox
