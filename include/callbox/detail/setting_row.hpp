// callbox/detail/setting_row.hpp - a setting as the command line sees it. Part of setting.hpp.
#pragma once

#include <callbox/detail/thunk.hpp>

#include <chrono>

namespace callbox::detail {

// One setting. Durations are in ms.
struct setting_row {
    enum class kind : std::uint8_t { flag, number, real, duration, choice, text, list };
    kind form = kind::text;
    std::string_view name;   // "--db"
    std::string_view takes;  // one word; empty: it is a flag
    std::string_view doc;    // a phrase
    bool required = false;
    literal fallback = {};          // the default; null: there is none
    literal least = {}, most = {};  // of a number or a duration
    std::uint64_t step = 1;         // of a duration: the unit of its type
    std::span<const std::string_view> names = {};  // of a choice

    constexpr bool has(const literal& number) const {
        return !is_less(number, least) && !is_less(most, number);
    }
};

// The value of a setting on the command line, or its default.
struct setting_value {
    bool is_given = false;
    literal scalar = {};                  // neither of a text nor of a list
    std::vector<std::string> texts = {};  // one for a text
};

// Names of callbox's own options, and of other variables that it reads; --no- may precede them.
// src/cli checks that none is missing.
inline constexpr std::string_view own_names[] = {
    "listen", "admin-listen", "mount", "public-url", "enable-web-browsable-api", "mcp",
    "websocket", "http-status", "workers", "upgrade", "server-timing", "shapes", "log-level",
    "log-format", "log-file", "log-params", "allow-host", "cors-origin", "token-file",
    "caller-header", "caller-from", "allow-uid", "socket-mode", "socket-owner", "sandbox",
    "sandbox-read", "sandbox-write", "user", "target-bytes-max", "header-bytes-max",
    "header-count-max", "request-bytes-max", "json-depth-max", "json-nodes-max",
    "batch-length-max", "response-bytes-max", "blocking-threads", "blocking-queue-max",
    "pending-calls-max", "connections-max", "max-memory", "pipelined-answers-max",
    "subscriptions-max", "subscription-bytes-max", "body-rate-min", "write-rate-min",
    "log-rate-max", "header-timeout-ms", "body-timeout-ms", "idle-timeout-ms", "write-timeout-ms",
    "linger-timeout-ms", "ping-interval-ms", "slow-ms", "drain-delay-ms", "drain-timeout-ms",
    "upgrade-timeout-ms", "help", "version", "token", "handed-over"};
constexpr bool is_own_name(std::string_view name) {
    if (name.starts_with("no-")) name.remove_prefix(3);
    return std::find(std::begin(own_names), std::end(own_names), name) != std::end(own_names);
}

constexpr bool is_setting_name(std::string_view flag) {
    return flag.size() > 2 && flag.starts_with("--") && flag[2] != '-' && flag.back() != '-' &&
           flag.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == flag.npos;
}
constexpr bool is_word(std::string_view takes) {
    constexpr std::string_view characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_:|";
    return !takes.empty() && takes.find_first_not_of(characters) == takes.npos;
}

template <class T> concept duration_setting = requires { typename T::period; } &&
    std::same_as<T, std::chrono::duration<typename T::rep, typename T::period>> &&
    std::signed_integral<typename T::rep> && sizeof(typename T::rep) == 8 &&
    T::period::num * 1000 % T::period::den == 0;
template <class T> concept choice_setting = std::is_enum_v<T> && described<T>;
template <class T> concept ranged_setting =
    (is_number<T> && !std::same_as<T, float>) || duration_setting<T>;
template <class T> concept text_setting = std::convertible_to<std::string, T>;
using text_list = std::vector<std::string>;
template <class T, class Inner = typename without_optional<T>::type>
concept setting_type = ranged_setting<Inner> || choice_setting<Inner> || text_setting<Inner> ||
                       std::same_as<T, bool> || std::same_as<T, text_list>;

// A value as its row keeps it.
template <class T> constexpr numeral row_value(T value) {
    if constexpr (duration_setting<T>)
        return numeral_of(std::chrono::duration_cast<std::chrono::milliseconds>(value).count());
    else if constexpr (std::floating_point<T>) return numeral_of(value);
    else return numeral_of(std::cmp_less(value, INT64_MAX) ? value : static_cast<T>(INT64_MAX));
}

// Makes the state of a program, for src/cli.
class state_maker {
public:
    explicit state_maker(std::span<const setting_row> all) : rows(all) {}
    // Makes the state from one value for each row, and sets `to` to it unless it is void. Returns
    // an empty string or a one-line error message.
    virtual std::string make(std::span<const setting_value> values, void*& to) = 0;

    const std::span<const setting_row> rows;

protected:
    ~state_maker() = default;
};

}  // namespace callbox::detail
