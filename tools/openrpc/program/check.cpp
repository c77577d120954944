// Reads two documents and prints the changes.
#include "cli/token.hpp"
#include "command.hpp"
#include "diff/compare.hpp"
#include "source.hpp"

#include <string>

namespace callbox::program {

namespace {

int report(invocation& s, const openrpc::comparison& found) {
    std::size_t breaking = found.breaking_unlisted;
    for (const openrpc::change& each : found.changes) {
        const bool of_info = each.method.empty() && each.place.empty();
        const std::string subject = of_info ? "info" : each.method;
        s.out.line({each.breaks ? "breaking: " : "change: ", subject,
                    subject.empty() ? "" : ": ", text_of(each)});
        breaking += each.breaks;
    }
    const std::size_t others = found.count() - breaking;
    if (const std::size_t unlisted = found.breaking_unlisted + found.others_unlisted; unlisted > 0)
        s.out.line({"not listed: ", std::to_string(unlisted), " more"});
    if (found.changes.empty()) s.out.line({"no changes"});
    else s.out.line({std::to_string(breaking),
                     breaking == 1 ? " breaking change, " : " breaking changes, ",
                     std::to_string(others), others == 1 ? " other" : " others"});
    return breaking == 0 ? 0 : 1;
}

}  // namespace

int check(invocation& s) {
    const auto& words = s.given.others;
    const std::string_view names[] = {words[0].text, words[1].text};
    if (names[0] == "-" && names[1] == "-")
        return s.wrong("OLD and NEW cannot both be standard input");
    std::string token;
    const bool sends = is_url(names[0]) || is_url(names[1]);
    if (sends && !cli::read_token(s.given[0], s.environment, token, s.error)) return 2;
    const auto refuse = [&](std::string_view source, std::string_view problem) {
        return s.wrong(name_of(source).append(": ").append(problem));
    };
    bytes texts[2];
    for (std::size_t i = 0; i < 2; ++i) {
        const std::string problem = read_document(names[i], token, texts[i]);
        if (!problem.empty()) return refuse(names[i], problem);
    }
    const auto found = openrpc::compare({texts[0].data(), texts[0].size()},
                                        {texts[1].data(), texts[1].size()});
    if (!found.problem.empty()) return refuse(names[found.is_of_after ? 1 : 0], found.problem);
    return report(s, found);
}

}  // namespace callbox::program
