// Runs a command line of main() and prints its outcome. No other file of cli writes output.
#include "command.hpp"

#include "base/ascii.hpp"
#include "base/fd.hpp"
#include "observe/logger.hpp"
#include "rpc/suggestion.hpp"
#include "value.hpp"

#include <cxxabi.h>
#include <poll.h>

#include <typeinfo>

namespace callbox::cli {

namespace {

bool write_all(int to, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written =
            retried([&] { return ::write(to, text.data(), text.size()); });
        if (written == -1) return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

// Logs the error, or prints it after a name. Allocates nothing for a name.
void report(std::string_view name, std::string_view what) {
    if (name.empty()) return observe::logger().error(what);
    for (const std::string_view part : {name, std::string_view(": "), what, std::string_view("\n")})
        (void)write_all(STDERR_FILENO, part);
}

// Prints nothing if memory ran out while the output was built.
int print(int status, const invocation& s, std::string_view name) {
    if (s.errors.overflowed() || s.out.overflowed()) throw std::bad_alloc();
    if (!s.error.empty()) report(name, visible(s.error));
    (void)write_all(STDERR_FILENO, s.errors.view());
    if (write_all(STDOUT_FILENO, s.out.view())) return status;
    report(name, std::string("standard output: ") + std::strerror(errno));
    return 1;
}

bool flush(invocation& s) {
    if (s.errors.overflowed() || s.out.overflowed()) throw std::bad_alloc();
    pollfd reader{STDOUT_FILENO, 0, 0};
    const bool is_read = ::poll(&reader, 1, 0) != 1 || (reader.revents & POLLERR) == 0;
    (void)write_all(STDERR_FILENO, std::exchange(s.errors, {}).view());
    return is_read && write_all(STDOUT_FILENO, std::exchange(s.out, {}).view());
}

}  // namespace

const command* find_command(std::span<const command> all, std::string_view name) {
    const auto at = std::ranges::find_if(all, [name](const command& c) {
        return c.name == name || (!name.empty() && c.letter == name);
    });
    return at == all.end() ? nullptr : &*at;
}

int run_command(invocation& s, std::span<const command> all,
                int (*show_help)(invocation&, const command*),
                const command* otherwise) {
    const std::string_view word = s.words.empty() ? std::string_view{} : s.words[0];
    const command* const found = find_command(all, word);
    const auto is_help = [](std::string_view w) { return w == "--help" || w == "-h"; };
    const auto end = std::ranges::find(s.words, std::string_view("--"));
    if (std::any_of(s.words.begin(), end, is_help)) return show_help(s, found);
    if (found != nullptr) {
        s.words = s.words.subspan(1);
        return read_flags(*found, s.words, s.given, s.error) ? found->run(s) : 2;
    }
    if (otherwise != nullptr && (s.words.empty() || word.starts_with('-'))) {
        std::string_view value = word;
        const std::string_view name = ascii::take_until(value, '=');
        if (find_command(all, name) == nullptr) return otherwise->run(s);
        return s.wrong(std::string(name) + " accepts no argument, got " + quoted(value));
    }
    if (s.words.empty()) return s.wrong("missing command; see --help");
    rpc::suggestion near(word);
    for (const command& c : all) near.offer(c.name);
    return s.wrong("unknown command " + quoted(word) + suggestion(near.best(), "; see --help"));
}

int run_program(int (*command)(invocation&), const table& methods, void* state, int argc,
                char** argv, const options* defaults, settings* own,
                std::string_view name) try {
    const std::span<char* const> words(argv, static_cast<std::size_t>(argc));
    const std::string_view path = words.empty() ? "callbox" : words[0];
    const std::string program = visible(path.substr(path.rfind('/') + 1));  // npos + 1 is 0
    options with_words = defaults == nullptr ? options() : *defaults;
    with_words.program.assign(words.begin(), words.end());
    invocation s{.methods = methods, .state = state, .defaults = with_words, .program = program,
                 .words = words.subspan(words.empty() ? 0 : 1), .environment = environ,
                 .own = own, .flush = flush, .draws = ::isatty(STDERR_FILENO) == 1};
    const int status = command(s);
    return print(status, s, name);
} catch (const std::bad_alloc&) {
    report(name, "out of memory");
    return 2;
}

}  // namespace callbox::cli

// libstdc++ calls this for an uncaught exception. Its own version demangles the type's name, with
// 47 KB of code, more than all HTTP code here. c++filt demangles the name in this output.
void __gnu_cxx::__verbose_terminate_handler() {
    std::string line("terminate called");
    if (const std::type_info* const type = abi::__cxa_current_exception_type()) {
        line.append(": uncaught exception of type ").append(type->name());
        try {
            throw;
        } catch (const std::exception& what) {
            line.append(": ").append(what.what());
        } catch (...) {
        }
    }
    callbox::observe::logger().error(line);
    callbox::observe::standard_error.finish();
    std::abort();
}
