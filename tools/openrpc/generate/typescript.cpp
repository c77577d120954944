// Writes a client in TypeScript: classes of methods and the types they use, around client.ts.
#include "base/ascii.hpp"
#include "generate.hpp"
#include "groups.hpp"
#include "reserved.hpp"
#include "text.hpp"
#include "typescript_text.hpp"
#include "typescript_types.hpp"

#include <callbox/version.hpp>

#include <algorithm>

namespace callbox::openrpc::generate {

namespace {

using namespace typescript_text;
using side = typescript_types::side;

constexpr std::int64_t safe_max = 9007199254740991;

constexpr char run_time_text[] =
#include "generate/client.ts.inc"
    ;
constexpr constant run_time(run_time_text);

std::string class_name(const service& from, const choices& how) {
    if (is_identifier(how.name)) return how.name;
    const std::vector<std::string> words = words_of(how.name.empty() ? from.title : how.name);
    return words.empty() ? "Client" : pascal(words);
}

bool fits_number(const error& e) {
    return e.code >= -safe_max && e.code <= safe_max;
}

// client.ts without the functions of `json` that nothing calls.
code run_time_for(std::string_view made) {
    constexpr std::string_view begin = "\nconst json = {\n";
    constexpr std::size_t from = run_time.view().find(begin) + begin.size();
    constexpr std::size_t to = run_time.view().find("\n};\n", from) + 1;
    const constant rest = run_time.part(to, run_time.view().size() - to);
    const auto is_used = [&](const std::string& name) {
        for (const std::string_view where : {made, rest.view()})
            for (std::size_t at = where.find(name); at != where.npos; at = where.find(name, at + 1))
                if (!ascii::is_alpha(where[at + name.size()])) return true;
        return false;
    };
    code out(run_time.part(0, from)), comment;
    bool keeps = true;
    for (const constant line : lines_of(run_time.part(from, to - from))) {
        const std::string_view text = line.view();
        if (text.starts_with("  //")) {
            comment = code(line) + "\n";
            continue;
        }
        if (text[2] != ' ' && ascii::is_alpha(text[2]))
            keeps = is_used("json." + std::string(text.substr(2, text.find(':') - 2)));
        if (keeps) out += comment + line + "\n";
        comment = {};
    }
    return out + rest;
}

class typescript_writer {
public:
    typescript_writer(const service& from, const choices& how)
        : service_(from), types_(from, class_name(from, how), how.wide) {}

    std::string file() {
        write_head();
        write_methods();
        write_class();
        write_errors();
        out_ += types_.declarations();
        const code readers = types_.readers();
        const code rest = readers.empty() ? code() : "\n// How results are read.\n" + readers;
        const code all = out_ + rest;
        out_ += "\n" + run_time_for(all.view()) + rest;
        return std::move(out_).text();
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
        std::string head = "A client of " + service_.title + " " + service_.version + ".\n\n";
        if (!service_.doc.empty()) head += service_.doc + "\n\n";
        out_ = doc_comment({{.text = head + made + ". Make it again, don't edit it."}}, 0);
    }

    void write_methods() {
        const group all =
            groups_of(service_.methods, {reserved::typescript_object, reserved::typescript_group},
                      reserved::typescript_client, camel);
        out_ += "\n/** The methods; `K` says what becomes of their calls. */\n"
                "export class Methods<K extends Kind> {\n"
                "  readonly #send: Send<K>;\n\n"
                "  constructor(send: Send<K>) {\n"
                "    this.#send = send;\n"
                "  }\n";
        for (const group& each : all.groups) {
            out_ += "\n  readonly " + each.name + " = {\n";
            write_group(each, 4);
            out_ += "  };\n";
        }
        for (const group::entry& each : all.methods) {
            out_ += "\n";
            write_method(each, 2);
        }
        out_ += "}\n";
    }

    void write_group(const group& g, std::size_t indent) {
        for (const group& each : g.groups) {
            out_ += blanks(indent) + each.name + ": {\n";
            write_group(each, indent + 2);
            out_ += blanks(indent) + "},\n";
        }
        for (const group::entry& each : g.methods) write_method(each, indent);
    }

    void write_method(const group::entry& e, std::size_t indent) {
        const method& m = *e.method;
        const bool is_member = indent == 2;
        scope taken({reserved::typescript, reserved::typescript_body}, &types_.names());
        std::vector<code> names;  // of the parameters; empty: sent among the options
        for (const member& p : m.params)
            names.push_back(m.takes_by_name(p) ? code() : taken.claim(camel(words_of(p.name))));
        const code result = m.result == nullptr ? code("void") : types_.of(*m.result, side::result);
        code sent = literal(m.name) + ", " + params_of(m, names);
        if (m.result != nullptr) sent += ", " + types_.reader(*m.result) + errors_of(m);
        const code head = is_member ? "readonly " + e.name + " = (" : e.name + ": (";
        const code body = ") => this.#send<" + result + ">(" + sent + ")";
        out_ += doc_comment(doc_of(m, names), indent);
        out_ += laid_out(head + arguments_of(m, names) + body + pick(is_member, ";", ","), indent);
        out_ += "\n";
    }

    std::vector<doc_part> doc_of(const method& m, const std::vector<code>& names) const {
        std::vector<doc_part> all;
        all.push_back({.text = m.doc});
        for (std::size_t i = 0; i < names.size(); ++i) {
            const member& p = m.params[i];
            const std::string notes = types_.notes_of(p);
            std::string doc = p.doc.empty() || notes.empty() ? p.doc + notes
                                                             : p.doc + " (" + notes + ")";
            if (p.deprecated) doc += "; deprecated";
            if (lines_of(doc).empty()) continue;
            const code name = names[i].empty() ? "options." + property(p.name) : names[i];
            all.push_back({.tag = "@param ", .text = std::string(name.view()) + " " + doc});
        }
        if (m.result != nullptr && m.result->form == form::text && !m.result->format.empty())
            all.push_back({.tag = "@returns ", .text = m.result->format});
        for (const error& e : m.errors)
            all.push_back({.tag = "@throws ",
                           .text = "CallError " + std::to_string(e.code) +
                                   (e.message.empty() ? "" : ": ") + e.message});
        if (m.deprecated) all.push_back({.tag = "@deprecated"});
        return all;
    }

    // "a: string, b?: number, options: { c?: Unit } = {}"
    code arguments_of(const method& m, const std::vector<code>& names) const {
        const std::vector<member> options = options_of(m);
        const bool is_needed = std::ranges::any_of(options, &member::required);
        std::size_t needed = is_needed ? names.size() : 0;  // these must not be left out
        for (std::size_t i = 0; i < names.size(); ++i)
            if (!m.takes_by_name(m.params[i]) && m.params[i].required)
                needed = std::max(needed, i + 1);
        std::vector<code> all;
        for (std::size_t i = 0; i < names.size(); ++i) {
            const member& p = m.params[i];
            if (m.takes_by_name(p)) continue;
            all.push_back(names[i] + pick(i < needed, ": ", "?: ") +
                          types_.of(*p.schema, side::param) +
                          pick(!p.required && i < needed, " | undefined"));
        }
        if (!options.empty())
            all.push_back("options: " + types_.of_members(options, side::param) +
                          pick(!is_needed, " = {}"));
        return joined(all);
    }

    // "[a, b]" or what else sends them.
    code params_of(const method& m, const std::vector<code>& names) {
        const std::vector<member> options = options_of(m);
        code given("options");
        if (const code text = types_.reader_of_text(options); !text.empty())
            given = "json.out(" + text + ", options) as object";
        std::vector<code> arguments, wire;
        bool is_whole = options.empty();
        for (std::size_t i = 0; i < names.size(); ++i) {
            const member& p = m.params[i];
            if (m.takes_by_name(p)) continue;
            arguments.push_back(types_.sent(*p.schema, names[i]));
            wire.push_back(literal(p.name));
            is_whole = is_whole && p.required;
        }
        const code list = "[" + joined(arguments) + "]";
        if (is_whole) return list;
        if (arguments.empty()) return given;
        if (!m.by_name) return "json.params(" + list + ")";
        return "json.params(" + list + ", [" + joined(wire) + "]" +
               (options.empty() ? code() : ", " + given) + ")";
    }

    static code errors_of(const method& m) {
        std::vector<code> all;
        for (const error& e : m.errors)
            if (fits_number(e))
                all.push_back(pick(e.code < 0, "\"") + number(e.code) + pick(e.code < 0, "\"") +
                              ": json.any");
        return all.empty() ? code() : ", { " + joined(all) + " }";
    }

    void write_class() {
        const code& name = types_.class_name();
        out_ += "\nexport class " + name +
                " extends Methods<\"call\"> {\n"
                "  /** The same methods as notifications: nobody says what became of them. */\n"
                "  readonly notify: Methods<\"notify\">;\n"
                "  /** The same client with other options: `api.with({ signal })`. */\n"
                "  readonly with: (options: Options) => " +
                name +
                ";\n"
                "  /** Sends calls together: "
                "`const [a, b] = await api.batch((m) => [m.x(), m.y()])`. */\n"
                "  readonly batch: Batch<Methods<\"batch\">>;\n\n"
                "  constructor(url: string | URL, options: Options = {}) {\n"
                "    const { call, batch } = connect(url, options);\n"
                "    super(call);\n"
                "    this.notify = new Methods((method, params) => call(method, params));\n"
                "    this.with = (others) => new " +
                name +
                "(url, { ...options, ...others });\n"
                "    this.batch = (all) => batch(all(new Methods((...call) => call)));\n"
                "  }\n"
                "}\n";
    }

    void write_errors() {
        out_ += "\n/** What methods declare to fail with. */\nexport interface Errors {";
        bool is_empty = true;
        for (const method& m : service_.methods) {
            std::vector<code> all;
            for (const error& e : m.errors)
                if (fits_number(e)) all.push_back("CallError<" + number(e.code) + ">");
            if (all.empty()) continue;
            out_ += pick(is_empty, "\n");
            is_empty = false;
            out_ += laid_out(property(m.name) + ": " + joined(all, " | ") + ";", 2) + "\n";
        }
        out_ += "}\n";
    }

    const service& service_;
    typescript_types types_;
    code out_ = {};
};

}  // namespace

std::string typescript(service& from, const choices& how) {
    return typescript_writer(from, how).file();
}

}  // namespace callbox::openrpc::generate
