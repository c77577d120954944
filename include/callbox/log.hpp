// callbox/log.hpp - log(): writes a line to the server's log from a method.
//
//     int sell(stock& s, const callbox::caller& caller, int count) {
//         if (s.left < count) callbox::log(caller, callbox::log_level::warn, "short of stock");
//         ...
//
//     callbox: log message="short of stock" method=sell id=7 peer=10.0.0.7:52144 token=shop
#pragma once

#include <callbox/caller.hpp>
#include <callbox/options.hpp>

namespace callbox {

// Writes a line with the text and with the call's method, id, peer, token and trace, if known. If
// options::log_level excludes the level, it only costs a comparison. The text is truncated to 300
// bytes, and its control characters are escaped: it stays one line. Each thread logs at most
// limits::log_rate_max errors and warnings per second; the log counts the rest.
//
// It does nothing without a server (answer(), answerer, test::client), or for a caller that the
// program made itself. It allocates no memory, throws nothing and does not block, except on
// options::log_to, which must not call it.
//
// Requires: the call is running: its function or a hook around it has not returned. Any thread may
// log for it until then.
void log(const caller&, log_level level, std::string_view text) noexcept;
// The same at log_level::info.
void log(const caller&, std::string_view text) noexcept;

}  // namespace callbox
