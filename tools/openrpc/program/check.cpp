// Reads two documents and prints the changes.
#include "cli/call.hpp"
#include "command.hpp"
#include "diff/compare.hpp"
#include "read/document_reader.hpp"
#include "report.hpp"
#include "source.hpp"

#include <string>

namespace callbox::program {

int check(invocation& s) {
    const auto& words = s.given.others;
    const std::string_view names[] = {words[0].text, words[1].text};
    const reporter print = reporter_of(s.given.has(1) ? s.given[1] : "text");
    if (print == nullptr) return cli::complain(check_flags[1], s.given[1], s.error), 2;
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
    // Neither a document nor a response shows whether a server hides methods.
    for (const std::string_view name : names)
        if (!token.empty() && is_url(name))
            s.errors.line({"note: ", name, ": read with a token, which may hide methods outside "
                           "its scope"});
    for (const std::string& each : found.others)
        s.errors.line({"note: ", openrpc::shortened(each),
                       " is another document: its contents are not compared"});
    const bool is_file = names[1] != "-" && !is_url(names[1]);
    print(s.out, found, is_file ? names[1] : "");
    return found.breaking() == 0 ? 0 : 1;
}

}  // namespace callbox::program
