// Reads lines from standard input, passes them to mcp/endpoint and writes its answers. Blocking
// methods run on the thread pool; their answers follow when they are ready.
#include "stdio.hpp"

#include "deferred_calls.hpp"
#include "system/file.hpp"
#include "system/sandbox.hpp"
#include "system/signals.hpp"
#include "system/thread.hpp"

#include <poll.h>

namespace callbox::net {

namespace {

// With this much unread output, no further line is accepted.
constexpr std::size_t unread_bytes_max = 1 << 18;
constexpr time_ms last_words_ms = 500;  // to write the last output

// Whether the line consists only of spaces, tabs and carriage returns.
bool is_blank(std::span<const char> line) {
    return std::ranges::all_of(line, [](char c) { return c == ' ' || c == '\t' || c == '\r'; });
}

class session {
public:
    session(const table& methods, void* state, const options& how)
        : how_(how), sink_(how_.log_to), style_(how_, how_.log_to ? &sink_ : nullptr),
          log_(style_, how_.limits.log_rate_max),
          budget_(how_.limits.memory_max), pool_(methods, state, how_.limits, style_),
          deferred_(pool_), counts_(rpc::counted_methods(methods)),
          dispatcher_(methods, state, how_.limits, log_, &deferred_, &counts_),
          endpoint_(methods, detail::info_of(how_), how_.limits, false, dispatcher_, counts_, log_),
          in_(how_.limits.request_bytes_max) {
        if (!how_.shapes) dispatcher_.disable_fast_path();
    }
    ~session() {
        (void)pool_.stop();
        pool_.wait();
        if (logs_) observe::standard_error.leave();
    }

    // Returns an empty string or one line of error. Requires: no input has been read.
    std::string open() {
        if (!stop_.take(&style_.level, true))
            return "cannot serve: another server handles the signals of this process";
        observe::standard_error.look();
        observe::standard_error.signals_are_ignored(true);
        std::string problem = mcp::error_in_tools(pool_.methods());
        if (problem.empty()) problem = system::check_stack(how_.limits.json_depth_max);
        const auto later = system::parse_user(how_.user);
        if (problem.empty() && !how_.user.empty() && !later)
            problem = "cannot switch to user \"" + how_.user +
                      "\": a user is numbers like 1000:100";
        if (problem.empty()) problem = log_file_.open(how_);
        if (problem.empty() && later) problem = system::become(*later);
        if (problem.empty()) problem = deferred_.open();
        if (!problem.empty()) return problem;
        out_.open(STDOUT_FILENO);
        problem = confine();
        if (problem.empty() && !how_.log_to) {
            problem = observe::standard_error.start();
            logs_ = problem.empty();
        }
        return problem.empty() ? pool_.start() : problem;
    }

    // Returns the exit status.
    int run() {
        constexpr std::string_view ready = "ready: tools, on standard input and output";
        log_.announce(ready);
        if (log_file_.begin()) log_.announce(ready);
        while (!is_done() && !is_gone_ && !is_stopped_) turn();
        return end();
    }

    observe::logger& log() { return log_; }

private:
    // A call with a deferred answer.
    struct waiting {
        std::unique_ptr<rpc::pending> answer;
        std::string id;
    };

    bool takes_lines() const { return out_.text().size() < unread_bytes_max; }
    bool is_done() const {
        return !reads_ && !has_lines_ && out_.text().empty() &&
               (waiting_.empty() || now_ms() >= calls_end_);
    }

    void turn() {
        const bool has_output = !out_.text().empty();
        pollfd watched[] = {
            {.fd = reads_ && !has_lines_ ? STDIN_FILENO : -1, .events = POLLIN, .revents = 0},
            {.fd = out_.get(), .events = static_cast<short>(has_output ? POLLOUT : 0),
             .revents = 0},
            {.fd = deferred_.get(), .events = POLLIN, .revents = 0},
            {.fd = stop_.get(), .events = POLLIN, .revents = 0}};
        const int ready = ::poll(watched, std::size(watched), patience());
        if (ready == -1 && errno != EINTR) {
            fail("poll");
            is_stopped_ = true;
        }
        if (ready == -1) return;
        if (watched[3].revents != 0) on_signal();
        if (watched[2].revents != 0) collect();
        while (const rpc::job* const late = deferred_.take_due(now_ms()))
            finish(rpc::executor::ticket_of(*late), nullptr);
        if (has_output && watched[1].revents != 0) write();
        else if (watched[1].revents != 0) is_gone_ = true;
        if (watched[0].revents != 0) read();
        if (has_lines_ && takes_lines()) take_lines();
        if (!reads_ && !has_lines_ && calls_end_ == never)
            calls_end_ = now_ms() + how_.limits.drain_timeout_ms;
        if (now_ms() >= end_) is_stopped_ = true;
        log_.flush();
    }

    std::string confine() {
        system::grants files{.read = how_.sandbox_read, .write = how_.sandbox_write};
        if (!how_.log_file.empty()) files.log.push_back(system::folder_of(how_.log_file));
        const system::confinement made = system::confine(how_.sandbox, files);
        style_.blames_sandbox = made.whole || !made.missing.empty();
        if (!made.missing.empty()) log_.warn("the sandbox is not whole: " + made.missing);
        return made.problem;
    }

    // The timeout for events in milliseconds; -1 for none.
    int patience() const {
        if (has_lines_ && takes_lines()) return 0;
        const time_ms calls_end = out_.text().empty() ? calls_end_ : never;
        const time_ms due = std::min({deferred_.next_due(), end_, calls_end, log_.next_due()});
        if (due == never) return -1;
        return static_cast<int>(std::clamp<time_ms>(due - now_ms(), 0, 60'000));
    }

    void read() try {
        const line_progress what = in_.read_from(STDIN_FILENO);
        if (what == line_progress::failed) fail("standard input");
        reads_ = what == line_progress::going;
        has_lines_ = true;
    } catch (const std::bad_alloc&) {
        in_.skip();
        refuse_for_memory("null");
    }

    void take_lines() {
        std::span<char> line;
        do {
            const auto found = in_.next(line);
            has_lines_ = found != line_input::found::nothing;
            if (found == line_input::found::too_long) refuse_long_line();
            if (found == line_input::found::line && !is_blank(line)) answer(line);
        } while (has_lines_ && takes_lines());
    }

    // If memory runs out, the answer is an error that reports it.
    void answer(std::span<char> line) {
        log_.reload();
        const caller from{.peer = "stdio", .call = dispatcher_.call_to_log()};
        mcp::reply reply;
        try {
            out_.put_line([&](bytes& out) {
                reply = endpoint_.answer(line, {.from = &from}, out);
                return !reply.silent && !reply.waits;
            });
            if (reply.waits)
                waiting_.push_back({endpoint_.take_pending(), std::string(endpoint_.id())});
        } catch (const std::bad_alloc&) {
            refuse_for_memory(endpoint_.id());
        }
        // Drops the answer; the function can check caller::gone().
        const auto is_cancelled = [&](const waiting& each) { return each.id == reply.cancelled; };
        if (!reply.cancelled.empty()) std::erase_if(waiting_, is_cancelled);
    }

    void collect() {
        const auto pass_on = [this](const rpc::job&, const rpc::report& one) { return pass(one); };
        for (rpc::jobs all = deferred_.collect(pass_on); !all.empty(); all.pop_front()) {
            rpc::job& done = all.front();
            const rpc::ticket t = rpc::executor::ticket_of(done);
            done.end_unanswered(dispatcher_);
            if (done.awaited) finish(t, std::move(done.result));  // else it is cancelled
        }
    }

    std::vector<waiting>::iterator find(rpc::ticket t) {
        return std::ranges::find_if(
            waiting_, [&](const waiting& each) { return each.answer->awaits(t); });
    }

    // Returns false if the client of the call gets no reports.
    bool pass(const rpc::report& one) try {
        const auto at = find(one.of);
        if (at == waiting_.end()) return false;
        bool is_wanted = true;
        if (takes_lines())
            out_.put_line(
                [&](bytes& out) { return is_wanted = at->answer->append_progress(one, out); });
        return is_wanted;
    } catch (const std::bad_alloc&) {
        return true;  // the report is dropped
    }

    void finish(rpc::ticket t, std::unique_ptr<rpc::deferred_result> what) {
        const auto at = find(t);
        if (at == waiting_.end()) return;
        at->answer->fill(t, std::move(what));
        end(at);
    }

    // Writes the answer, which is complete.
    void end(std::vector<waiting>::iterator at) {
        const waiting done = std::move(*at);
        waiting_.erase(at);
        try {
            out_.put_line([&](bytes& out) {
                endpoint_.answer_late(*done.answer, out);
                return true;
            });
            done.answer->count_into(counts_);
        } catch (const std::bad_alloc&) {
            refuse_for_memory(done.id);
        }
    }

    void write() {
        const line_progress what = out_.write();
        if (what == line_progress::failed) fail("standard output");
        is_gone_ = what != line_progress::going;
    }

    void on_signal() {
        char ignored[8];
        (void)::read(stop_.get(), ignored, sizeof ignored);
        const unsigned stops = stop_.count(system::command::stop);
        if (stops != 0 && end_ == never) {
            end_ = now_ms() + how_.limits.drain_timeout_ms;
            reads_ = false;
        }
        if (stops > 1) is_stopped_ = true;
        log_.reload();
        const unsigned hangups = stop_.count(system::command::reload);
        if (std::exchange(hangups_, hangups) != hangups) log_file_.open_again(log_);
    }

    // A thread cannot be stopped inside a function, so the data of a running function must stay
    // valid.
    int end() {
        while (!waiting_.empty()) {
            waiting_.front().answer->abandon_all();
            end(waiting_.begin());
        }
        const time_ms written = now_ms() + last_words_ms;
        for (time_ms now = 0; !out_.text().empty() && !is_gone_ && (now = now_ms()) < written;) {
            pollfd output{.fd = out_.get(), .events = POLLOUT, .revents = 0};
            if (::poll(&output, 1, static_cast<int>(written - now)) > 0) write();
        }
        const time_ms until = std::min(end_, now_ms() + how_.limits.drain_timeout_ms);
        for (time_ms now = 0; !deferred_.is_empty() && !is_stopped_ && (now = now_ms()) < until;) {
            pollfd watched[] = {{.fd = deferred_.get(), .events = POLLIN, .revents = 0},
                                {.fd = stop_.get(), .events = POLLIN, .revents = 0}};
            (void)::poll(watched, std::size(watched), static_cast<int>(until - now));
            if (watched[1].revents != 0) on_signal();
            collect();
        }
        deferred_.end_pending(dispatcher_);
        const std::size_t left = pool_.stop();
        if (left != 0)
            log_.error("abandoned running calls of blocking methods: " + std::to_string(left));
        log_.flush();
        if (left == 0) return status_;
        observe::standard_error.finish();
        std::_Exit(1);
    }

    void refuse_for_memory(std::string_view id) {
        log_.error("memory has run out: a message gets an error");
        refuse([&](bytes& out) {
            rpc::respond_error(out, id, -32000, "Server error: memory has run out");
        });
    }

    void refuse_long_line() {
        counts_.invalid_requests.add();
        refuse([](bytes& out) {
            rpc::respond_invalid_request(out, "null", "a message is longer than request_bytes_max");
        });
    }

    // If memory runs out, the error is dropped; other calls still get their answers.
    template <class Write> void refuse(Write write) try {
        out_.put_line([&](bytes& out) { return write(out), true; });
    } catch (const std::bad_alloc&) {
        log_.error("memory has run out: an error is dropped");
    }

    void fail(const char* what) {
        log_.error(fixed_text{what, ": ", std::strerror(errno)});
        status_ = 1;
    }

    options how_;
    observe::function_sink sink_;
    observe::log_style style_;
    observe::logger log_;
    system::stop_signals stop_;
    system::log_file log_file_;
    memory::part budget_;
    thread_pool pool_;
    deferred_calls deferred_;
    rpc::call_counters counts_;
    rpc::dispatcher dispatcher_;
    mcp::endpoint endpoint_;
    line_input in_;
    line_output out_;
    std::vector<waiting> waiting_;
    bool reads_ = true;        // standard input has not ended
    bool has_lines_ = false;   // input may contain unprocessed lines
    bool is_gone_ = false;     // standard output has no reader
    bool is_stopped_ = false;  // by a second signal, or at the end of draining
    bool logs_ = false;        // standard error is used
    int status_ = 0;
    unsigned hangups_ = 0;
    time_ms end_ = never;      // of draining
    time_ms calls_end_ = never;  // of waiting for calls once all lines are taken
};

}  // namespace

int serve_stdio(const table& methods, void* state, const options& how) try {
    session one(methods, state, how);
    if (const std::string problem = one.open(); !problem.empty())
        return one.log().error(problem), 1;
    return one.run();
} catch (const std::bad_alloc&) {
    observe::logger().error("memory has run out");
    return 1;
}

}  // namespace callbox::net
