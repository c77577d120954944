// Prints a comparison: as text, JSON, Markdown or annotations of GitHub Actions.
#include "report.hpp"

#include "diff/json_report.hpp"
#include "markup.hpp"

#include <callbox/bytes.hpp>

#include <new>
#include <string>

namespace callbox::program {

namespace {

using openrpc::change, openrpc::comparison;

// "hello: parameter name: now required", "type card: now deprecated (pay)".
std::string line_of(const change& c) {
    const bool of_info = c.method.empty() && c.place.empty();
    const std::string subject = of_info ? "info" : c.method;
    return (subject.empty() ? "" : subject + ": ") + text_of(c);
}

std::string counts_of(const comparison& found) {
    if (found.count() == 0) return "no changes";
    const std::size_t breaking = found.breaking(), others = found.count() - breaking;
    return std::to_string(breaking) +
           (breaking == 1 ? " breaking change, " : " breaking changes, ") +
           std::to_string(others) + (others == 1 ? " other" : " others");
}

void print_unlisted(cli::output& to, const comparison& found) {
    const std::size_t unlisted = found.breaking_unlisted + found.others_unlisted;
    if (unlisted > 0) to.line({"not listed: ", std::to_string(unlisted), " more"});
}

void print_text(cli::output& to, const comparison& found, std::string_view) {
    for (const change& each : found.changes)
        to.line({each.breaks ? "breaking: " : "change: ", line_of(each)});
    print_unlisted(to, found);
    to.line({counts_of(found)});
}

void print_json(cli::output& to, const comparison& found, std::string_view) {
    bytes made;
    openrpc::append_json(made, found);
    if (made.overflowed()) throw std::bad_alloc();
    to.json(made.view());
}

void print_markdown(cli::output& to, const comparison& found, std::string_view) {
    to.line({"**", counts_of(found), "**"});
    const change* before = nullptr;
    for (const change& each : found.changes) {
        if (before == nullptr || before->breaks != each.breaks) {
            to.line({});
            to.line({each.breaks ? "Breaking:" : "Others:"});
            to.line({});
        }
        to.line({"- ", code_span(line_of(each)).view()});
        before = &each;
    }
    if (found.count() == found.changes.size()) return;
    to.line({});
    print_unlisted(to, found);
}

// Prints no text of the documents outside of annotations: a runner searches it for commands.
void print_github(cli::output& to, const comparison& found, std::string_view file) {
    const std::string where =
        file.empty() ? "" : "file=" + std::string(workflow_text::value(file).view()) + ",";
    for (const change& each : found.changes)
        if (each.breaks)
            to.line({"::error ", where, "title=Breaking change::",
                     workflow_text::message(line_of(each)).view()});
    print_unlisted(to, found);
    to.line({counts_of(found)});
}

}  // namespace

reporter reporter_of(std::string_view format) {
    if (format == "text") return print_text;
    if (format == "json") return print_json;
    if (format == "markdown") return print_markdown;
    return format == "github" ? print_github : nullptr;
}

}  // namespace callbox::program
