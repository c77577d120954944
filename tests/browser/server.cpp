// The server whose explorer the browser opens: everything.hpp, and methods that try its patience.
#include "support/everything_api.hpp"

#include <callbox/clients.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace nasty {

using callbox::arg, callbox::event, callbox::method;

enum class mood { script, quote };
constexpr auto describe(callbox::as<mood>) {
    using callbox::choice, callbox::choices;
    return choices{choice{mood::script, "</script><script>harm=1</script>"},
                   choice{mood::quote, "\" onfocus=\"harm=1\" <!-- '"}};
}

// A type with a codec and a name of its own.
struct day {
    std::string text;
};

inline day add(const day& to) { return to; }
inline std::string markup(std::string_view text, mood) { return std::string(text); }
inline std::int64_t same(std::int64_t n) { return n; }
inline std::size_t bound(const std::vector<std::string>& tags,
                         const std::map<std::string, int>& m) {
    return tags.size() + m.size();
}
inline std::string wait(std::uint32_t ms) {
    std::this_thread::sleep_for(std::chrono::milliseconds(ms));
    return "<img src=x onerror=harm=1>";
}

// Reports each step. Returns how many such calls were cancelled so far.
inline int steps(const callbox::caller& caller, std::uint32_t count) {
    static std::atomic<int> cancelled = 0;
    for (std::uint32_t i = 1; i <= count; ++i) {
        if (caller.gone()) return ++cancelled;
        if (count > 1) caller.progress(i, count, "<b>step</b> " + std::to_string(i));
        else caller.progress(i);
        std::this_thread::sleep_for(std::chrono::milliseconds(120));
    }
    return cancelled;
}

// One of many, with texts that are more than texts.
struct row {
    std::int64_t n = 0;
    std::string text;
    std::optional<std::string> link;
    std::chrono::sys_seconds at;
};
constexpr auto describe(callbox::as<row>) {
    using callbox::field, callbox::fields;
    return fields{field{"n", &row::n}, field{"text", &row::text}, field{"link", &row::link},
                  field{"at", &row::at}};
}
// Their numbers differ in the last of 64 bits; texts want to be quoted.
inline std::vector<row> rows(std::uint32_t count, std::uint32_t length) {
    std::vector<row> all;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t other = (i + count / 2) % count;
        row one;
        one.n = 9223372036854775807 - other;
        one.text = "a, \"b\"\n" + std::to_string(i);
        one.text.append(length, 'x');
        if (i % 2 == 0) one.link = "https://example.com/" + std::to_string(i);
        one.at += std::chrono::seconds(1709170200 + i);
        all.push_back(std::move(one));
    }
    return all;
}

}  // namespace nasty

template <> struct callbox::codec<nasty::day> {
    static constexpr type schema{.form = type_form::string, .name = "date as YYYY-MM-DD"};
    static bool read(value from, nasty::day& out, violations& bad) {
        if (!from.is(kind::string)) return bad.wrong_type(from, schema);
        out.text = from.text();
        return true;
    }
    static void write(writer& to, const nasty::day& from) { to.string(from.text); }
};

namespace nasty {

// Events: for each way to handle a full queue, and one that is retained.
inline callbox::topic<row> kept, strict, lossy, newest;
inline bool reaches(const row& r, std::optional<std::int64_t> least) {
    if (least == 13) throw std::runtime_error("13");
    return !least || r.n >= *least;
}
enum class target { kept, strict, lossy, newest };
constexpr auto describe(callbox::as<target>) {
    using callbox::choice, callbox::choices;
    return choices{choice{target::kept, "kept"}, choice{target::strict, "strict"},
                   choice{target::lossy, "lossy"}, choice{target::newest, "newest"}};
}
inline void publish(target to, std::uint32_t count, std::uint32_t length, std::string_view text) {
    constexpr std::array topics{&kept, &strict, &lossy, &newest};
    row one{.text = std::string(text)};
    one.text.append(length, 'x');
    for (; one.n < count; ++one.n) topics[static_cast<std::size_t>(to)]->publish(one);
}

inline constexpr callbox::api methods{
    callbox::thread_safe,
    event<"event.kept", &kept, reaches>("Events that are retained.",
        arg("least", "their least number"), callbox::keeps(3), callbox::example({7}, "1")),
    event<"event.lossy", &lossy>("Events that get lost.", callbox::when_full::drop_oldest),
    event<"event.newest", &newest>("A state.", callbox::when_full::latest),
    event<"event.strict", &strict>("Events, each of them."),
    method<"event.publish", publish>("Publishes events.", "to", "count",
        arg("length", "of the text of each") = 0, arg("text") = ""),
    method<"nasty.add", add>("Takes a day.", "to"),
    method<"nasty.bound", bound>("Bounds of one side, of elements and of names.",
        arg("tags").size_at_most(2).unique()
            .each<callbox::length(1, 3).pattern<"^[^\\d]+$">()>() = {},
        arg("rows").keys<callbox::length_at_most(2).pattern<"^[a-z]+$">()>()
            .each<callbox::at_least(1)>() = {}),
    method<"nasty.markup", markup>(
        "<script>harm=1</script> \"quoted\" </script> <!-- <img src=x onerror=harm=1>",
        arg("<b>\"text'</b>", "<img src=x onerror=harm=1></script>"),
        arg("mood", "<!-- <script>") = mood::script,
        callbox::details("First line\n<i>second</i> line &amp; {{more}} ${harm=1}"),
        callbox::returns("<u>what was sent</u>"), callbox::fails(7, "<s>never</s>"),
        callbox::example({"</script><script>harm=1</script>", mood::quote},
                         "</script><script>harm=1</script>"),
        callbox::no_tool),
    method<"nasty.rows", rows>("Rows.", "n", arg("length", "of the text of each") = 0),
    method<"nasty.steps", steps>("Takes steps.", "count", callbox::blocking),
    method<"nasty.wait", wait>("Answers late.", arg("ms", "how late").in(0, 5000) = 300,
        callbox::blocking),
    method<"same", same>("The number that was sent.", arg("n", "all 64 bits of it"),
        callbox::example({9223372036854775807}, 9223372036854775807), callbox::reads_only,
        callbox::self_contained, callbox::title("The same")),
};

// With the variable RECOGNIZES, the server requires names as tokens.
inline callbox::result<callbox::identity> recognized(const callbox::request_head& head) {
    if (head.bearer == "ann") return callbox::identity{"ann", {"same", "event.*"}};
    return callbox::failure{401, "who are you?"};
}

}  // namespace nasty

int main(int argc, char** argv) {
    everything::counter state;
    callbox::options defaults;
    defaults.mcp = true;
    defaults.clients = &callbox::commands::client;
    if (std::getenv("RECOGNIZES") != nullptr) defaults.authenticate = nasty::recognized;
    return callbox::run(everything::methods + nasty::methods, state, argc, argv, defaults);
}
