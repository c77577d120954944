// manual man|bash|zsh|fish PROGRAM VERSION DATE: prints the manual page of PROGRAM, or its shell
// completions, from the same tables of commands and options as --help. PROGRAM is callbox-openrpc
// or a program that serves.
#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/text.hpp"
#include "manual_text.hpp"
#include "program/clients.hpp"
#include "program/command.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <set>
#include <string>
#include <string_view>

namespace {

using namespace callbox;
using cli::command, cli::flag, cli::flag_of, cli::option;
using manual::fish, manual::roff, manual::word, manual::zsh;
using std::string;
using std::string_view;

string binary, version, date;
std::span<const command> commands;
std::span<const option> all_options;  // empty for callbox-openrpc

// The same as in main.cpp of the program.
options own_defaults() {
    options o;
    o.sandbox = sandbox_mode::where_possible;
    return o;
}

string replaced(string_view text, string_view what, string_view by) {
    string made(text);
    for (std::size_t at = 0; (at = made.find(what, at)) != made.npos; at += by.size())
        made.replace(at, what.size(), by);
    return made;
}
string upper(string_view text) {
    string made(text);
    for (char& c : made) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return made;
}
bool is_file(string_view takes) { return takes.starts_with("FILE") || takes.ends_with(".json"); }
bool takes_file(const option& o) {
    return o.name != "mount" && (o.takes == "PATH" || is_file(o.takes));
}
bool takes_documents(const command& c) { return c.takes == "OLD NEW"; }
bool takes_method(const command& c) { return c.takes.find("METHOD") != string_view::npos; }
// The options of serve are valid without it, and --help is a flag in shells.
bool is_word(const command& c) { return c.name != "serve" && !c.name.starts_with('-'); }
string words_of(std::span<const string_view> choices) {
    string all;
    for (const string_view each : choices) all += (all.empty() ? "" : " ") + string(each);
    return all;
}

// The words of a text like "json, text or none"; empty: it has other words.
string choices_in(string_view wanted) {
    string all;
    for (string_view rest = wanted; !rest.empty();) {
        const std::size_t comma = rest.find(", "), last = rest.find(" or ");
        const std::size_t end = std::min({comma, last, rest.size()});
        const string_view word = rest.substr(0, end);
        if (word.empty() || word.find(' ') != word.npos) return "";
        all += (all.empty() ? "" : " ") + string(word);
        rest.remove_prefix(std::min(rest.size(), end + (end == comma ? 2 : 4)));
    }
    return all.find(' ') == all.npos ? "" : all;
}
string choices_of(const flag& f) { return f.takes.empty() ? "" : choices_in(f.wanted); }
string languages_of(const command& c) {
    return c.takes.starts_with("LANGUAGE") ? choices_in(cli::client_languages) : "";
}

// Prints a text in lines of at most 80 bytes; troff fills them.
void print_text(string_view text) {
    string line;
    const auto end_line = [&line] {
        if (!line.empty()) std::puts(line.c_str());
        line.clear();
    };
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
        const string word = roff(text.substr(0, end));
        const bool ends_paragraph = end < text.size() && text[end] == '\n';
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.size() + 3 + word.size() > 80) end_line();
        line += (line.empty() ? "" : " ") + word;
        if (!ends_paragraph) continue;
        end_line();
        std::puts(".PP");
    }
    end_line();
}

void print_item(string_view name, string_view takes, string_view text) {
    std::printf(".TP\n.B %s%s\n", roff(name).c_str(),
                takes.empty() ? "" : (" \\fI" + roff(takes) + "\\fR").c_str());
    print_text(text);
}

void print_commands() {
    std::puts(".SH COMMANDS");
    for (const command& c : commands) {
        const string name = (c.letter.empty() ? "" : string(c.letter) + ", ") + string(c.name);
        const string more = replaced(c.more, "\n", " ");
        print_item(name, c.takes, string(c.doc) + '.' + (more.empty() ? "" : ' ' + more));
        if (c.flags.empty()) continue;
        std::puts(".RS");
        for (const flag& each : c.flags) print_item(each.name, each.takes, each.doc);
        std::puts(".RE");
    }
}

void print_options() {
    std::puts(".SH OPTIONS");
    const options defaults = own_defaults();
    for (const option& o : all_options) {
        for (const auto& [first, heading] : cli::headings)
            if (o.name == first) std::printf(".SS %s\n", roff(heading).c_str());
        string text(o.doc);
        const string value = cli::value_text(o, defaults);
        if (!value.empty() && value != "false") text += " (default " + value + ")";
        print_item(flag_of(o), o.takes,
                   text + ". Variable: " + cli::variable_name("", o.name) + '.');
    }
    std::puts(".SS Values and variables");
    print_text(cli::usage_notes);
}

void print_head(string_view what, string_view words) {
    const char* const p = binary.c_str();
    std::printf(".TH %s 1 \"%s\" \"%s %s\" \"User commands\"\n.SH NAME\n%s \\- %s\n"
                ".SH SYNOPSIS\n.B %s\n%s\n.SH DESCRIPTION\n",
                roff(upper(binary)).c_str(), date.c_str(), p, roff(version).c_str(),
                roff(binary).c_str(), roff(what).c_str(), roff(binary).c_str(), words.data());
}

void print_examples() {
    std::puts(".SH EXAMPLES");
    for (const command& c : commands)
        if (!c.example.empty()) print_item(binary + ' ' + string(c.example), "", c.doc);
}

void print_links(string_view pages) {
    std::printf(".SH SEE ALSO\n%s.PP\n"
                "JSON\\-RPC 2.0: https://www.jsonrpc.org/specification\n.br\n"
                "OpenRPC: https://open\\-rpc.org\n", pages.data());
}

void print_openrpc_man() {
    print_head("compares OpenRPC documents and writes clients",
               "\\fICOMMAND\\fR [\\fIOPTION\\fR]... [\\fIARGUMENT\\fR]...");
    print_text(binary + " reads OpenRPC documents of any server, from files or from the server "
               "itself. It lists the changes between two documents and whether they break "
               "clients, and writes typed clients.");
    print_commands();
    std::puts(".SH EXIT STATUS");
    print_item("0", "", "no change breaks clients");
    print_item("1", "", "a change breaks clients, or standard output cannot be written");
    print_item("2", "", "the command line is invalid, or a document cannot be read");
    std::puts(".SH ENVIRONMENT");
    print_item("CALLBOX_TOKEN", "", "the token to send if there is no --token-file");
    std::puts(".SH FILES\nNone are required.");
    print_item("FILE of --token-file", "", "a token on one line. The file must not be accessible "
                                           "to other users.");
    print_examples();
    print_links(".BR callbox (1)\n");
}

void print_events() {
    std::puts(".SH EVENTS");
    print_text("A method whose line in `" + binary + " list` has \"events of\" is an event: a call "
               "subscribes. Clients call it over a WebSocket, or by POST with Accept: "
               "text/event-stream, for example with curl -N. Each WebSocket and each stream counts "
               "as a connection for --connections-max. A client that reads too slowly loses its "
               "subscription or misses events, as `" + binary + " help METHOD` shows; "
               "--subscription-bytes-max is the limit.");
}

void print_man() {
    print_head("a JSON-RPC 2.0 server over HTTP/1.1, and a client",
               "[\\fICOMMAND\\fR] [\\fIOPTION\\fR]...");
    print_text(binary + " serves its built-in methods by JSON-RPC 2.0 over HTTP/1.1 POST, by "
               "default at http://127.0.0.1:8080/api, until a signal stops it. Without a command, "
               "it serves. `" + binary + " list` lists the methods.");
    print_commands();
    print_options();
    print_events();
    std::puts(".SH SIGNALS");
    print_item("SIGTERM, SIGINT", "", "drain: answer all received requests, then exit. A second "
                                      "signal exits immediately.");
    print_item("SIGHUP", "", "reread the token file and reopen the log file");
    print_item("SIGUSR1", "", "log a line for each connection");
    print_item("SIGTTIN, SIGTTOU", "", "raise and lower the log level");
    print_item("SIGUSR2", "", "with --upgrade: re-execute the binary; the new process takes over");
    std::puts(".SH EXIT STATUS");
    print_item("0", "", "serve: SIGTERM or SIGINT, after all received requests were answered, "
                        "--drain-timeout-ms elapsed or a second signal arrived; other commands: "
                        "success");
    print_item("1", "", "serve: it could not start, or a blocking method did not return; other "
                        "commands: failure");
    print_item("2", "", "the command line is invalid");
    std::puts(".SH FILES\nNone are required.");
    print_item("FILE of --token-file", "", "lines of a name, a token and the methods that it may "
                                           "call. The file must not be accessible to other users.");
    print_item("/etc/default/callbox", "", "environment variables for callbox.service");
    print_examples();
    print_item(binary + " --public-url https://example.org/api --drain-delay-ms 5s", "",
               "serve behind a proxy, without losing calls on restarts");
    print_links(".BR callbox\\-openrpc (1),\n.BR curl (1),\n.BR openssl (1),\n"
                ".BR systemd.socket (5)\n");
}

// Completes files if neither a flag nor a word of the table fits.
void print_bash() {
    string names, flags, files;
    for (const command& c : commands) {
        names += string(c.name) + ' ';
        for (const flag& each : c.flags)
            if (is_file(each.takes)) files += string(each.name) + '|';
    }
    for (const option& o : all_options) {
        flags += flag_of(o) + ' ';
        if (o.is_flag()) flags += "--no-" + string(o.name) + ' ';
        if (takes_file(o)) files += flag_of(o) + '|' + flag_of(o) + "=|";
    }
    files.pop_back();
    const char* const p = binary.c_str();
    std::printf("# bash completion for %s, generated by tools/manual.cpp\n"
                "# Bash treats '=' as a separate word.\n_%s() {\n"
                "    local now=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
                "    if [ \"$now\" = = ]; then\n        now='' before+==\n"
                "    elif [ \"$before\" = = ]; then\n"
                "        before=${COMP_WORDS[COMP_CWORD - 2]}=\n    fi\n"
                "    local words='%s' commands='%s'\n", p, p, flags.c_str(), names.c_str());
    std::puts("    COMPREPLY=()\n    case $before in");
    for (const option& o : all_options)
        if (const string words = words_of(o.choices); !words.empty())
            std::printf("    %s%s=) words='%s' ;;\n",
                        o.is_flag() ? "" : (flag_of(o) + '|').c_str(), flag_of(o).c_str(),
                        words.c_str());
    std::set<string_view> seen;
    for (const command& c : commands)
        for (const flag& each : c.flags)
            if (const string words = choices_of(each);
                !words.empty() && seen.insert(each.name).second)
                std::printf("    %s|%s=) words='%s' ;;\n", string(each.name).c_str(),
                            string(each.name).c_str(), words.c_str());
    std::printf("    %s)\n"
                "        mapfile -t COMPREPLY < <(compgen -f -- \"$now\")\n        return ;;\n"
                "    *)\n        case ${COMP_WORDS[1]} in\n", files.c_str());
    for (const command& c : commands) {
        if (!is_word(c)) continue;
        string own = c.name == "help" ? "$commands " : "";
        if (takes_method(c))
            own += "$(\"${COMP_WORDS[0]}\" list 2>/dev/null | sed 's/[^A-Za-z0-9._].*//') ";
        own += languages_of(c) + ' ';
        for (const flag& each : c.flags) own += string(each.name) + ' ';
        std::printf("        %s) %swords=\"%s\" ;;\n", string(c.name).c_str(),
                    takes_documents(c) ? "[[ $now != -* ]] || " : "", own.c_str());
    }
    std::puts("        esac ;;\n    esac\n"
              "    [ \"$COMP_CWORD\" != 1 ] || words=\"$commands $words\"\n"
              "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$now\")\n}");
    std::printf("complete -o default -F _%s %s\n", p, p);
}

void print_zsh_option(const option& o) {
    const string choices = words_of(o.choices);
    string takes;
    if (takes_file(o)) takes = ':' + string(o.takes) + ":_files";
    else if (!choices.empty()) takes = ":mode:(" + choices + ')';
    else if (!o.takes.empty()) takes = ':' + zsh(o.takes) + ": ";
    const string name = (o.is_repeatable() ? "*" : "") + flag_of(o);
    const char* const ends = takes.empty() ? "" : o.is_flag() ? "=-" : "=";
    if (o.is_flag() && !takes.empty()) takes.insert(0, ":");
    std::printf("    %s\n", word(name + ends + '[' + zsh(o.doc) + ']' + takes).c_str());
    if (o.is_flag())
        std::printf("    '--no-%s[disable --%s]'\n", string(o.name).c_str(),
                    string(o.name).c_str());
}

string zsh_value_of(const flag& f) {
    if (f.takes.empty()) return "";
    const string choices = choices_of(f);
    return ':' + zsh(f.takes) + ':' +
           (is_file(f.takes) ? "_files" : choices.empty() ? " " : '(' + choices + ')');
}

void print_zsh() {
    std::printf("#compdef %s\n# generated by tools/manual.cpp\n"
                "local -a options commands methods\ncommands=(\n", binary.c_str());
    for (const command& c : commands)
        std::printf("    %s\n", word(zsh(c.name) + ':' + zsh(c.doc)).c_str());
    std::puts(")\noptions=(");
    for (const option& o : all_options) print_zsh_option(o);
    std::puts(")\nif ((CURRENT == 2)) && [[ $words[2] != -* ]]; then\n"
              "    _describe command commands\nelse\n    case $words[2] in");
    for (const command& c : commands) {
        if (!is_word(c)) continue;
        std::printf("    %s)\n", string(c.name).c_str());
        if (takes_method(c))
            std::puts("        methods=(${${(f)\"$($words[1] list 2> /dev/null)\"}"
                      "%%[^A-Za-z0-9._]*})");
        string own;
        for (const flag& each : c.flags)
            own += ' ' + word(string(each.name) + '[' + zsh(each.doc) + ']' +
                              zsh_value_of(each));
        if (const string words = languages_of(c); !words.empty())
            own += " '2:language:(" + words + ")'";
        if (c.name == "help") own += " \"*:method:($methods ${(j: :)${(@)commands%%:*}})\"";
        else if (takes_method(c)) own += " \"3:method:($methods)\" '*:argument:_default'";
        else own += " '*:argument:_default'";
        std::printf("        _arguments%s ;;\n", own.c_str());
    }
    std::puts("    *) _arguments $options '--help' '--version' ;;\n    esac\nfi");
}

void print_fish_command(const command& c) {
    const char* const p = binary.c_str();
    const string name(c.name), doc = fish(c.doc);
    if (name.starts_with("--")) {
        std::printf("complete -c %s -s %s -l %s -d %s\n", p, string(c.letter.substr(1)).c_str(),
                    name.c_str() + 2, doc.c_str());
        return;
    }
    std::printf("complete -c %s -n __fish_use_subcommand -a %s -d %s\n", p, name.c_str(),
                doc.c_str());
    const string condition = "-n '__fish_seen_subcommand_from " + name + '\'';
    for (const flag& each : c.flags) {
        string value = each.takes.empty() ? "" : is_file(each.takes) ? " -r -F" : " -x";
        if (const string choices = choices_of(each); !choices.empty())
            value += " -a '" + choices + '\'';
        std::printf("complete -c %s %s -l %s%s -d %s\n", p, condition.c_str(),
                    string(each.name.substr(2)).c_str(), value.c_str(), fish(each.doc).c_str());
    }
    if (const string words = languages_of(c); !words.empty())
        std::printf("complete -c %s %s -a '%s'\n", p, condition.c_str(), words.c_str());
    if (takes_documents(c)) std::printf("complete -c %s %s -F\n", p, condition.c_str());
    if (takes_method(c))
        std::printf("complete -c %s %s -a "
                    "'(command %s list 2> /dev/null | string match -r \"^[A-Za-z0-9._]+\")'\n",
                    p, condition.c_str(), p);
}

void print_fish() {
    const char* const p = binary.c_str();
    std::printf("# fish completion for %s, generated by tools/manual.cpp\n"
                "complete -c %s -f\n", p, p);
    string served = "not __fish_seen_subcommand_from", names;
    for (const command& c : commands) {
        print_fish_command(c);
        if (is_word(c)) served += ' ' + string(c.name);
        if (!c.name.starts_with('-')) names += string(c.name) + ' ';
    }
    std::printf("complete -c %s -n '__fish_seen_subcommand_from help' -a '%s'\n", p,
                names.c_str());
    for (const option& o : all_options) {
        const string name(o.name), choices = words_of(o.choices);
        string takes = o.takes.empty() ? "" : takes_file(o) ? " -r -F" : " -x";
        if (!choices.empty()) takes = (o.is_flag() ? " -a '" : " -x -a '") + choices + '\'';
        std::printf("complete -c %s -n '%s' -l %s%s -d %s\n", p, served.c_str(), name.c_str(),
                    takes.c_str(), fish(o.doc).c_str());
        if (o.is_flag())
            std::printf("complete -c %s -n '%s' -l no-%s -d 'disable --%s'\n", p, served.c_str(),
                        name.c_str(), name.c_str());
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 5) return 2;
    binary = argv[2];
    version = argv[3];
    date = argv[4];
    const bool serves = binary != "callbox-openrpc";
    commands = serves ? cli::commands() : program::commands();
    if (serves) all_options = cli::all_options;
    const string_view what = argv[1];
    if (what == "man") serves ? print_man() : print_openrpc_man();
    else if (what == "bash") print_bash();
    else if (what == "zsh") print_zsh();
    else if (what == "fish") print_fish();
    else return 2;
    return std::fflush(stdout) == 0 ? 0 : 1;
}
