// faults NAME...: runs a server many times in a process of its own, each time with another failing
// system call ("calls") or allocation ("memory"), and sends requests. "threads" before them: with
// two workers and a blocking method. Exit status 0: no crash, no leak, no wrong response, and each
// server recovered, or reported in one line why it could not start.
#include "fault.hpp"
#include "methods.hpp"
#include "support/frames.hpp"
#include "support/messages.hpp"
#include "support/program.hpp"
#include "support/transcript.hpp"

#include "base/fd.hpp"
#include "websocket/frames.hpp"

#include <callbox/callbox.hpp>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using faults::plain, faults::threaded;
using made_up::posted, made_up::sent;
using std::string;

// ------------------------------------------------------------------------- the client

struct talk {
    std::vector<string> pieces;  // sent one after another
    std::size_t answers;         // with the frames after a handshake
    bool subscribes = false;
};

string tool(std::string_view method, std::string_view params) {
    return posted(sent(method, params), "", "/api/mcp");
}

const string handshake =
    "GET /api HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

// The message in two fragments with a ping between them.
std::vector<string> fragments(const string& message) {
    const std::size_t half = message.size() / 2;
    return {frames::frame(0x01, message.substr(0, half)) + frames::ping("between").substr(0, 5),
            frames::ping("between").substr(5) + frames::frame(0x80, message.substr(half))};
}

talk over_websocket() {
    talk one{{handshake, frames::text(sent("math.add", "[1,2]")) +
                             frames::text(made_up::batch({sent("ping", "[]"), "1"}))}, 8};
    for (const string& message : {sent("greeting.hello", R"(["Ada"])"),
                                  sent("twice", "[\"" + string(150'000, 'x') + "\"]")})
        for (const string& each : fragments(message)) one.pieces.push_back(each);
    one.pieces.push_back(frames::text(sent("bad", "[]")).substr(0, 20));
    one.pieces.push_back(frames::text(sent("bad", "[]")).substr(20) + frames::close(1000));
    return ++one.answers, one;
}

std::vector<talk> talks(bool with_threads) {
    const string add = posted(sent("math.add", "[1,2]"));
    const string batch = posted(made_up::batch(
        {sent("greeting.helo", "[]"), sent("math.add", R"(["x"])"), sent("ping", "[]")}));
    const string document = "GET /api/openrpc.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
    const string text(300'000, 'x');
    const string chunked = "POST /api HTTP/1.1\r\nHost: localhost\r\n"
                           "Transfer-Encoding: chunked\r\n\r\n";
    const string body = sent("greeting.hello", R"(["Ada"])");
    const string keep = sent("keep", R"(["a"])"), give = sent("give", R"(["c"])", "3");
    char size[8];
    std::snprintf(size, sizeof size, "%zx", body.size());
    std::vector<talk> all{
        {{add, add + add, chunked + size, "\r\n" + body + "\r\n0\r\n\r\n", batch}, 5},
        {{document, posted(sent("bad", "[]"))}, 2},
        {{posted(sent("twice", "[\"" + text + "\"]")), add}, 2},
        {{"GET / HTTP/1.1\r\n\r\n" + add}, 1},
        {{add.substr(0, 30)}, 1},
        {{tool("tools/list", "{}") + tool("tools/call", R"({"name":"bad"})"),
          tool("tools/call", R"({"name":"math_add","arguments":{"a":1,"b":2}})"),
          tool("tools/call", R"({"name":"math_add","arguments":{"c":1}})") +
              tool("tools/call", R"({"name":"twic"})"),
          posted(made_up::notified("notifications/initialized", "{}"), "", "/api/mcp")}, 6},
        over_websocket(),
        {{handshake + frames::text("[") + frames::frame(0x82, "binary")}, 3},
        {{handshake, frames::text(sent("said", R"(["a"])")) + frames::text(sent("say", R"(["b"])")),
          frames::text(sent("say", R"(["ab"])"))}, 5, true},
        {{handshake, frames::text(sent("heard", R"(["a"])")) + frames::text(sent("heard", "[]")),
          frames::text(sent("say", R"(["ab"])"))}, 6, true},
        {{add, posted(sent("ended", "[]"), "Accept: text/event-stream\r\n")}, 2},
        {{posted(made_up::batch({keep, sent("keep", R"(["b"])", "2"), give})),
          posted(made_up::batch({keep, sent("drop", "[]", "2")}))}, 2},
        {{handshake, frames::text(made_up::batch({keep, give})), frames::close(1000)}, 3},
        {{add, posted(made_up::batch({sent("report", "[]"), give}),
                      "Accept: text/event-stream\r\n")}, 2},
    };
    if (with_threads) {
        const string slow = sent("slowly", R"(["text"])");
        all.push_back({{posted(made_up::batch({slow, slow})), posted(slow) + add}, 3});
        all.push_back({{tool("tools/call", R"({"name":"slowly","arguments":{"text":"x"}})")}, 1});
        all.push_back({{handshake, frames::text(made_up::batch({slow, slow})),
                        frames::close(3000)}, 3});
    }
    return all;
}

struct heard {
    std::vector<wire::answer> answers;
    string wrong;
    bool has_subscribed = false;
};

// The frames of a server. A close frame has its code as status, a pong has 0.
struct frame_reader {
    using event = callbox::websocket::reader::event;
    callbox::limits bounds;
    callbox::websocket::reader reader{bounds, callbox::websocket::role::client};

    wire::taken take(string& inbox, wire::answer& out, string& wrong) {
        std::span<char> unread(inbox);
        const event what = reader.feed(unread);
        out.body.assign(reader.payload().begin(), reader.payload().end());
        out.status = what == event::close ? static_cast<int>(reader.status())
                                          : what == event::message ? 200 : 0;
        reader.compact(unread);
        inbox.erase(0, static_cast<std::size_t>(unread.data() - inbox.data()));
        inbox.resize(unread.size());
        if (what == event::more) return wire::taken::more;
        if (what != event::bad && what != event::ping) return wire::taken::done;
        return wrong = "not a frame of a response", wire::taken::bad;
    }
};

// A response, also of server-sent events, whose body keeps its chunks.
wire::taken take_response(string& inbox, wire::answer& out, string& wrong) {
    const std::size_t head = inbox.find("\r\n\r\n");
    if (head == inbox.npos || inbox.rfind("text/event-stream", head) == inbox.npos)
        return wire::take_answer(inbox, false, out, wrong);
    const std::size_t end = inbox.find("\r\n0\r\n\r\n");
    if (end == inbox.npos) return wire::taken::more;
    out.status = 200;
    out.body = inbox.substr(head + 4, end - head - 4);
    inbox.erase(0, end + 7);
    return wire::taken::done;
}

// Sends everything and receives until the end or until all requests are answered.
heard hold(const string& path, const talk& said) {
    heard all{.answers = {}, .wrong = {}, .has_subscribed = said.subscribes};
    callbox::fd connection = wire::connected("unix:" + path);
    if (!connection) return {.answers = {}, .wrong = "cannot connect"};
    wire::socket_peer server(std::move(connection));
    for (const string& piece : said.pieces) {
        server.send(piece);
        if (&piece != &said.pieces.back()) ::usleep(300);
    }
    if (said.answers == 1 || said.subscribes) server.end();
    string inbox;
    std::optional<frame_reader> frames;
    while (all.answers.size() < said.answers) {
        wire::answer one;
        const wire::taken got = frames ? frames->take(inbox, one, all.wrong)
                                       : take_response(inbox, one, all.wrong);
        if (got == wire::taken::bad) return all;
        if (got == wire::taken::done) {
            if (one.status == 101) frames.emplace();
            all.answers.push_back(std::move(one));
            continue;
        }
        const wire::peer::arrival came = server.receive(inbox);
        if (came == wire::peer::arrival::quiet) all.wrong = "it hangs";
        if (came != wire::peer::arrival::bytes) return all;
    }
    return all;
}

std::vector<heard> hold_all(const string& path, const std::vector<talk>& all) {
    std::vector<heard> got;
    for (const talk& each : all) got.push_back(hold(path, each));
    return got;
}

// Ignores the ids of incidents and the numbers of events, which differ, and reports, which are
// dropped if memory runs out.
bool is_same(const wire::answer& a, const wire::answer& b) {
    const auto head = [](string body) {
        if (const std::size_t at = body.find("rpc.progress"); at != body.npos)
            body.erase(0, body.find("\n\n\r\n", at) + 4);
        if (const std::size_t at = body.find("\"seq\":"); at != body.npos) body.erase(at, 22);
        return body.substr(0, body.find("incident"));
    };
    return a.status == b.status && head(a.body) == head(b.body);
}

// Each response must be that of a server without a fault or report an error, or the connection must
// have closed.
string judge(const std::vector<heard>& got, const std::vector<heard>& right, bool strictly) {
    for (std::size_t i = 0; i < right.size(); ++i) {
        if (!got[i].wrong.empty() && (strictly || got[i].wrong != "cannot connect"))
            return "talk " + std::to_string(i) + ": " + got[i].wrong;
        if (strictly && got[i].answers.size() != right[i].answers.size())
            return "talk " + std::to_string(i) + ": missing responses";
        for (std::size_t k = 0; k < got[i].answers.size(); ++k) {
            const wire::answer& a = got[i].answers[k];
            if (is_same(a, right[i].answers[k])) continue;
            const bool refused =
                a.status >= 400 && !a.body.empty() && a.status == right[i].answers[k].status;
            const bool is_reported =
                a.status == 503 || a.status == 1013 || refused ||
                a.body.find("-32603") != string::npos ||
                a.body.find(R"("data":{"reason":"memory")") != string::npos ||
                a.body.find("Internal error, incident") != string::npos;
            if (strictly || !is_reported)
                return "talk " + std::to_string(i) + ": " + std::to_string(a.status) + ' ' +
                       a.body.substr(0, 900);
            if (got[i].has_subscribed) break;  // no event may follow
        }
    }
    return "";
}

// ------------------------------------------------------------------------------- the server

struct server {
    pid_t pid = -1;
    callbox::fd errors;
    string said;

    // Reads the log until `enough()`, which is polled, or the end. Returns false on a time-out.
    template <class Enough> bool await(Enough enough) {
        for (int tries = 0; tries < 100; ++tries) {
            if (enough()) return true;
            pollfd one{errors.get(), POLLIN, 0};
            if (::poll(&one, 1, 100) != 1) continue;
            char some[4096];
            const ssize_t count = ::read(errors.get(), some, sizeof some);
            if (count <= 0) return ended = true;
            said.append(some, static_cast<std::size_t>(count));
        }
        return false;
    }
    bool ended = false;
};

[[noreturn]] void serve(faults::fault* f, const string& path, bool with_threads, int errors) {
    ::dup2(errors, STDERR_FILENO);
    callbox::options chosen;
    chosen.listen = {"127.0.0.1:0", "unix:" + path};
    chosen.mcp = true;
    chosen.websocket = callbox::websocket_mode::on;
    chosen.limits.connections_max = 20;
    chosen.limits.linger_timeout_ms = 50;
    chosen.limits.blocking_threads = 2;
    if (with_threads) chosen.workers = 2;
    if (f->what == faults::kind::allocation) chosen.log_level = callbox::log_level::info;
    faults::armed = f;
    const int status =
        with_threads ? callbox::serve(threaded, chosen) : callbox::serve(plain, chosen);
    faults::armed = nullptr;
    std::exit(status);
}

class trial {
public:
    explicit trial(bool with_threads)
        : with_threads_(with_threads), said_(talks(with_threads)), path_(folder() + "/socket") {
        void* const memory = ::mmap(nullptr, sizeof(faults::fault), PROT_READ | PROT_WRITE,
                                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        fault_ = new (memory) faults::fault;
        string wrong = run(faults::kind::none, 0, 0);
        if (!wrong.empty()) fail(wrong);
        wrong = run(faults::kind::one_byte, 0, 0);
        if (!wrong.empty()) fail("one byte at a time: " + wrong);
    }
    ~trial() { ::rmdir(path_.substr(0, path_.rfind('/')).c_str()); }
    trial(const trial&) = delete;
    trial& operator=(const trial&) = delete;

    // Lets each call or allocation fail in turn.
    void all(faults::kind what, const char* name) {
        std::size_t runs = 0;
        std::size_t clean = 0;
        std::size_t at = 1;
        for (; clean < (with_threads_ ? 3 : 1); ++at) {
            for (std::size_t which = 0, errors = 1; which < errors; ++which, ++runs) {
                const string wrong = run(what, at, which);
                errors = fault_->fired ? fault_->errors : 1;
                if (!wrong.empty()) fail(wrong);
            }
            clean = fault_->fired ? 0 : clean + 1;
        }
        std::printf("faults: %zu %s%s failed, in %zu runs\n", at - clean - 1, name,
                    with_threads_ ? " of several threads" : "", runs);
        std::fflush(stdout);
    }

private:
    static string folder() {
        string made = "/tmp/callbox-faults-XXXXXX";
        return ::mkdtemp(made.data()) == nullptr ? "/tmp" : made;
    }
    string run(faults::kind what, std::size_t at, std::size_t which);
    string talk_to(server& s);
    [[noreturn]] void fail(const string& wrong) const {
        std::fprintf(stderr, "faults: %s %zu (%s: %s): %s\n",
                     fault_->what == faults::kind::allocation ? "allocation" : "call", fault_->at,
                     fault_->name, std::strerror(fault_->error), wrong.c_str());
        ::unlink(path_.c_str());
        this->~trial();
        std::_Exit(1);
    }

    bool with_threads_;
    std::vector<talk> said_;
    string path_;
    faults::fault* fault_;
    bool served_ = false;
    std::vector<heard> right_;
};

string trial::run(faults::kind what, std::size_t at, std::size_t which) {
    fault_ = new (fault_) faults::fault;
    fault_->what = what;
    fault_->at = at;
    fault_->which = which;
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) == -1) return "no pipe";
    served_ = false;
    ::unlink(path_.c_str());  // left by a failed unlink()
    server s;
    s.pid = ::fork();
    if (s.pid == 0) serve(fault_, path_, with_threads_, ends[1]);
    ::close(ends[1]);
    s.errors = callbox::fd(ends[0]);
    string wrong = talk_to(s);
    if (!wrong.empty()) ::kill(s.pid, SIGKILL);
    int status = 0;
    ::waitpid(s.pid, &status, 0);
    const auto lines = std::count(s.said.begin(), s.said.end(), '\n');
    const bool ready = served_;
    if (wrong.empty() && s.said.find("==") != string::npos) wrong = "a sanitizer's report";
    if (wrong.empty() && !WIFEXITED(status)) wrong = "it crashes";
    if (wrong.empty() && WEXITSTATUS(status) != (ready ? 0 : 1)) wrong = "its exit status";
    const bool lost = fault_->name == string("write");
    if (wrong.empty() && !ready && !(fault_->fired && (lost || lines == 1)))
        wrong = "it does not start, and does not report this in one line";
    return wrong.empty() ? "" : wrong + "\n" + s.said.substr(0, 3'000);
}

string trial::talk_to(server& s) {
    // The line may be lost by the fault.
    const auto is_ready = [&] {
        if (s.said.find("ready: unix:") != string::npos) return true;
        return fault_->name == string("write") && wire::connected("unix:" + path_).get() != -1;
    };
    if (!s.await(is_ready)) return "it neither starts nor exits";
    if (s.ended) return "";
    served_ = true;
    const std::vector<heard> first = hold_all(path_, said_);
    const bool fired = fault_->fired;
    if (right_.empty()) right_ = first;
    string wrong = judge(first, right_, false);
    if (!wrong.empty()) return wrong;
    const std::vector<heard> again = hold_all(path_, said_);
    wrong = judge(again, right_, fired || fault_->what == faults::kind::none);
    if (!wrong.empty()) return "then: " + wrong;
    ::kill(s.pid, SIGTERM);
    return s.await([] { return false; }) && s.ended ? "" : "it does not exit";
}

}  // namespace

int main(int argc, char** argv) {
    bool with_threads = false;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "threads") with_threads = true;
        else if (word == "calls") trial(with_threads).all(faults::kind::call, "system calls");
        else trial(with_threads).all(faults::kind::allocation, "allocations");
    }
    return 0;
}
