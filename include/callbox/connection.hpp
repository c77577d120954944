// callbox/connection.hpp - calls of methods by their names, over HTTP or a unix socket. Headers
// that callbox-openrpc writes are made of these, and callbox::client (client.hpp) has the same
// failures and options. Not in callbox.hpp.
//
//     callbox::connection to("http://127.0.0.1:8080/api", {.token = secret});
//     callbox::result<int> sum = to.call<int>({"math.add"}, callbox::given("a", 2),
//                                             callbox::given("b", 3));
#pragma once

#include <callbox/detail/exchange.hpp>
#include <callbox/error.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace callbox {

// The codes of failures that no server sent (failure::is_local). After
// timed_out, lost, bad_answer, unavailable and other_status the method may have been called, or may
// be called yet; after the others it is not, if the server is of callbox.
namespace transport {
inline constexpr int cannot_connect = -32300;  // or the name is not in /etc/hosts: no name server
                                               // is asked
inline constexpr int timed_out = -32301;       // no whole answer within timeout_ms
inline constexpr int lost = -32302;            // the connection ended before the answer did
inline constexpr int bad_answer = -32303;      // it is no HTTP, or longer than response_bytes_max
// The server answered with this status in place of a response to the request. The message of the
// failure has the status and what the server says of it. Its data is {"status": 503, "retry_after":
// 1}, with the seconds until Retry-After if the answer has it:
//     (*failure.data)["retry_after"].as<int>()
inline constexpr int unauthorized = -32304;  // 401: no token, or a wrong one
inline constexpr int forbidden = -32305;     // 403
inline constexpr int too_large = -32306;     // 413: the request is longer than the server reads
inline constexpr int unavailable = -32307;   // 503: later perhaps
inline constexpr int other_status = -32308;  // any other that is not 2xx
inline constexpr int misused = -32309;       // the URL, token or agent is none: not sent

// Whether it is one of them. Their messages begin with the URL as it was given, and ": ".
inline bool has(const failure& why) {
    return why.is_local && why.code <= cannot_connect && why.code >= misused;
}
}  // namespace transport

struct client_options {
    std::string token = {};                      // sent with each request; empty: none
    std::uint32_t timeout_ms = 30'000;           // of a call or a batch, connecting included
    std::size_t response_bytes_max = 16u << 20;  // of an answer's body
    std::string agent = {};                      // of User-Agent; empty: callbox and its version
};

namespace detail {

// Sends requests to one URL and receives what is answered.
class carrier {
public:
    carrier(std::string_view url, client_options how);
    carrier(const carrier&) = delete;
    carrier& operator=(const carrier&) = delete;
    ~carrier();

    // Gives the body of the answer, which lives until the next carry(); empty: the request was
    // taken and has no response. `afresh`: on a new connection.
    carried carry(std::string_view request, bool afresh);
    void set_timeout(std::uint32_t timeout_ms);

private:
    struct parts;
    std::unique_ptr<parts> parts_;
};

}  // namespace detail

// A method of a server, and how its parameters may be sent.
struct remote_method {
    std::string_view name;
    bool by_position = true;
    bool by_name = true;
};

// An argument for the parameter of that name. It lives as long as what it was made of.
template <class T> struct given_argument {
    std::string_view name;
    const T& value;
    bool by_name_only = false;
    bool is_there = true;
};
// An empty optional is left out.
template <class T> given_argument<T> given(std::string_view name, const T& value) {
    if constexpr (is_optional<T>) return {name, value, false, value.has_value()};
    else return {name, value};
}
template <class T> given_argument<T> given_by_name(std::string_view name, const T& value) {
    given_argument<T> made = given(name, value);
    made.by_name_only = true;
    return made;
}
// An empty optional is null.
template <class T> given_argument<T> given_or_null(std::string_view name, const T& value) {
    return {name, value};
}

// Calls of any method of one server, with what callbox::client promises of its connection, its
// threads and its waits. The compiler knows nothing of the methods: whoever calls says what each
// takes and gives. R is a type that codec.hpp can read and that owns what it holds, or void where
// the result is null; each argument's type is one that it can write.
class connection {
public:
    // As for callbox::client.
    explicit connection(std::string_view url, client_options how = {})
        : carrier_(url, std::move(how)) {}

    // Arguments stand in the order of the parameters. They are sent by position if they may be: not
    // if one is by name only, or one behind another that is left out is given.
    template <class R, class... T>
    result<R> call(const remote_method& method, const given_argument<T>&... arguments) {
        write(method, arguments...);
        const std::string_view request = exchange_.end(false);
        if (request.empty()) return exchange_.failure();
        return detail::read_result<R>(exchange_, exchange_.read(send(request)));
    }

    // The same with all params in one, an array or an object; null: the request has none.
    result<json> call_json(std::string_view method, const json& params = json()) {
        const std::string_view request = exchange_.write(method, params, false);
        if (request.empty()) return exchange_.failure();
        return detail::read_result<json>(exchange_, exchange_.read(send(request)));
    }

    // A failure: the request was not sent, or not taken. Nobody hears whether the method succeeds.
    template <class... T>
    result<void> notify(const remote_method& method, const given_argument<T>&... arguments) {
        write(method, arguments...);
        const std::string_view request = exchange_.end(true);
        if (request.empty()) return exchange_.failure();
        return exchange_.read_nothing(send(request));
    }

    result<void> notify_json(std::string_view method, const json& params = json()) {
        const std::string_view request = exchange_.write(method, params, true);
        if (request.empty()) return exchange_.failure();
        return exchange_.read_nothing(send(request));
    }

    // A call for batch(). The method's name outlives it.
    template <class R, class... T>
    batch_call<R> of(const remote_method& method, const given_argument<T>&... arguments) {
        write(method, arguments...);
        return batch_call<R>{exchange_.end_item()};
    }

    // As batch() in typed_call.hpp.
    template <class... R>
        requires(sizeof...(R) > 0)
    std::tuple<result<R>...> batch(const batch_call<R>&... calls) {
        const auto sends = [this](std::string_view request) { return send(request); };
        return detail::send_batch(exchange_, sends, calls...);
    }

    // Of the calls that follow, in place of client_options::timeout_ms.
    void set_timeout(std::uint32_t timeout_ms) { carrier_.set_timeout(timeout_ms); }

    // What was wrong with the arguments of the last call: empty unless it was refused with -32602.
    const std::vector<argument_error>& argument_errors() const { return exchange_.argument_errors(); }

private:
    carried send(std::string_view request) {
        return carrier_.carry(request, exchange_.went_astray());
    }

    template <class... T>
    void write(const remote_method& method, const given_argument<T>&... arguments) {
        bool wants_names = !method.by_position;
        [[maybe_unused]] bool has_gap = false;
        ((wants_names |= arguments.is_there && (arguments.by_name_only || has_gap),
          has_gap |= !arguments.is_there), ...);
        const bool by_name = wants_names && method.by_name;
        writer& to = exchange_.begin(method.name, by_name);
        [[maybe_unused]] std::size_t gap = 0;  // parameters before this one that are left out
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

// What the methods of a generated header do with a call: make it, notify, or keep it for a batch.
struct calling {
    connection& by;
    template <class R> using answer = result<R>;
    template <class R, class... T>
    result<R> operator()(as<R>, const remote_method& method, const T&... arguments) const {
        return by.call<R>(method, arguments...);
    }
};
struct notifying {
    connection& by;
    template <class R> using answer = result<void>;
    template <class R, class... T>
    result<void> operator()(as<R>, const remote_method& method, const T&... arguments) const {
        return by.notify(method, arguments...);
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

}  // namespace callbox
