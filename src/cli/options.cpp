// Makes `options` for serve() from arguments and variables, or a one-line error.
#include "options.hpp"

#include "system/upgrade_helper.hpp"

namespace callbox::cli {

namespace {

constexpr std::string_view prefix = "CALLBOX_";

// Sets an option's member to the value of a text; false if the text is invalid.
struct setter {
    const option& o;
    std::string_view text;
    options& out;

    bool operator()(bool options::*member) const { return read_truth(text, out.*member); }
    template <class Choice>
        requires std::is_enum_v<Choice>
    bool operator()(Choice options::*member) const {
        bool truth = false;
        const bool is_alias = o.is_flag() && read_truth(text, truth);
        const auto at = std::ranges::find(o.choices, !is_alias ? text : truth ? "on" : "off");
        out.*member = static_cast<Choice>(at - o.choices.begin());
        return at != o.choices.end();
    }
    bool operator()(std::string options::*member) const {
        out.*member = text;
        return o.fits(text);
    }
    bool operator()(std::vector<std::string> options::*member) const {
        (out.*member).emplace_back(text);
        return o.fits(text);
    }
    bool operator()(std::size_t options::*member) const {
        const auto amount = read_amount(text, o.in);
        out.*member = static_cast<std::size_t>(amount.value_or(0));
        return text == "auto" || (amount && *amount >= o.least && *amount <= o.most);
    }
    template <class Member> bool operator()(Member member) const {
        auto& number = out.limits.*member.at;
        const auto amount = read_amount(text, o.in);
        if (!amount || *amount < o.least || *amount > o.most) return false;
        number = static_cast<std::remove_reference_t<decltype(number)>>(*amount);
        return number == *amount;
    }
};

struct option_text {
    const option& o;
    const options& from;

    std::string operator()(bool options::*member) const { return from.*member ? "true" : "false"; }
    template <class Choice>
        requires std::is_enum_v<Choice>
    std::string operator()(Choice options::*member) const {
        return std::string(o.choices[static_cast<std::size_t>(from.*member)]);
    }
    std::string operator()(std::string options::*member) const { return from.*member; }
    std::string operator()(std::vector<std::string> options::*member) const {
        std::string all;
        for (const std::string& each : from.*member)
            all.append(all.empty() ? "" : ",").append(each);
        return all;
    }
    std::string operator()(std::size_t options::*member) const {
        const std::size_t number = from.*member;
        return number == 0 ? "auto" : amount_text(number, o.in);
    }
    template <class Member> std::string operator()(Member member) const {
        return amount_text(from.limits.*member.at, o.in);
    }
};

// An option of the command line and the environment: callbox's or the program's own.
struct item {
    std::string_view name;
    bool is_flag;
    bool is_list;
    const option* ours;  // null: an option of the program
    std::size_t own;     // its index among the program's options
    bool is_given = false;
};

std::vector<item> all_items(std::span<const setting_row> own) {
    std::vector<item> all;
    all.reserve(std::size(all_options) + own.size());
    for (const option& o : all_options)
        all.push_back({o.name, o.is_flag(), o.is_repeatable(), &o, 0});
    for (std::size_t i = 0; i < own.size(); ++i)
        all.push_back({own[i].name.substr(2), own[i].form == setting_row::kind::flag,
                       own[i].form == setting_row::kind::list, nullptr, i});
    return all;
}

// The names of --listen in other servers have too few letters in common with it.
std::string_view nearest_option(std::string_view word, const std::vector<item>& among) {
    constexpr std::array<std::string_view, 6> listens{"port", "p", "host", "bind", "addr",
                                                      "address"};
    const std::size_t dashes = word.find_first_not_of('-');
    word.remove_prefix(std::min(dashes, word.size()));
    if (std::find(listens.begin(), listens.end(), word) != listens.end()) return "listen";
    rpc::suggestion near(word);
    for (const item& each : among) near.offer(each.name);
    return near.best();
}

// Reads variables, then arguments. False: one is invalid, and `error` is a line that names it.
struct reader {
    options& out;
    settings* own;  // null: the program has none
    std::string& error;
    std::vector<item> items = all_items(own == nullptr ? std::span<const setting_row>()
                                                       : own->rows());

    bool read_environment(const char* const* environment) {
        for (const item& each : items) {
            std::string name;
            std::string_view value = option_variable(environment, out.name, each.name, name);
            if (value.empty()) continue;
            if (!each.is_list) {
                if (!set(each, name, value)) return false;
                continue;
            }
            forget(each);
            if (value.ends_with(',')) return refuse(error, name, wanted(each), quoted(value));
            while (!value.empty())
                if (!set(each, name, ascii::trimmed(ascii::take_until(value, ',')))) return false;
        }
        return true;
    }

    bool read_words(std::span<const char* const> words) {
        for (std::size_t i = 0; i < words.size(); ++i) {
            const std::string_view word = words[i];
            if (!word.starts_with('-'))
                return refuse(error, "unexpected argument " + quoted(word) +
                                           (i == 0 ? "" : " after " + quoted(words[i - 1])));
            if (!read_flag(words, i)) return false;
        }
        return true;
    }

    // Reads the flag at words[place] and its value; `place` becomes the place of its last word.
    bool read_flag(std::span<const char* const> words, std::size_t& place) {
        const std::string_view word = words[place];
        std::string_view value = word;
        const std::string_view flag = ascii::take_until(value, '=');
        const bool is_whole = flag.size() == word.size();
        bool is_off = false;
        item* const o = find(flag, is_off);
        if (o == nullptr) {
            const std::string near(nearest_option(flag, items));
            return refuse(error, "unknown option " + visible(flag) +
                                       suggestion(near.empty() ? "" : "--" + near,
                                                  "; see --help"));
        }
        if (is_off && !is_whole) return complain({flag, "", "", ""}, value, error);
        if (is_whole && o->is_flag) {
            value = is_off ? "false" : "true";
        } else if (is_whole) {
            const std::string_view next = place + 1 < words.size() ? words[place + 1] : "--";
            if (next.starts_with("--"))
                return refuse(error, std::string(flag) + " requires an argument: " + wanted(*o));
            value = words[++place];
        }
        if (!std::exchange(o->is_given, true)) forget(*o);
        return set(*o, flag, value);
    }

    // `is_off`: the flag is --no-NAME.
    item* find(std::string_view flag, bool& is_off) {
        if (!flag.starts_with("--")) return nullptr;
        const std::string_view name = flag.substr(2);
        for (item& each : items) {
            is_off = each.is_flag && name.starts_with("no-") && name.substr(3) == each.name;
            if (is_off || name == each.name) return &each;
        }
        return nullptr;
    }

    // `named` is the flag or the variable.
    bool set(const item& which, std::string_view named, std::string_view text) {
        const option* const o = which.ours;
        const bool is_right = o == nullptr ? own->set(which.own, text)
                                           : std::visit(setter{*o, text, out}, o->sets);
        if (is_right) return true;
        refuse(error, named, wanted(which), quoted(text));
        const std::string port(":" + std::string(text));
        if (o != nullptr && o->fits == is_address && is_address(port))
            error += suggestion(port + " or 127.0.0.1" + port, "");
        return false;
    }

    std::string wanted(const item& which) const {
        return which.ours == nullptr ? own->wanted(which.own) : wanted_text(*which.ours);
    }

    // Empties a list.
    void forget(const item& which) {
        if (!which.is_list) return;
        if (which.ours == nullptr) own->clear(which.own);
        else (out.*std::get<std::vector<std::string> options::*>(which.ours->sets)).clear();
    }
};

// Checks the relations between options that are valid on their own.
bool agree(const options& made, std::string& error) {
    const limits& l = made.limits;
    const auto check = [&error](std::size_t more, std::size_t less, std::string_view rule) {
        return more > less ||
               refuse(error, std::string(rule) + ": " + amount_text(more, unit::bytes) +
                                   " is not greater than " + amount_text(less, unit::bytes));
    };
    return check(l.header_bytes_max, l.target_bytes_max,
                 "--header-bytes-max must be greater than --target-bytes-max, which it includes") &&
           check(l.memory_max, l.request_bytes_max + l.response_bytes_max,
                 "--max-memory must be greater than --request-bytes-max and --response-bytes-max "
                 "together");
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
                                    const char* const* environment, std::string& error,
                                    const options& defaults, settings* own) {
    options made = defaults;
    reader from{made, own, error};
    if (!from.read_environment(environment) || !from.read_words(words) || !agree(made, error) ||
        (own != nullptr && !own->complete(made.name, error)))
        return std::nullopt;
    return made;
}

std::string flag_of(const option& o) { return std::string("--").append(o.name); }

std::string variable_name(std::string_view program, std::string_view option) {
    std::string name(program.empty() ? prefix.substr(0, prefix.size() - 1) : program);
    name.append("_").append(option);
    for (char& c : name)
        c = ascii::is_alpha(c) ? static_cast<char>(c & ~0x20) : ascii::is_digit(c) ? c : '_';
    return name;
}

std::string_view option_variable(const char* const* environment, std::string_view program,
                                 std::string_view option, std::string& name) {
    name = variable_name(program, option);
    const std::string_view value = system::variable(environment, name);
    if (!value.empty() || program.empty()) return value;
    name = variable_name("", option);
    return system::variable(environment, name);
}

std::string value_text(const option& o, const options& from) {
    return std::visit(option_text{o, from}, o.sets);
}

std::string wanted_text(const option& o) {
    if (!o.is_amount()) return std::string(o.is<bool options::*>() ? truths : o.wanted);
    std::string text(o.in == unit::bytes ? "a size" : o.in == unit::ms ? "a time" : "a number");
    text += " from " + amount_text(o.least, o.in) + " to " + amount_text(o.most, o.in);
    if (o.is<std::size_t options::*>()) text += ", or auto";
    if (o.in == unit::bytes) text += ", such as 65536, 64k, 1M or 4G";
    if (o.in == unit::ms) text += ", such as 1500, 1500ms, 5s or 2m";
    return text;
}

std::vector<std::string> unknown_variables(const char* const* environment,
                                           std::string_view program,
                                           std::span<const setting_row> own) {
    std::vector<std::string> lines;
    const std::vector<item> items = all_items(own);
    const std::string own_prefix = program.empty() ? "" : variable_name(program, "");
    for (; environment != nullptr && *environment != nullptr; ++environment) {
        std::string_view value = *environment;
        const std::string_view name = ascii::take_until(value, '=');
        const bool is_ours = name.starts_with(prefix);
        const bool is_programs = !own_prefix.empty() && name.starts_with(own_prefix);
        if (!(is_ours || is_programs) || value.empty() || is_of_a_service(name, value)) continue;
        if (name == system::handover_variable) continue;
        if (name == variable_name(is_programs ? program : "", "token")) continue;
        std::string word(name.substr(is_programs ? own_prefix.size() : prefix.size()));
        for (char& c : word)
            c = c == '_' ? '-' : ascii::is_alpha(c) ? static_cast<char>(c | 0x20) : c;
        const std::string_view owner = is_programs ? program : std::string_view{};
        const bool is_known = std::ranges::find(items, word, &item::name) != items.end();
        if (is_known && variable_name(owner, word) == name) continue;
        const std::string near(nearest_option(word, items));
        if (near.empty() && !is_ours) continue;
        lines.push_back("unknown environment variable " + visible(name) +
                        suggestion(near.empty() ? "" : variable_name(owner, near), ""));
    }
    return lines;
}

}  // namespace callbox::cli
