// mutants SEED FILE...: prints all mutants of these sources, one per line, in an order determined
// by the seed: FILE, line number, the line, and the changed line, separated by tabs. A mutant is
// one small change: of an operator, a constant or a bound, or a removed statement. This relies on
// the formatting of the sources: spaces around binary operators, none around template brackets.
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

struct change {
    std::string_view from, to;
};

// Longer operators precede their prefixes: the first match is used, and others of the same text.
constexpr change between_spaces[] = {
    {"<=", "<"},  {"<=", ">"},  {">=", ">"},  {">=", "<"},   {"==", "!="}, {"!=", "=="},
    {"&&", "||"}, {"||", "&&"}, {"<<", ">>"}, {">>", "<<"},  {"+=", "-="}, {"-=", "+="},
    {"*=", "/="}, {"/=", "*="}, {"|=", "&="}, {"<", "<="},   {"<", ">="},  {">", ">="},
    {">", "<="},  {"+", "-"},   {"-", "+"},   {"*", "/"},    {"/", "*"},   {"%", "/"},
    {"&", "|"},   {"|", "&"},   {"^", "|"},   {"--", "++"},
};
constexpr change words[] = {
    {"true", "false"}, {"false", "true"}, {"min", "max"}, {"max", "min"},
};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// The line without a comment at its end.
std::string_view code_of(std::string_view line) {
    bool quoted = false;
    std::size_t end = 0;
    for (; end < line.size(); ++end) {
        const char c = line[end];
        if (quoted && c == '\\') ++end;
        else if (c == '"' && (end == 0 || line[end - 1] != '\'')) quoted = !quoted;
        else if (!quoted && line.substr(end, 2) == "//") break;
    }
    return line.substr(0, end);
}

class line_of_code {
public:
    explicit line_of_code(std::string_view line) : line_(line), code_(code_of(line)) {}

    std::vector<std::string> mutants() {
        if (is_left_alone()) return {};
        for (std::size_t at = code_.find_first_not_of(' '); at < code_.size();) at = token(at);
        statements();
        return std::move(all_);
    }

private:
    // Declarations for the compiler, and assertions: their mutants are not errors by themselves.
    bool is_left_alone() const {
        const std::size_t first = code_.find_first_not_of(' ');
        if (first == code_.npos || code_[first] == '#') return true;
        for (const char* const word : {"assert(", "template <", "using ", "operator", "namespace "})
            if (code_.find(word) != code_.npos) return true;
        return false;
    }

    void replace(std::size_t at, std::size_t length, std::string_view by) {
        std::string mutant(line_.substr(0, at));
        mutant.append(by).append(line_.substr(at + length));
        all_.push_back(std::move(mutant));
    }

    // Adds the mutants of the token at `at`; returns the position after it.
    std::size_t token(std::size_t at) {
        const char c = code_[at];
        if (c == '"') return after_quote(at);
        if (c == '\'') return character(at);
        if (std::isdigit(static_cast<unsigned char>(c)) != 0) return number(at);
        if (is_word(c)) return word(at);
        if (code_.substr(at, 2) == "[[") return code_.find("]]", at);  // an attribute
        if (code_.substr(at, 2) == "++") return replace(at, 2, "--"), at + 2;
        if (code_.substr(at, 2) == "--") return replace(at, 2, "++"), at + 2;
        if (c == '!' && code_.substr(at, 2) != "!=") return replace(at, 1, ""), at + 1;
        if (c == '~') return replace(at, 1, ""), at + 1;
        return at != 0 && code_[at - 1] == ' ' ? operation(at) : at + 1;
    }

    std::size_t after_quote(std::size_t at) const {
        const char quote = code_[at++];
        while (at < code_.size() && code_[at] != quote) at += code_[at] == '\\' ? 2 : 1;
        return at + 1;
    }

    // A character that no source compares with, and one that differs in a bit.
    std::size_t character(std::size_t at) {
        const std::size_t end = after_quote(at);
        replace(at, end - at, "'\\x01'");
        if (code_[at + 1] != '\\' && code_[at + 1] != '~')
            replace(at + 1, 1, std::string(1, static_cast<char>(code_[at + 1] ^ 1)));
        return end;
    }

    // One more, one less.
    std::size_t number(std::size_t at) {
        std::size_t end = at;
        while (end < code_.size() && (is_word(code_[end]) || code_[end] == '.')) ++end;
        const std::string text(code_.substr(at, end - at));
        char* end_of_value = nullptr;
        const unsigned long long value = std::strtoull(text.c_str(), &end_of_value, 0);
        if (text.find('.') != text.npos || value == ~0ULL) return end;
        const auto length = static_cast<std::size_t>(end_of_value - text.c_str());
        replace(at, length, std::to_string(value + 1) + (value >> 63 != 0 ? "u" : ""));
        if (value != 0) replace(at, length, std::to_string(value - 1));
        return end;
    }

    std::size_t word(std::size_t at) {
        std::size_t end = at;
        while (end < code_.size() && is_word(code_[end])) ++end;
        for (const change& each : words)
            if (code_.substr(at, end - at) == each.from)
                replace(at, end - at, each.to);
        return end;
    }

    std::size_t operation(std::size_t at) {
        std::size_t length = 0;
        for (const change& each : between_spaces) {
            const std::size_t end = at + each.from.size();
            const bool ends = end == code_.size() || code_[end] == ' ';
            if (!code_.substr(at).starts_with(each.from) || !ends) continue;
            length = each.from.size();
            replace(at, length, each.to);
        }
        return at + (length == 0 ? 1 : length);
    }

    // Removes a break, a continue, an assignment, a call, or the return after an if.
    void statements() {
        const std::size_t first = code_.find_first_not_of(' ');
        const std::size_t end = code_.find_last_of(';');
        const std::string_view code = code_.substr(first);
        if (end == code_.npos || end + 1 != code_.find_last_not_of(' ') + 1) return;
        for (const char* const word : {"break;", "continue;"})
            if (const std::size_t at = code_.find(word); at != code_.npos)
                replace(at, end + 1 - at, ";");
        const std::size_t at = code_.find(" return ");
        if (code.starts_with("if (") && at != code_.npos) replace(at + 1, end - at, ";");
        if (is_plain_statement(code)) replace(first, end + 1 - first, ";");
    }

    // An assignment to an existing variable, or a call for its effect, on its own line.
    static bool is_plain_statement(std::string_view code) {
        std::size_t name = 0;
        while (name < code.size() && (is_word(code[name]) || code[name] == '.')) ++name;
        if (name == 0 || code.find("return") == 0) return false;
        for (const char* const next : {" = ", " += ", " -= ", " |= ", " /= ", " *= ", "(", "->"})
            if (code.substr(name).starts_with(next)) return true;
        return false;
    }

    std::string_view line_;
    std::string_view code_;
    std::vector<std::string> all_;
};

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::string> all;
    for (int i = 2; i < argc; ++i) {
        std::ifstream from(argv[i]);
        std::string line;
        for (int number = 1; std::getline(from, line); ++number)
            for (const std::string& mutant : line_of_code(line).mutants())
                all.push_back(std::string(argv[i]) + '\t' + std::to_string(number) + '\t' + line +
                              '\t' + mutant);
    }
    std::mt19937 chance(static_cast<unsigned>(std::strtoul(argc > 1 ? argv[1] : "1", nullptr, 10)));
    for (std::size_t left = all.size(); left > 1; --left)
        std::swap(all[left - 1], all[chance() % left]);
    for (const std::string& each : all) std::puts(each.c_str());
    return all.empty() ? 1 : 0;
}
