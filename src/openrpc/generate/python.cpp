// Writes a client in Python: client.py, then what the document says.
#include "generate.hpp"
#include "groups.hpp"
#include "openrpc/document_reader.hpp"
#include "python_text.hpp"
#include "python_types.hpp"
#include "text.hpp"

#include <callbox/version.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace callbox::openrpc::generate {

namespace {

using namespace python_text;

constexpr char run_time[] =
#include "openrpc/generate/client.py.inc"
    ;

// What a client has beside its methods.
constexpr std::string_view client_names = "batch close notify of timeout";

// Names that no class has: those of client.py, and those of Python that it uses.
constexpr std::string_view class_names =
    "A Any B BrokenPipeError C Call CallError Callable ConnectionResetError Dict Exception "
    "Failure False ForwardRef Generic Got Json KeyError List Literal Mapping NULL None Null "
    "OSError Optional P ParamSpec Reason RecursionError Sequence TYPE_CHECKING True Tuple "
    "TypeError TypeVar Union ValueError";

constexpr std::string_view about_client =
    "\n\n"
    "    with $(\"http://127.0.0.1:8080/api\", timeout=2) as api:\n"
    "        first, second = api.batch(api.of(api.METHOD, ...), api.of(api.METHOD, ...))\n"
    "\n"
    "The URL may be https: or unix:/run/x.sock:/api, too. `timeout` is in seconds, of a call or a "
    "batch. Methods raise a Failure; in a batch a CallError stands in place of a result. Nothing "
    "is sent twice that may have been executed. For one thread at a time: give each its own.";

class python_writer {
public:
    python_writer(const service& from, const choices& how)
        : service_(from), client_(class_names_.claim(name_of_client(how))),
          types_(from, class_names_) {}

    std::string write() {
        write_head();
        const group root = groups_of(service_.methods, reserved_names, client_names, snake);
        write_run_time(root);
        write_methods(root);
        return std::move(made_);
    }

private:
    std::string name_of_client(const choices& how) const {
        if (is_identifier(how.name) && how.name[0] >= 'A' && how.name[0] <= 'Z') return how.name;
        const auto words = words_of(how.name.empty() ? service_.title : how.name);
        return words.empty() ? "Client" : pascal(words);
    }

    void write_head() {
        std::string head = service_.title + " " + service_.version;
        if (!service_.contract.empty()) head += ", contract " + service_.contract;
        append_comment(made_, 0, "#", one_line(head) + ": a client in Python.");
        append_comment(made_, 0, "#", "Made by callbox-openrpc " + std::string(version) +
                                          " of its OpenRPC document, for Python 3.9 or later. "
                                          "Do not edit it.");
    }

    // client.py has parts that not every service needs: between "#: shapes", "#: optional" or
    // "#: number", and "#:". The class of the client follows what is declared for the service.
    void write_run_time(const group& root) {
        const bool has_shapes = std::ranges::any_of(service_.types, &is_shape);
        const std::map<std::string_view, bool> parts = {
            {"#: shapes", has_shapes},
            {"#: optional", has_shapes || std::ranges::any_of(service_.methods, &may_leave_out)},
            {"#: number", std::ranges::any_of(service_.types, &is_number)},
            {"#:", true}};
        bool is_kept = true;
        std::string groups;
        for (const std::string& line : lines_of({run_time, sizeof run_time - 1})) {
            if (line == "        #: groups") {
                made_.append(groups);
            } else if (line.starts_with("class _Client(")) {
                made_.resize(made_.find_last_not_of('\n') + 2);
                made_ += types_.declarations();
                write_errors();
                groups = write_groups(root, {});
                write_client();
            } else if (line == "    def __init__(self, api: _Client) -> None:") {
                write_init_of_group();
            } else if (line.starts_with("#:")) {
                is_kept = parts.at(line);
            } else if (is_kept) {
                made_.append(line).append("\n");
            }
        }
    }

    static bool is_shape(const type& t) { return t.form > form::text; }
    static bool is_number(const type& t) { return t.form == form::number; }
    static bool may_leave_out(const method& m) {
        return !std::ranges::all_of(m.params, &member::required);
    }

    // A code that means the same wherever it is declared has one class.
    void write_errors() {
        std::map<std::string, std::set<std::string>> messages;
        for (const method& m : service_.methods)
            for (const error& e : m.errors) messages[e.code].insert(e.message);
        for (const method& m : service_.methods)
            for (const error& e : m.errors) {
                const bool is_shared = messages[e.code].size() == 1;
                const std::string key = is_shared ? e.code : m.name + '\n' + e.code;
                std::string& name = error_names_[key];
                if (name.empty()) name = write_error(e, is_shared ? "" : m.name);
            }
    }

    std::string write_error(const error& e, std::string_view method_name) {
        std::vector<std::string> words = words_of(method_name);
        words.emplace_back("error");
        if (e.code.starts_with('-')) words.emplace_back("minus");
        words.push_back(e.code.substr(e.code.starts_with('-')));
        std::string name = class_names_.claim(pascal(words));
        made_.append("\n\nclass ").append(name).append("(CallError):\n");
        append_docstring(made_, 4, entry_of(e.code, e.message));
        return name;
    }

    const std::string& name_of(const error& e, const method& m) const {
        const auto shared = error_names_.find(e.code);
        return shared != error_names_.end() ? shared->second
                                            : error_names_.at(m.name + '\n' + e.code);
    }

    // Returns the lines that make the groups within this one; `path` is of the names to it.
    std::string write_groups(const group& from, const std::vector<std::string>& path) {
        std::string made;
        for (const group& each : from.groups) {
            std::vector<std::string> longer = path;
            longer.push_back(each.part);
            const std::string name =
                class_names_.claim(pascal(words_of(joined(longer, " ") + " methods")));
            const std::string groups = write_groups(each, longer);
            made_ += "\n\nclass " + name + "(_Group):\n";
            if (!groups.empty()) {
                write_init_of_group();
                made_ += "        super().__init__(api)\n" + groups;
            }
            write_methods(each);
            append_line(made, 8, "self." + each.name + " = " + name + "(" +
                                     (path.empty() ? "self" : "api") + ")");
        }
        return made;
    }

    void write_init_of_group() {
        append_line(made_, 4, "def __init__(self, api: " + client_ + ") -> None:");
    }

    void write_methods(const group& from) {
        for (const group::entry& each : from.methods) {
            if (!made_.ends_with(":\n")) made_.append("\n");
            write_method(*each.method, each.name);
        }
    }

    void write_method(const method& m, const std::string& name) {
        scope names(reserved_names);
        std::vector<std::string> claimed;
        std::vector<std::string> signature{"self"};
        bool has_star = false;
        for (const member& p : m.params) {
            const bool by_name = m.takes_by_name(p);
            if (by_name && !has_star) signature.emplace_back("*");
            has_star |= by_name;
            claimed.push_back(names.claim(snake(words_of(p.name))));
            signature.push_back(claimed.back() + ": " + types_.annotation_of(p) +
                                (p.required ? "" : " = None"));
        }
        const std::string result = m.result == nullptr ? "None" : types_.annotation(*m.result);
        append_line(made_, 4,
                    "def " + name + "(" + joined(signature) + ") -> " + result + ":");
        append_docstring(made_, 8, doc_of(m, claimed));
        const std::string kind = m.result != nullptr && result == "None" ? "type(None)" : result;
        const std::vector<std::string> arguments{quoted(m.name), params_of(m, claimed), kind,
                                                 errors_of(m)};
        const std::string send = result == "None" ? "self._send(" : "return self._send(";
        append_line(made_, 8, send + "Call(" + joined(arguments) + "))");
    }

    std::string doc_of(const method& m, const std::vector<std::string>& names) const {
        std::string doc = m.deprecated ? "Deprecated. " + m.doc : m.doc;
        std::string arguments;
        for (std::size_t i = 0; i < names.size(); ++i)
            if (const std::string note = types_.note(m.params[i]); !note.empty())
                append_entry(arguments, entry_of(names[i], note));
        if (!arguments.empty()) append_part(doc, arguments);
        std::vector<std::string> errors;
        for (const error& e : m.errors) errors.push_back(name_of(e, m));
        if (!errors.empty()) append_part(doc, "Raises " + joined(errors) + ".\n");
        return doc;
    }

    // One line says both where they fit.
    static void append_part(std::string& doc, std::string_view part) {
        if (doc.ends_with('.') && doc.find('\n') == std::string::npos &&
            part.find('\n') == part.size() - 1 && doc.size() + part.size() <= columns_max - 14) {
            doc.append(" ").append(part.substr(0, part.size() - 1));
            return;
        }
        if (!doc.empty()) doc.append(doc.ends_with('\n') ? "\n" : "\n\n");
        doc.append(part);
    }

    static std::string entry_of(const std::string& name, const std::string& text) {
        return text.empty() ? name : name + ": " + text;
    }

    static void append_entry(std::string& to, std::string_view text) {
        std::string_view margin;
        for (const std::string& line : lines_of(text)) {
            to.append(margin).append(line).append("\n");
            margin = "    ";
        }
    }

    // What is sent: a list or an object.
    static std::string params_of(const method& m, const std::vector<std::string>& names) {
        std::vector<std::string> ordered;
        std::vector<std::string> by_order;
        std::vector<std::string> by_name;
        for (std::size_t i = 0; i < names.size(); ++i) {
            const member& p = m.params[i];
            const std::string value = p.required ? names[i] : "_given(" + names[i] + ")";
            std::vector<std::string>& sent = m.takes_by_name(p) ? by_name : by_order;
            sent.push_back(quoted(p.name) + ": " + value);
            ordered.push_back(value);
        }
        const std::string in_order = "{" + joined(by_order) + "}";
        if (may_leave_out(m))
            return "_params(" + in_order + ", " +
                   (m.by_name ? "{" + joined(by_name) + "}" : "None") + ")";
        if (by_name.empty()) return "[" + joined(ordered) + "]";
        std::ranges::copy(by_name, std::back_inserter(by_order));
        return "{" + joined(by_order) + "}";
    }

    std::string errors_of(const method& m) const {
        std::vector<std::string> all;
        for (const error& e : m.errors) all.push_back(e.code + ": " + name_of(e, m));
        return "{" + joined(all) + "}";
    }

    void write_client() {
        const std::string base = "contextlib.AbstractContextManager[" + quoted(client_) + "]";
        made_ += "\n\n";
        append_line(made_, 0, "class " + client_ + "(" + base + "):");
        std::string about(about_client);
        about.replace(about.find('$'), 1, client_);
        std::string title = one_line(service_.title + " " + service_.version);
        if (!service_.doc.empty()) title.append("\n\n").append(service_.doc);
        append_docstring(made_, 4, title.append(about));
        made_.append("\n");
    }

    const service& service_;
    scope class_names_{class_names};
    std::string client_;
    python_types types_;
    std::map<std::string, std::string> error_names_ = {};
    std::string made_ = {};
};

}  // namespace

std::string python(service& from, const choices& how) { return python_writer(from, how).write(); }

}  // namespace callbox::openrpc::generate
