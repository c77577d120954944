// Makes typical messages from a grammar, corrupts some, and compares two dispatchers.
#include "messages.hpp"

#include "rpc/dispatch.hpp"
#include "simulate/chance.hpp"
#include "support/incidents.hpp"
#include "support/logs.hpp"
#include "support/methods_api.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace shapes {

namespace {

using callbox::member, callbox::row, callbox::type, callbox::type_form;
using simulate::chance;

constexpr std::string_view unusual[] = {
    "null", "true", "[]", "{}", "[1,2]", "1.5", "-1e2", "1e400", "-0", "0", "01", "-", "1.", "1 2",
    "123456789012345678", "1234567890123456789", "9223372036854775808", "-9223372036854775809",
    "18446744073709551615", "\"a\"", "\"\\n\"", "\"\\u00e9\"", "\"\xc3\xa9\"", "\"\xff\"", "\"",
    "tru", ""};
constexpr std::string_view letters = "0123456789-.eE+\"\\,:[]{} \n\ttruefalsn\x7f\xc3\xa9\x01";

std::string any_unusual(chance& by) {
    return std::string(unusual[by.below(std::size(unusual))]);
}

std::string text_of(chance& by) {
    std::string out(1, '"');
    for (std::size_t left = by.scaled(80); left > 0; --left)
        out += static_cast<char>(' ' + by.below(95));
    std::erase_if(out, [&](char& c) { return (c == '"' || c == '\\') && &c != out.data(); });
    return out + '"';
}

std::string integer_of(const type& t, chance& by) {
    if (by.one_in(3)) return std::to_string(by.below(10));
    if (t.low < 0 && by.one_in(2)) return std::to_string(-by.from(1, std::int64_t{1} << 40));
    return std::to_string(by.scaled(by.one_in(2) ? 200 : std::size_t{1} << 62));
}

// A value that a parameter probably accepts, as clients write it.
std::string value_of(const type& t, chance& by) {
    switch (t.form) {
    case type_form::boolean: return by.one_in(2) ? "true" : "false";
    case type_form::integer: return integer_of(t, by);
    case type_form::number: {
        std::string out = std::to_string(by.from(-99, 99));
        if (by.one_in(2)) out += '.' + std::to_string(by.scaled(9999));
        return by.one_in(6) ? out + "e-" + std::to_string(by.below(12)) : out;
    }
    case type_form::choice: return '"' + std::string(t.names[by.below(t.names.size())]) + '"';
    case type_form::optional: return value_of(*t.element, by);
    case type_form::array: return "[[1],[2,3]]";
    default: return text_of(by);
    }
}

// Any method except fail.big, whose results may be very large.
const row& any_method(const callbox::table& methods, chance& by) {
    const row& any = methods.rows[by.below(methods.rows.size())];
    return any.name == "fail.big" ? *methods.find("ping") : any;
}

// The common layout of a client's requests: everything except the scalars.
class client {
public:
    client(const callbox::table& methods, chance& by)
        : method_(&any_method(methods, by)),
          params_(methods.params_of(*method_)), is_named_(by.one_in(2)),
          is_spaced_(by.one_in(3)), has_own_(by.one_in(12)), is_silent_(by.one_in(12)),
          id_form_(by.below(4)) {
        std::ranges::generate(given_, [&] { return !by.one_in(5); });
        for (std::size_t i = order_.size(); by.one_in(2) && i > 1; --i)
            std::swap(order_[i - 1], order_[by.below(i)]);
    }

    std::string request(chance& by) const {
        std::string out;
        for (const std::size_t which : order_) put(out, which, by);
        if (has_own_) put_member(out, "trace", "\"x\"");
        return '{' + out + '}';
    }

private:
    void put_member(std::string& out, std::string_view name, std::string_view value) const {
        if (!out.empty()) out += is_spaced_ ? ", " : ",";
        out.append("\"").append(name).append(is_spaced_ ? "\": " : "\":").append(value);
    }
    void put(std::string& out, std::size_t which, chance& by) const {
        if (which == 0) put_member(out, "jsonrpc", "\"2.0\"");
        if (which == 1) put_member(out, "method", '"' + std::string(method_->name) + '"');
        if (which == 2 && (!params_.empty() || is_spaced_)) put_member(out, "params", params(by));
        if (which == 3 && !is_silent_) put_member(out, "id", id(by));
    }
    std::string params(chance& by) const {
        std::string out;
        for (std::size_t i = 0; i < params_.size(); ++i) {
            const bool is_usual = !by.one_in(12);
            const std::string value = is_usual ? value_of(*params_[i].type, by) : any_unusual(by);
            if (is_named_) {
                if (given_[i] || params_[i].required) put_member(out, params_[i].name, value);
            } else {
                out.append(out.empty() ? "" : is_spaced_ ? ", " : ",").append(value);
            }
        }
        return is_named_ ? '{' + out + '}' : '[' + out + ']';
    }
    std::string id(chance& by) const {
        if (by.one_in(30)) return any_unusual(by);
        if (id_form_ == 0) return text_of(by);
        if (id_form_ == 1) return std::to_string(by.below(100)) + ".5";
        return std::to_string(by.scaled(std::size_t{1} << 60));
    }

    const row* method_;
    std::span<const member> params_;
    bool is_named_, is_spaced_, has_own_, is_silent_;
    std::size_t id_form_;
    std::array<bool, callbox::method_params_max> given_{};
    std::array<std::size_t, 4> order_{0, 1, 2, 3};
};

void spoil(std::string& message, chance& by) {
    const std::size_t at = by.below(message.size());
    const char letter = letters[by.below(letters.size())];
    switch (by.below(4)) {
    case 0: message.erase(at, 1 + by.below(3)); break;
    case 1: message.insert(at, 1, letter); break;
    case 2: message.replace(at, 1, any_unusual(by)); break;
    default: message[at] = letter;
    }
}

std::string message_of(const std::vector<client>& clients, chance& by) {
    const auto any = [&] {
        return clients[by.one_in(3) ? by.below(clients.size()) : 0].request(by);
    };
    if (!by.one_in(4)) return any();
    std::string batch = "[" + any();
    for (std::size_t more = by.below(7); more > 0; --more) batch += ',' + any();
    return batch + ']';
}

callbox::limits limits_of(chance& by) {
    callbox::limits bounds;
    if (!by.one_in(3)) return bounds;
    bounds.batch_length_max = by.below(6);
    bounds.json_depth_max = 1 + by.below(5);
    bounds.json_nodes_max = 1 + by.below(80);
    bounds.response_bytes_max = by.below(400);
    return bounds;
}

struct answering {
    support::quiet_log log;
    sample::counter state;
    callbox::rpc::dispatcher one;

    explicit answering(const callbox::limits& bounds)
        : one(callbox::table(sample::methods), &state, bounds, log) {}
    std::string answer(std::string message) {
        callbox::bytes out;
        one.dispatch(message, out);
        return support::without_incidents(out.view());
    }
};

}  // namespace

std::string check_messages(std::uint64_t seed, counts& all) {
    constexpr std::size_t clients_most = 6, messages = 24;
    chance by(seed);
    const callbox::limits bounds = limits_of(by);
    answering knowing(bounds), forgetful(bounds);
    forgetful.one.disable_fast_path();
    std::vector<client> clients;
    for (std::size_t i = 1 + by.below(clients_most); i > 0; --i)
        clients.emplace_back(callbox::table(sample::methods), by);
    for (std::size_t i = 0; i < messages; ++i) {
        std::string message = message_of(clients, by);
        if (i > 4 && by.one_in(5)) spoil(message, by);
        const std::string got = knowing.answer(message), wanted = forgetful.answer(message);
        if (got != wanted || knowing.state.value != forgetful.state.value ||
            knowing.state.executed != forgetful.state.executed)
            return message + "\nfast path:  " + got + "\nparser:     " + wanted;
        ++all.messages;
        all.answered += got.find("\"error\"") == got.npos;
    }
    return {};
}

}  // namespace shapes
