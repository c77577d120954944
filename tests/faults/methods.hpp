// The methods and events of the server.
#pragma once

#include "app/methods.hpp"

#include <callbox/callbox.hpp>

#include <unistd.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace faults {

inline std::string twice(std::string_view text) { return std::string(text).append(text); }
inline std::string bad() { throw std::runtime_error("on purpose"); }
inline std::string slowly(std::string_view text) {
    ::usleep(500);
    return std::string(text);
}
inline std::vector<callbox::later<std::string>> kept;
inline void keep(std::string, callbox::later<std::string> done) { kept.push_back(std::move(done)); }
inline void report(callbox::later<std::string> done) {
    kept.push_back(std::move(done));
    kept.back().progress(1, 2, "half");
}
inline void give(const std::string& text) {
    for (auto& each : kept) each(text);
    kept.clear();
}
inline void drop() { kept.clear(); }
inline callbox::topic<std::string> said_texts;
inline bool begins(const std::string& text, std::string_view prefix) {
    return text.starts_with(prefix);
}
inline void say(const std::string& text) { said_texts.publish(text); }
inline bool throws(const std::string& text) { return text != "!" || (bad(), false); }
inline void say_twice(const callbox::seen_call&, const callbox::seen_end&) {
    for (const char* const text : {"first", "!"}) said_texts.publish(text);
}
// Its calls publish two events; the filter throws at the second one.
inline constexpr callbox::api streamed{
    callbox::thread_safe, callbox::event<"ended", &said_texts, throws>("Ends soon.")};
inline constexpr callbox::api plain = demo::methods + callbox::api{
    callbox::thread_safe,
    callbox::method<"twice", twice>("The text twice.", "text"),
    callbox::method<"bad", bad>("Throws."),
    callbox::method<"say", say>("Says.", "text"),
    callbox::method<"keep", keep>("Answers later.", "text"),
    callbox::method<"report", report>("Answers later, with progress."),
    callbox::method<"give", give>("Answers those that are kept.", "text"),
    callbox::method<"drop", drop>("Answers none of them."),
    callbox::event<"said", &said_texts, begins>("Said.", "prefix", callbox::keeps(2)),
    callbox::event<"heard", &said_texts, begins>("Said.", callbox::arg("prefix") = "",
                                                 callbox::when_full::drop_oldest),
} + callbox::with<streamed>(callbox::after<say_twice>);
inline constexpr callbox::api threaded = plain + callbox::api{
    callbox::thread_safe,
    callbox::method<"slowly", slowly>("Returns the text.", "text", callbox::blocking),
};

}  // namespace faults
