// Makes `options` for serve() from words and variables, or one line about what is wrong.
#include "options.hpp"

#include "base/ascii.hpp"
#include "process/upgrade_helper.hpp"
#include "rpc/suggestion.hpp"
#include "token.hpp"

#include <algorithm>
#include <type_traits>

namespace callbox::cli {

namespace {

constexpr std::string_view prefix = "CALLBOX_";

// Sets the member of an option to what a text says; false when it does not fit.
struct setter {
    const option& o;
    std::string_view text;
    options& into;

    bool operator()(bool options::*member) const {
        into.*member = text == "1" || text == "true";
        return into.*member || text == "0" || text == "false";
    }
    template <class Choice>
        requires std::is_enum_v<Choice>
    bool operator()(Choice options::*member) const {
        const auto& names = names_of<Choice>;
        const auto at = std::find(names.begin(), names.end(), text);
        into.*member = static_cast<Choice>(at - names.begin());
        return at != names.end();
    }
    bool operator()(sandbox_mode options::*member) const {
        const bool is_on = text == "1" || text == "true";
        const bool is_off = text == "0" || text == "false";
        const std::string_view name = is_on ? "on" : is_off ? "off" : text;
        return setter{o, name, into}.operator()<sandbox_mode>(member);
    }
    bool operator()(std::string options::*member) const {
        into.*member = text;
        return o.fits(text);
    }
    bool operator()(std::vector<std::string> options::*member) const {
        (into.*member).emplace_back(text);
        return o.fits(text);
    }
    bool operator()(auto_member member) const {
        const auto amount = read_amount(text, o.in);
        into.*member.at = static_cast<std::size_t>(amount.value_or(0));
        return text == "auto" || (amount && *amount >= o.least && *amount <= o.most);
    }
    template <class Member> bool operator()(Member member) const {
        auto& number = into.limits.*member.at;
        const auto amount = read_amount(text, o.in);
        if (!amount || *amount < o.least || *amount > o.most) return false;
        number = static_cast<std::remove_reference_t<decltype(number)>>(*amount);
        return number == *amount;
    }
};

struct teller {
    const option& o;
    const options& of;

    std::string operator()(bool options::*member) const { return of.*member ? "true" : "false"; }
    template <class Choice>
        requires std::is_enum_v<Choice>
    std::string operator()(Choice options::*member) const {
        return std::string(names_of<Choice>[static_cast<std::size_t>(of.*member)]);
    }
    std::string operator()(std::string options::*member) const { return of.*member; }
    std::string operator()(std::vector<std::string> options::*member) const {
        std::string all;
        for (const std::string& each : of.*member) {
            if (!all.empty()) all += ',';
            all += each;
        }
        return all;
    }
    std::string operator()(auto_member member) const {
        const std::size_t number = of.*member.at;
        return number == 0 ? "auto" : amount_text(number, o.in);
    }
    template <class Member> std::string operator()(Member member) const {
        return amount_text(of.limits.*member.at, o.in);
    }
};

struct chooser {
    using names = std::span<const std::string_view>;
    template <class Choice> names operator()(Choice options::*) const { return names_of<Choice>; }
    template <class Other> names operator()(Other) const { return {}; }
};

// `named` is the flag or the variable.
bool set(const option& o, std::string_view named, std::string_view text, options& out,
         std::string& mistake) {
    if (std::visit(setter{o, text, out}, o.sets)) return true;
    refuse(mistake, named, wanted_text(o), quoted(text));
    const std::string port(":" + std::string(text));
    if (o.fits == is_address && is_address(port))
        mistake += suggestion(port + " or 127.0.0.1" + port, "");
    return false;
}

const option* find_option(std::string_view flag) {
    for (const option& o : all_options)
        if (flag.starts_with("--") && flag.substr(2) == o.name) return &o;
    return nullptr;
}

const option* find_flag_off(std::string_view flag) {
    constexpr std::string_view off = "--no-";
    for (const option& o : all_options)
        if (o.is_flag() && flag.starts_with(off) && flag.substr(off.size()) == o.name) return &o;
    return nullptr;
}

// Other servers' names for --listen are too far from it to be found by their letters.
using row_list = std::span<const setting_row>;
std::string_view nearest_option(std::string_view word, row_list own = {}) {
    constexpr std::array<std::string_view, 6> listens{"port", "p", "host", "bind", "addr",
                                                      "address"};
    const std::size_t dashes = word.find_first_not_of('-');
    word.remove_prefix(std::min(dashes, word.size()));
    if (std::find(listens.begin(), listens.end(), word) != listens.end()) return "listen";
    rpc::suggestion near(word);
    for (const option& o : all_options) near.offer(o.name);
    for (const setting_row& each : own) near.offer(each.name.substr(2));
    return near.best();
}

void forget(const option& o, options& out) {
    if (const auto* list = std::get_if<std::vector<std::string> options::*>(&o.sets))
        (out.**list).clear();
}

bool read_environment(const char* const* environment, options& out, std::string& mistake) {
    std::string name;
    for (const option& o : all_options) {
        std::string_view value = variable_value(environment, out.name, o.name, name);
        if (value.empty()) continue;
        if (!o.is_repeatable()) {
            if (!set(o, name, value, out, mistake)) return false;
            continue;
        }
        forget(o, out);
        if (value.ends_with(',')) return refuse(mistake, name, wanted_text(o), quoted(value));
        while (!value.empty()) {
            const auto each = ascii::trimmed(ascii::take_until(value, ','));
            if (!set(o, name, each, out, mistake)) return false;
        }
    }
    return true;
}

bool read_words(std::span<const char* const> words, options& out, own_options* own,
                std::string& mistake) {
    std::array<bool, all_options.size()> given{};
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = words[i];
        if (!word.starts_with('-'))
            return refuse(mistake, "unexpected word " + quoted(word) +
                                       (i == 0 ? "" : " behind " + quoted(words[i - 1])));
        const auto taken =
            own == nullptr ? own_options::taken::no : own->take(words, i, mistake);
        if (taken == own_options::taken::wrong) return false;
        if (taken == own_options::taken::yes) continue;
        std::string_view value = word;
        const std::string_view flag = ascii::take_until(value, '=');
        const bool is_whole = flag.size() == word.size();
        const option* const off = find_flag_off(flag);
        const option* const o = off == nullptr ? find_option(flag) : off;
        if (off != nullptr && !is_whole) return refuse(mistake, flag, "no value", quoted(value));
        if (o == nullptr) {
            const std::string near(nearest_option(flag, own == nullptr ? row_list() : own->rows()));
            return refuse(mistake, "there is no option " + quoted(flag) +
                                       suggestion(near.empty() ? "" : "--" + near,
                                                  "; --help lists them"));
        }
        if (off != nullptr) {
            value = "false";
        } else if (is_whole) {
            const std::string_view next = i + 1 < words.size() ? words[i + 1] : "--";
            if (!o->is_flag() && next.starts_with("--"))
                return refuse(mistake, flag, wanted_text(*o), "nothing");
            value = o->is_flag() ? "true" : words[++i];
        }
        bool& again = given[static_cast<std::size_t>(o - all_options.data())];
        if (!again) forget(*o, out);
        again = true;
        if (!set(*o, flag, value, out, mistake)) return false;
    }
    return true;
}

// Checks what must hold between two options. Each alone is right.
bool agree(const options& made, std::string& mistake) {
    const limits& l = made.limits;
    const auto check = [&mistake](std::size_t more, std::size_t less, std::string_view rule) {
        return more > less ||
               refuse(mistake, std::string(rule) + ": " + amount_text(more, unit::bytes) +
                                   " is not more than " + amount_text(less, unit::bytes));
    };
    return check(l.header_bytes_max, l.target_bytes_max,
                 "--header-bytes-max must be more than --target-bytes-max, which is a part of "
                 "it") &&
           check(l.memory_max, l.request_bytes_max + l.response_bytes_max,
                 "--max-memory must be more than one request and its response may take");
}

// Kubernetes sets NAME_SERVICE_HOST, NAME_SERVICE_PORT, NAME_PORT_8080_TCP and NAME_PORT, a URL,
// for each service NAME.
bool is_of_a_service(std::string_view name, std::string_view value) {
    const std::size_t port = name.find("_PORT_");
    return name.find("_SERVICE_HOST") != name.npos || name.find("_SERVICE_PORT") != name.npos ||
           (port != name.npos && port + 6 < name.size() && ascii::is_digit(name[port + 6])) ||
           (name.ends_with("_PORT") && value.find("://") != value.npos);
}

}  // namespace

std::optional<options> read_options(std::span<const char* const> words,
                                    const char* const* environment, std::string& mistake,
                                    const options& defaults, own_options* own) {
    options made = defaults;
    const bool right =
        read_environment(environment, made, mistake) &&
        (own == nullptr || own->read_environment(environment, made.name, mistake)) &&
        read_words(words, made, own, mistake) && agree(made, mistake) &&
        (own == nullptr || own->complete(made.name, mistake));
    if (!right) return std::nullopt;
    return made;
}

std::string flag_of(const option& o) { return std::string("--").append(o.name); }

std::string variable_of(const option& o) { return variable_name("", o.name); }

std::string variable_name(std::string_view program, std::string_view option) {
    std::string name(program.empty() ? prefix.substr(0, prefix.size() - 1) : program);
    name.append("_").append(option);
    for (char& c : name)
        c = ascii::is_alpha(c) ? static_cast<char>(c & ~0x20) : ascii::is_digit(c) ? c : '_';
    return name;
}

std::string_view variable_value(const char* const* environment, std::string_view program,
                                std::string_view option, std::string& named) {
    named = variable_name(program, option);
    const std::string_view value = variable(environment, named);
    if (!value.empty() || program.empty()) return value;
    named = variable_name("", option);
    return variable(environment, named);
}

bool is_program_name(std::string_view text) {
    return !text.empty() && ascii::is_alpha(text.front()) && is_program_version(text);
}

bool is_program_version(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) {
        return ascii::is_alpha(c) || ascii::is_digit(c) || c == '-' || c == '_' || c == '.' ||
               c == '+';
    });
}

std::span<const std::string_view> choices_of(const option& o) {
    return std::visit(chooser{}, o.sets);
}

std::string value_text(const option& o, const options& how) {
    return std::visit(teller{o, how}, o.sets);
}

std::string wanted_text(const option& o) {
    if (!o.is_amount()) return std::string(o.wanted);
    std::string text(o.in == unit::bytes ? "a size" : o.in == unit::ms ? "a time" : "a number");
    text += " from " + amount_text(o.least, o.in) + " to " + amount_text(o.most, o.in);
    if (o.is<auto_member>()) text += ", or auto";
    if (o.in == unit::bytes) text += ", such as 65536, 64k, 1M or 4G";
    if (o.in == unit::ms) text += ", such as 1500, 1500ms, 5s or 2m";
    return text;
}

std::vector<std::string> unknown_variables(const char* const* environment,
                                           std::string_view program,
                                           std::span<const setting_row> own) {
    std::vector<std::string> lines;
    const std::string own_prefix = program.empty() ? "" : variable_name(program, "");
    for (; environment != nullptr && *environment != nullptr; ++environment) {
        std::string_view value = *environment;
        const std::string_view name = ascii::take_until(value, '=');
        const bool is_ours = name.starts_with(prefix);
        const bool is_programs = !own_prefix.empty() && name.starts_with(own_prefix);
        if (!(is_ours || is_programs) || value.empty() || is_of_a_service(name, value)) continue;
        if (name == token_variable || name == process::handover_variable) continue;
        std::string word(name.substr(is_programs ? own_prefix.size() : prefix.size()));
        for (char& c : word)
            c = c == '_' ? '-' : ascii::is_alpha(c) ? static_cast<char>(c | 0x20) : c;
        const std::string_view of = is_programs ? program : std::string_view{};
        const std::string flag = "--" + word;
        const bool is_known = find_option(flag) != nullptr ||
                              std::any_of(own.begin(), own.end(), [&](const setting_row& each) {
                                  return each.name == flag;
                              });
        if (is_known && variable_name(of, word) == name) continue;
        const std::string near(nearest_option(word, own));
        if (near.empty() && !is_ours) continue;
        lines.push_back(quoted(name) + " is no option's variable" +
                        suggestion(near.empty() ? "" : variable_name(of, near), ""));
    }
    return lines;
}

}  // namespace callbox::cli
