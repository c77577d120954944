// callbox/log.hpp - log(): a line of a method's function in the log of its server.
//
//     int sell(stock& s, const callbox::caller& who, int count) {
//         if (s.left < count) callbox::log(who, callbox::log_level::warn, "the stock is short");
//         ...
//
//     callbox: log message="the stock is short" method=sell id=7 peer=10.0.0.7:52144 token=shop
#pragma once

#include <callbox/caller.hpp>
#include <callbox/options.hpp>

#include <string_view>

namespace callbox {

// Writes a line with the text and with the call's method, id, peer, token and trace, where they are
// known, unless options::log_level leaves out lines of that level: then it costs a comparison. The
// text is cut after 300 bytes; control characters in it are escaped, so that it stays one line. Of
// errors and warnings each thread that calls logs limits::log_rate_max a second; the log counts
// what is left out.
//
// Without a server (answer(), answerer, test::client) and for a caller that the program made itself
// it does nothing. It allocates no memory, throws nothing, and waits for nobody but for
// options::log_to, which must not call it.
//
// Requires: the call of `who` runs, that is, its function or a hook around it has not returned. Any
// thread may log for it until then.
void log(const caller& who, log_level level, std::string_view text) noexcept;
// The same at log_level::info.
void log(const caller& who, std::string_view text) noexcept;

}  // namespace callbox
