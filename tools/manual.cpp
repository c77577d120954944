// manual man|bash|zsh|fish PROGRAM VERSION: a page of the manual, or what a shell completes behind
// PROGRAM, on standard output. From the tables of commands and options that --help is made of.
#include "cli/command.hpp"
#include "cli/option.hpp"
#include "cli/options.hpp"
#include "cli/text.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace callbox;
using cli::all_options, cli::flag_of, cli::option;
using std::string;
using std::string_view;

string program, version;

// As main.cpp of the program has them.
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
// The flags that the line about a command names.
std::vector<string> flags_of(const cli::command_doc& c) {
    std::vector<string> all;
    const string text = string(c.takes) + ' ' + string(c.doc);
    for (std::size_t at = text.find("--"); at != text.npos; at = text.find("--", at + 2)) {
        std::size_t end = at + 2;
        while (end < text.size() && (std::islower(static_cast<unsigned char>(text[end])) != 0 ||
                                     text[end] == '-'))
            ++end;
        const string flag = text.substr(at, end - at);
        const bool is_new = std::find(all.begin(), all.end(), flag) == all.end();
        if (end > at + 2 && is_new) all.push_back(flag);
    }
    return all;
}
// The words that an option takes, if they are few.
std::vector<string_view> choices_of(const option& o) {
    if (o.is<status_mode options::*>()) return {cli::status_names.begin(), cli::status_names.end()};
    if (o.is<sandbox_mode options::*>())
        return {cli::sandbox_names.begin(), cli::sandbox_names.end()};
    return {};
}
bool takes_file(const option& o) {
    return o.name != "mount" && (o.takes == "PATH" || o.takes == "FILE");
}
string joined(const std::vector<string_view>& words) {
    string all;
    for (const string_view each : words) all += (all.empty() ? "" : " ") + string(each);
    return all;
}

// A line that begins with '.' or ''' is troff's; a minus would become a hyphen.
string roff(string_view text) {
    string made = replaced(replaced(text, "\\", "\\e"), "-", "\\-");
    made = replaced(made, "\n", "\n.PP\n");
    return made.starts_with('.') || made.starts_with('\'') ? "\\&" + made : made;
}

void print_item(string_view name, string_view takes, string_view text) {
    std::printf(".TP\n.B %s%s\n%s\n", roff(name).c_str(),
                takes.empty() ? "" : (" \\fI" + roff(takes) + "\\fR").c_str(), roff(text).c_str());
}

void print_man() {
    std::printf(".TH %s 1 \"\" \"%s %s\" \"User commands\"\n.SH NAME\n"
                "%s \\- a JSON\\-RPC 2.0 server over HTTP/1.1, and a client\n"
                ".SH SYNOPSIS\n.B %s\n[\\fICOMMAND\\fR] [\\fIOPTION\\fR]...\n",
                upper(program).c_str(), program.c_str(), version.c_str(), program.c_str(),
                program.c_str());
    std::puts(".SH COMMANDS");
    for (const cli::command_doc& c : cli::command_docs()) print_item(c.name, c.takes, c.doc);
    std::puts(".SH OPTIONS");
    const options defaults = own_defaults();
    for (std::size_t i = 0; i < cli::group_titles.size(); ++i) {
        std::printf(".SS %s\n", string(cli::group_titles[i]).c_str());
        for (const option& o : all_options) {
            if (o.among != static_cast<cli::group>(i)) continue;
            string text(o.doc);
            const string value = cli::value_text(o, defaults);
            if (!value.empty() && value != "false") text += " (default " + value + ")";
            print_item(flag_of(o), o.takes, text + ". Variable: " + cli::variable_of(o) + '.');
        }
    }
    std::printf(".SH NOTES\n%s\n", roff(cli::usage_notes).c_str());
    std::puts(".SH EXIT STATUS\n"
              ".TP\n.B 0\nafter SIGTERM or SIGINT, when all that was received is answered, "
              "--drain-timeout-ms is over or a second one has come; when what was asked for was "
              "done\n"
              ".TP\n.B 1\nwhen it could not start, or a blocking method would not end; when what "
              "was asked for failed\n"
              ".TP\n.B 2\nwhen the command line is wrong\n"
              ".SH SIGNALS\n.TP\n.B SIGTERM, SIGINT\ndrain: what was received is answered, then it "
              "ends. A second one ends it at once.\n"
              ".TP\n.B SIGHUP\nread the token file again, and open the log file again\n"
              ".TP\n.B SIGUSR1\na line in the log for each connection\n"
              ".TP\n.B SIGTTIN, SIGTTOU\nraise and lower the level of the log\n"
              ".TP\n.B SIGUSR2\nwith --upgrade: start the program's file anew, which takes over");
}

// Files are completed where neither a flag nor a word of the table fits.
void print_bash() {
    string commands, flags, files;
    for (const cli::command_doc& c : cli::command_docs()) commands += string(c.name) + ' ';
    for (const option& o : all_options) {
        flags += flag_of(o) + ' ';
        if (o.is_flag()) flags += "--no-" + string(o.name) + ' ';
        if (takes_file(o)) files += (files.empty() ? "" : "|") + flag_of(o);
    }
    std::printf("# bash completion for %s, made by tools/manual.cpp\n_%s() {\n"
                "    local now=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
                "    local words='%s' commands='%s'\n",
                program.c_str(), program.c_str(), flags.c_str(), commands.c_str());
    std::puts("    COMPREPLY=()\n    case $before in");
    for (const option& o : all_options)
        if (!choices_of(o).empty() && !o.is_flag())
            std::printf("    %s) words='%s' ;;\n", flag_of(o).c_str(),
                        joined(choices_of(o)).c_str());
    std::printf("    %s|--check|--token-file)\n"
                "        mapfile -t COMPREPLY < <(compgen -f -- \"$now\")\n        return ;;\n"
                "    *)\n        case ${COMP_WORDS[1]} in\n", files.c_str());
    for (const cli::command_doc& c : cli::command_docs()) {
        if (c.name == "serve" || c.name.starts_with('-')) continue;
        string own = c.name == "help" ? "$(\"${COMP_WORDS[0]}\" list 2>/dev/null | "
                                        "sed 's/[^A-Za-z0-9._].*//')" : "";
        for (const string& flag : flags_of(c)) own += (own.empty() ? "" : " ") + flag;
        std::printf("        %s) words=\"%s\" ;;\n", string(c.name).c_str(), own.c_str());
    }
    std::puts("        esac ;;\n    esac\n"
              "    [ \"$COMP_CWORD\" != 1 ] || words=\"$commands $words\"\n"
              "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$now\")\n}");
    std::printf("complete -o default -F _%s %s\n", program.c_str(), program.c_str());
}

// Brackets and colons are zsh's own in what _arguments is told.
string zsh(string_view text) {
    string made = replaced(text, "'", "'\\''");
    for (const string_view c : {"[", "]", ":"}) made = replaced(made, c, "\\" + string(c));
    return made;
}

void print_zsh() {
    std::printf("#compdef %s\n# made by tools/manual.cpp\nlocal -a options commands\ncommands=(\n",
                program.c_str());
    for (const cli::command_doc& c : cli::command_docs())
        std::printf("    '%s:%s'\n", zsh(c.name).c_str(), zsh(c.doc).c_str());
    std::puts(")\noptions=(");
    for (const option& o : all_options) {
        string takes;
        if (takes_file(o)) takes = ':' + string(o.takes) + ":_files";
        else if (!choices_of(o).empty()) takes = ":mode:(" + joined(choices_of(o)) + ')';
        else if (!o.takes.empty()) takes = ':' + zsh(o.takes) + ": ";
        const string flag = (o.is_repeatable() ? "*" : "") + flag_of(o);
        const char* const ends = takes.empty() ? "" : o.is_flag() ? "=-" : "=";
        if (o.is_flag() && !takes.empty()) takes.insert(0, ":");
        std::printf("    '%s%s[%s]%s'\n", flag.c_str(), ends, zsh(o.doc).c_str(), takes.c_str());
        if (o.is_flag())
            std::printf("    '--no-%s[not --%s]'\n", string(o.name).c_str(),
                        string(o.name).c_str());
    }
    std::puts(")\nif ((CURRENT == 2)) && [[ $words[2] != -* ]]; then\n"
              "    _describe command commands\nelse\n    case $words[2] in");
    for (const cli::command_doc& c : cli::command_docs()) {
        if (c.name == "serve" || c.name.starts_with('-')) continue;
        string own;
        for (const string& flag : flags_of(c)) own += " '" + flag + "'";
        std::printf("    %s) _arguments%s '*:word:_default' ;;\n", string(c.name).c_str(),
                    own.c_str());
    }
    std::puts("    *) _arguments $options '--help' '--version' ;;\n    esac\nfi");
}

string fish(string_view text) { return replaced(replaced(text, "\\", "\\\\"), "'", "\\'"); }

void print_fish() {
    const char* const p = program.c_str();
    std::printf("# fish completion for %s, made by tools/manual.cpp\ncomplete -c %s -f\n", p, p);
    string served = "not __fish_seen_subcommand_from";
    for (const cli::command_doc& c : cli::command_docs()) {
        const string name(c.name), doc = fish(c.doc);
        if (name.starts_with("--")) {
            std::printf("complete -c %s -l %s -d '%s'\n", p, name.c_str() + 2, doc.c_str());
            continue;
        }
        std::printf("complete -c %s -n __fish_use_subcommand -a %s -d '%s'\n", p, name.c_str(),
                    doc.c_str());
        if (name != "serve") served += ' ' + name;
        for (const string& flag : flags_of(c))
            std::printf("complete -c %s -n '__fish_seen_subcommand_from %s' -l %s%s\n", p,
                        name.c_str(), flag.c_str() + 2, flag == "--notify" ? "" : " -r -F");
    }
    for (const option& o : all_options) {
        const string name(o.name);
        string takes = o.is_flag() || o.takes.empty() ? "" : takes_file(o) ? " -r -F" : " -x";
        if (!choices_of(o).empty() && !o.is_flag())
            takes = " -x -a '" + joined(choices_of(o)) + '\'';
        std::printf("complete -c %s -n '%s' -l %s%s -d '%s'\n", p, served.c_str(), name.c_str(),
                    takes.c_str(), fish(o.doc).c_str());
        if (o.is_flag())
            std::printf("complete -c %s -n '%s' -l no-%s -d 'not --%s'\n", p, served.c_str(),
                        name.c_str(), name.c_str());
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    program = argv[2];
    version = argv[3];
    const string_view what = argv[1];
    if (what == "man") print_man();
    else if (what == "bash") print_bash();
    else if (what == "zsh") print_zsh();
    else if (what == "fish") print_fish();
    else return 2;
    return std::fflush(stdout) == 0 ? 0 : 1;
}
