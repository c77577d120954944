// Writes a comparison as JSON.
#include "json_report.hpp"

#include <callbox/json.hpp>

namespace callbox::openrpc {

namespace {

void write_change(writer& to, const change& c) {
    to.begin_object();
    to.key("breaking");
    to.boolean(c.breaks);
    const auto member = [&to](std::string_view name, std::string_view text) {
        if (text.empty()) return;
        to.key(name);
        to.string(text);
    };
    member("method", c.method);
    member("place", c.place);
    member("change", c.what);
    if (!c.methods.empty()) {
        to.key("methods");
        to.begin_array();
        for (const std::string_view each : c.methods) to.string(each);
        to.end_array();
    }
    to.end_object();
}

}  // namespace

void append_json(bytes& out, const comparison& found) {
    writer to(out);
    to.begin_object();
    const auto number = [&to](std::string_view name, std::size_t count) {
        to.key(name);
        to.natural(count);
    };
    number("breaking", found.breaking());
    number("others", found.count() - found.breaking());
    number("unlisted", found.breaking_unlisted + found.others_unlisted);
    to.key("changes");
    to.begin_array();
    for (const change& each : found.changes) write_change(to, each);
    to.end_array();
    to.end_object();
}

}  // namespace callbox::openrpc
