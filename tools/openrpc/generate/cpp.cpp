// Writes a client in C++: a header of structs and functions on callbox/connection.hpp.
#include "cpp_text.hpp"
#include "cpp_types.hpp"
#include "generate.hpp"
#include "groups.hpp"
#include "openrpc/document_reader.hpp"
#include "reserved.hpp"
#include "text.hpp"

#include <callbox/version.hpp>

#include <limits>
#include <map>
#include <utility>

namespace callbox::openrpc::generate {

using namespace cpp_text;

namespace {

bool fits_int(std::int64_t code) {
    return code >= std::numeric_limits<int>::min() && code <= std::numeric_limits<int>::max();
}

class cpp_writer {
public:
    cpp_writer(service& from, const choices& how)
        : service_(from), types_(from), how_(how) {}

    std::string file() {
        std::vector<std::string> words = words_of(how_.name.empty() ? service_.title : how_.name);
        if (words.empty()) words = {"service"};
        std::vector<std::string_view> taken = cpp_reserved();
        taken.push_back(reserved::cpp_functions);
        const code space = scope(std::move(taken)).claim(snake(words));
        write_head(space);
        out_ += "namespace " + space + " {\n";
        out_ += types_.declarations();
        write_options();
        write_errors();
        write_methods();
        write_client();
        out_ += "\n}  // namespace " + space + "\n";
        return std::move(out_).text();
    }

private:
    void write_head(const code& space) {
        std::string head = "A client of \"" + service_.title + "\" " + service_.version;
        if (!service_.contract.empty()) head += ", contract " + service_.contract;
        append_comment(out_, 0, one_line(head) + ". Made by callbox-openrpc " +
                                    std::string(version) + ": make it again, do not edit it.");
        out_ += "//\n"
                "//     " + space + "::Client api(\"http://127.0.0.1:8080/api\");\n"
                "//\n"
                "// A function gives a callbox::result: its value, or a failure. connection.hpp "
                "says which, and\n"
                "// what holds for threads and waits. `api.notify` has the same functions for "
                "notifications, and\n"
                "// `api.of` for calls of a batch: auto [a, b] = api.batch(api.of.x(), "
                "api.of.y());\n";
        if (!service_.doc.empty()) out_ += "//\n";
        append_comment(out_, 0, service_.doc);
        out_ += "#pragma once\n\n#include <callbox/connection.hpp>\n\n"
                "#include <cstdint>\n#include <map>\n#include <optional>\n#include <string>\n"
                "#include <string_view>\n#include <tuple>\n#include <variant>\n"
                "#include <vector>\n\n";
    }

    // The arguments by name only, as a struct: .{.a = 2, .b = 3}.
    void write_options() {
        for (const method& m : service_.methods) {
            if (!m.has_options()) continue;
            out_ += "\n";
            append_comment(out_, 0, "The arguments by name of " + one_line(m.name) + ".");
            out_ += "struct " + options_name(m) + " {\n";
            scope members(cpp_reserved());
            for (const member& p : m.params) {
                if (!m.takes_by_name(p)) continue;
                append_comment(out_, 4, p.doc);
                const code name = members.claim(snake(words_of(p.name)));
                out_ += "    " + types_.of_member(p) + " " + name + pick(!p.required, " = {}") +
                        ";\n";
            }
            out_ += "};\n";
        }
    }

    void write_errors() {
        for (const method& m : service_.methods) {
            if (m.errors.empty()) continue;
            out_ += "\n";
            append_comment(out_, 0,
                           "The errors of " + one_line(m.name) + ", as codes of a failure.");
            out_ += "struct " + own_name(m, "error") + " {\n";
            scope members(cpp_reserved());
            for (const error& e : m.errors) {
                if (!fits_int(e.code)) continue;  // of a failure, which it never is
                std::vector<std::string> words = words_of(e.message);
                if (words.empty()) words = {"code"};
                out_ += "    static constexpr int " + members.claim(snake(words)) + " = " +
                        number(e.code) + ";\n";
            }
            out_ += "};\n";
        }
    }

    void write_methods() {
        out_ += "\n// The methods; what becomes of a call is up to `Send`.\n"
                "template <class Send> class Calls {\npublic:\n"
                "    template <class R> using answer = typename Send::template answer<R>;\n\n";
        const group all =
            groups_of(service_.methods, cpp_reserved(), reserved::cpp_client, snake);
        reserve(all);
        write_constructor(code("Calls"), all, 1);
        write_group(all, 1);
        out_ += "\nprivate:\n    Send send_;\n};\n";
    }

    // No argument hides a group.
    void reserve(const group& from) {
        for (const group& each : from.groups) {
            group_names_.reserve(each.name);
            reserve(each);
        }
    }

    void write_group(const group& from, std::size_t depth) {
        const code indent = blanks(4 * depth);
        for (const group::entry& each : from.methods) write_method(each, depth);
        scope classes(cpp_reserved());
        for (const group& each : from.groups) {
            const code name = classes.claim(pascal(words_of(each.part)) + "Methods");
            out_ += "\n" + indent + "class " + name + " {\n" + indent + "public:\n";
            write_constructor(name, each, depth + 1);
            write_group(each, depth + 1);
            out_ += "\n" + indent + "private:\n" + indent + "    Send send_;\n" + indent +
                    "} " + each.name + ";\n";
        }
    }

    void write_constructor(const code& name, const group& from, std::size_t depth) {
        std::vector<code> members;
        for (const group& each : from.groups) members.push_back(each.name + "{by}");
        members.push_back(code("send_{by}"));
        append_list(out_, blanks(4 * depth) + "explicit " + name +
                       "(callbox::connection& by) : ", members, " {}");
    }

    void write_method(const group::entry& entry, std::size_t depth) {
        const method& m = *entry.method;
        const code indent = blanks(4 * depth);
        const code result = m.result == nullptr ? code("void") : types_.of_result(*m.result);
        scope names(cpp_reserved(), &group_names_);
        scope options(cpp_reserved());
        std::vector<code> takes;
        std::vector<code> gives{"callbox::as<" + result + ">()", method_of(m)};
        std::string docs = m.doc;
        const bool needs_options = std::ranges::any_of(
            m.params, [&](const member& p) { return p.required && m.takes_by_name(p); });
        for (const member& p : m.params) {
            const bool by_name = m.takes_by_name(p);
            const code name = (by_name ? options : names).claim(snake(words_of(p.name)));
            if (!by_name) takes.push_back(types_.of_argument(p) + " " + name +
                                          pick(!p.required && !needs_options, " = {}"));
            const bool is_null = p.required && types_.is_optional(*p.schema);
            const constant given = is_null ? constant("callbox::given_or_null(")
                                           : pick(p.by_name_only, "callbox::given_by_name(",
                                                  "callbox::given(");
            gives.push_back(given + literal(p.name) + ", " + pick(by_name, "named.") + name + ")");
            if (!by_name && !p.doc.empty())
                docs.append("\n`").append(name.view()).append("`: ").append(p.doc);
        }
        if (m.has_options())
            takes.push_back("const " + options_name(m) + "& named" + pick(!needs_options, " = {}"));
        out_ += "\n";
        append_comment(out_, 4 * depth, docs);
        for (const error& e : m.errors)
            append_comment(out_, 4 * depth, "Error " + std::to_string(e.code) + ": " + e.message);
        if (m.deprecated) out_ += indent + "[[deprecated]]\n";
        append_list(out_, indent + "answer<" + result + "> " + entry.name + "(", takes, ") {");
        append_list(out_, indent + "    return send_(", gives, ");");
        out_ += indent + "}\n";
    }

    static code method_of(const method& m) {
        const code made = "{" + literal(m.name);
        if (!m.by_position) return made + ", false}";
        return made + pick(!m.by_name, ", true, false}", "}");
    }

    void write_client() {
        out_ += "\n"
                "class Client : public Calls<callbox::calling> {\n"
                "    callbox::connection to_;\n\n"
                "public:\n"
                "    explicit Client(std::string_view url, callbox::client_options how = {})\n"
                "        : Calls(to_), to_(url, std::move(how)), notify(to_), of(to_) {}\n"
                "    Client(const Client&) = delete;\n"
                "    Client& operator=(const Client&) = delete;\n\n"
                "    template <class... R>\n"
                "    std::tuple<callbox::result<R>...> "
                "batch(const callbox::batch_call<R>&... all) {\n"
                "        return to_.batch(all...);\n"
                "    }\n"
                "    // What was wrong with the arguments of the last call.\n"
                "    const std::vector<callbox::argument_error>& faults() const { "
                "return to_.argument_errors(); }\n\n"
                "    Calls<callbox::notifying> notify;\n"
                "    Calls<callbox::collecting> of;\n"
                "};\n";
    }

    code own_name(const method& m, std::string_view what) {
        std::vector<std::string> words = words_of(m.name);
        words.emplace_back(what);
        return types_.claim(words);
    }
    const code& options_name(const method& m) {
        code& name = options_names_[&m];
        if (name.empty()) name = own_name(m, "named");
        return name;
    }

    const service& service_;
    cpp_types types_;
    const choices& how_;
    scope group_names_{{}};
    std::map<const method*, code> options_names_ = {};
    code out_ = {};
};

}  // namespace

std::string cpp(service& from, const choices& how) { return cpp_writer(from, how).file(); }

}  // namespace callbox::openrpc::generate
