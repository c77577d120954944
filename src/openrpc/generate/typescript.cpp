// Writes a client in TypeScript: classes of methods and the types they use, around client.ts.
#include "generate.hpp"
#include "groups.hpp"
#include "openrpc/document_reader.hpp"
#include "typescript_layout.hpp"
#include "typescript_types.hpp"

#include "base/ascii.hpp"

#include <callbox/version.hpp>

#include <algorithm>

namespace callbox::openrpc::generate {

namespace {

using side = typescript_types::side;

constexpr char run_time_text[] =
#include "openrpc/generate/client.ts.inc"
    ;
constexpr std::string_view run_time{run_time_text, sizeof run_time_text - 1};

// A group of this name would be awaited, or read as something else than a group.
constexpr std::string_view method_names = "constructor then toJson toString valueOf";
constexpr std::string_view class_names = "batch notify with";

// What no argument may be called in a module, and what a method's body uses.
constexpr std::string_view argument_names =
    "arguments await break case catch class const continue debugger default delete do else enum "
    "eval export extends false finally for function if implements import in instanceof interface "
    "json let new null options package private protected public return static super switch this "
    "throw true try typeof undefined var void while with yield";

std::string class_name(const service& from, const choices& how) {
    if (is_identifier(how.name)) return how.name;
    const std::vector<std::string> words = words_of(how.name.empty() ? from.title : how.name);
    return words.empty() ? "Client" : pascal(words);
}

bool fits_number(const error& e) {
    return e.code.size() <= 15;
}

// client.ts without the functions of `json` that nothing calls.
std::string run_time_for(const std::string& code) {
    constexpr std::string_view begin = "\nconst json = {\n";
    const std::size_t from = run_time.find(begin) + begin.size();
    const std::size_t to = run_time.find("\n};\n", from) + 1;
    const std::string_view behind = run_time.substr(to);
    const auto is_used = [&](const std::string& name) {
        for (const std::string_view where : {std::string_view(code), behind})
            for (std::size_t at = where.find("json." + name); at != std::string_view::npos;
                 at = where.find("json." + name, at + 1))
                if (!ascii::is_alpha(where[at + 5 + name.size()])) return true;
        return false;
    };
    std::string out(run_time.substr(0, from));
    std::string comment;
    bool keeps = true;
    for (const std::string& line : lines_of(run_time.substr(from, to - from))) {
        const bool begins = line[2] != ' ' && ascii::is_alpha(line[2]);
        if (line.starts_with("  //")) {
            comment = line + "\n";
            continue;
        }
        if (begins) keeps = is_used(line.substr(2, line.find(':') - 2));
        if (keeps) out.append(comment).append(line).append("\n");
        comment.clear();
    }
    return out.append(behind);
}

class typescript_writer {
public:
    typescript_writer(const service& from, const choices& how)
        : service_(from), types_(from, class_name(from, how), how.wide) {
        types_.reserve_names(arguments_);
    }

    std::string file() {
        write_head();
        write_methods();
        write_class();
        write_errors();
        out_.append(types_.declarations());
        const std::string readers = types_.readers();
        const std::string rest = readers.empty() ? "" : "\n// How results are read.\n" + readers;
        return out_ + "\n" + run_time_for(out_ + rest) + rest;
    }

private:
    static std::vector<member> options_of(const method& m) {
        std::vector<member> all = m.params;
        std::erase_if(all, [&](const member& p) { return !m.takes_by_name(p); });
        return all;
    }

    void write_head() {
        std::string made = "callbox-openrpc " + std::string(version) + " made it";
        if (!service_.contract.empty()) made += " of the contract " + service_.contract;
        made += ". Make it again, don't edit it.";
        const std::string what = "A client of " + service_.title + " " + service_.version + ".";
        std::vector<std::string> lines;
        for (const std::string& part : {what, service_.doc, made}) {
            if (part.empty()) continue;
            if (!lines.empty()) lines.emplace_back();
            for (std::string& line : doc_lines(part)) lines.push_back(std::move(line));
        }
        out_ = doc_comment(lines, 0);
    }

    void write_methods() {
        const group all = groups_of(service_.methods, method_names, class_names, camel);
        out_.append("\n/** The methods; `K` says what becomes of their calls. */\n"
                    "export class Methods<K extends Kind> {\n"
                    "  readonly #send: Send<K>;\n\n"
                    "  constructor(send: Send<K>) {\n"
                    "    this.#send = send;\n"
                    "  }\n");
        for (const group& each : all.groups) {
            out_.append("\n  readonly ").append(each.name).append(" = {\n");
            write_group(each, 4);
            out_.append("  };\n");
        }
        for (const group::entry& each : all.methods) {
            out_.append("\n");
            write_method(each, 2);
        }
        out_.append("}\n");
    }

    void write_group(const group& g, std::size_t indent) {
        const std::string lead(indent, ' ');
        for (const group& each : g.groups) {
            out_.append(lead).append(each.name).append(": {\n");
            write_group(each, indent + 2);
            out_.append(lead).append("},\n");
        }
        for (const group::entry& each : g.methods) write_method(each, indent);
    }

    void write_method(const group::entry& e, std::size_t indent) {
        const method& m = *e.method;
        const bool is_member = indent == 2;
        scope taken = arguments_;
        std::vector<std::string> names;  // of the parameters
        for (const member& p : m.params)
            names.push_back(m.takes_by_name(p) ? "options." + ts_property(p.name)
                                               : taken.claim(camel(words_of(p.name))));
        const std::string result =
            m.result == nullptr ? "void" : types_.of(*m.result, side::result);
        std::string sent = in_quotes(m.name) + ", " + params_of(m, names);
        if (m.result != nullptr) sent += ", " + types_.reader(*m.result) + errors_of(m);
        std::string code = is_member ? "readonly " + e.name + " = (" : e.name + ": (";
        code += arguments_of(m, names) + ") => this.#send<" + result + ">(" + sent + ")";
        out_.append(doc_comment(doc_of(m, names), indent));
        out_.append(laid_out(code + (is_member ? ";" : ","), indent)).append("\n");
    }

    std::vector<std::string> doc_of(const method& m, const std::vector<std::string>& names) const {
        std::vector<std::string> all = doc_lines(m.doc);
        const auto add = [&](const std::string& tag, std::string_view doc) {
            std::vector<std::string> lines = doc_lines(doc);
            if (lines.empty()) return;
            all.push_back(tag + " " + lines[0]);
            for (std::size_t i = 1; i < lines.size(); ++i)
                all.push_back(lines[i].empty() ? "" : "  " + lines[i]);
        };
        for (std::size_t i = 0; i < names.size(); ++i) {
            const member& p = m.params[i];
            const std::string notes = types_.notes_of(p);
            const std::string note = p.doc.empty() || notes.empty() ? notes : " (" + notes + ")";
            add("@param " + names[i], p.doc + note + (p.deprecated ? "; deprecated" : ""));
        }
        if (m.result != nullptr && m.result->form == form::text) add("@returns", m.result->format);
        for (const error& e : m.errors)
            add("@throws", "CallError " + e.code + (e.message.empty() ? "" : ": ") + e.message);
        if (m.deprecated) all.emplace_back("@deprecated");
        return all;
    }

    // "a: string, b?: number, options: { c?: Unit } = {}"
    std::string arguments_of(const method& m, const std::vector<std::string>& names) const {
        const std::vector<member> options = options_of(m);
        const bool is_needed = std::ranges::any_of(options, &member::required);
        std::size_t needed = is_needed ? names.size() : 0;  // these must not be left out
        for (std::size_t i = 0; i < names.size(); ++i)
            if (!m.takes_by_name(m.params[i]) && m.params[i].required)
                needed = std::max(needed, i + 1);
        std::vector<std::string> all;
        for (std::size_t i = 0; i < names.size(); ++i) {
            const member& p = m.params[i];
            if (m.takes_by_name(p)) continue;
            all.push_back(names[i] + (i < needed ? ": " : "?: ") +
                          types_.of(*p.schema, side::param));
            if (!p.required && i < needed) all.back() += " | undefined";
        }
        if (!options.empty())
            all.push_back("options: " + types_.of_members(options, side::param) +
                          (is_needed ? "" : " = {}"));
        return joined(all);
    }

    // "[a, b]" or what else sends them.
    std::string params_of(const method& m, const std::vector<std::string>& names) {
        const std::vector<member> options = options_of(m);
        std::string given = "options";
        if (const std::string text = types_.reader_of_text(options); !text.empty())
            given = "json.out(" + text + ", options) as object";
        std::vector<std::string> arguments, wire;
        bool is_whole = options.empty();
        for (std::size_t i = 0; i < names.size(); ++i) {
            const member& p = m.params[i];
            if (m.takes_by_name(p)) continue;
            arguments.push_back(types_.sent(*p.schema, names[i]));
            wire.push_back(in_quotes(p.name));
            is_whole = is_whole && p.required;
        }
        std::string list = "[" + joined(arguments) + "]";
        if (is_whole) return list;
        if (arguments.empty()) return given;
        if (!m.by_name) return "json.params(" + list + ")";
        return "json.params(" + list + ", [" + joined(wire) + "]" +
               (options.empty() ? "" : ", " + given) + ")";
    }

    static std::string errors_of(const method& m) {
        std::vector<std::string> all;
        for (const error& e : m.errors)
            if (fits_number(e))
                all.push_back((e.code.starts_with('-') ? in_quotes(e.code) : e.code) +
                              ": json.any");
        return all.empty() ? "" : ", { " + joined(all) + " }";
    }

    void write_class() {
        const std::string& name = types_.class_name();
        out_.append(
            "\nexport class " + name + " extends Methods<\"call\"> {\n"
            "  /** The same methods as notifications: nobody says what became of them. */\n"
            "  readonly notify: Methods<\"notify\">;\n"
            "  /** The same client with other options: `api.with({ signal })`. */\n"
            "  readonly with: (options: Options) => " + name + ";\n"
            "  /** Sends calls together: "
            "`const [a, b] = await api.batch((m) => [m.x(), m.y()])`. */\n"
            "  readonly batch: Batch<Methods<\"batch\">>;\n\n"
            "  constructor(url: string | URL, options: Options = {}) {\n"
            "    const { call, batch } = connect(url, options);\n"
            "    super(call);\n"
            "    this.notify = new Methods((method, params) => call(method, params));\n"
            "    this.with = (others) => new " + name + "(url, { ...options, ...others });\n"
            "    this.batch = (all) => batch(all(new Methods((...call) => call)));\n"
            "  }\n"
            "}\n");
    }

    void write_errors() {
        out_.append("\n/** What methods declare to fail with. */\nexport interface Errors {");
        bool is_empty = true;
        for (const method& m : service_.methods) {
            std::vector<std::string> all;
            for (const error& e : m.errors)
                if (fits_number(e)) all.push_back("CallError<" + e.code + ">");
            if (all.empty()) continue;
            out_.append(is_empty ? "\n" : "");
            is_empty = false;
            const std::string code = ts_property(m.name) + ": " + joined(all, " | ") + ";";
            out_.append(laid_out(code, 2)).append("\n");
        }
        out_.append("}\n");
    }

    const service& service_;
    typescript_types types_;
    scope arguments_{argument_names};
    std::string out_ = {};
};

}  // namespace

std::string typescript(service& from, const choices& how) {
    return typescript_writer(from, how).file();
}

}  // namespace callbox::openrpc::generate
