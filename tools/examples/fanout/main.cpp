// Messages for the clients of all instances, passed on by PostgreSQL: see README.md.
#include <callbox/callbox.hpp>

#include <libpq-fe.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <random>
#include <thread>

namespace {

using namespace std::chrono_literals;
using callbox::arg, callbox::event, callbox::field, callbox::fails, callbox::fields,
    callbox::method;

constexpr std::size_t notify_bytes_max = 7999;  // of the payload: PostgreSQL's limit

struct message {
    std::string room;
    std::string text;
};
constexpr auto describe(callbox::as<message>) {
    return fields{field{"room", &message::room}, field{"text", &message::text}};
}
bool is_in(const message& m, std::optional<std::string_view> room) {
    return !room || m.room == *room;
}

// A connection to the database; the result of a command.
using database = std::unique_ptr<PGconn, decltype([](PGconn* open) { PQfinish(open); })>;
using outcome = std::unique_ptr<PGresult, decltype([](PGresult* made) { PQclear(made); })>;

// Between commands the database sends something only when it closes the connection.
bool is_open(const database& db) {
    if (PQstatus(db.get()) != CONNECTION_OK) return false;
    pollfd input{PQsocket(db.get()), POLLIN, 0};
    return ::poll(&input, 1, 0) == 0;
}
bool succeeded(const outcome& o) {
    const ExecStatusType status = PQresultStatus(o.get());
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

class board {
public:
    callbox::topic<message> sent;
    // Notifications are not stored: those during an interruption are lost, and clients must know.
    callbox::topic<std::string> interrupted;

    explicit board(std::string to)
        : to_(std::move(to)), stop_(::eventfd(0, EFD_CLOEXEC)), listener_([this] { listen(); }) {}
    ~board() {
        ::eventfd_write(stop_, 1);
        listener_.join();
        ::close(stop_);
    }

    // Only notifies: the listener of each instance publishes the message, also this one's. Thus all
    // clients get the messages in the order of the database.
    callbox::result<void> send(std::string_view room, std::string_view text) {
        const std::string payload(
            callbox::json(message{std::string(room), std::string(text)}).text());
        if (payload.size() > notify_bytes_max)
            return callbox::failure{1, "the message is too long for a notification"};
        thread_local database db;  // of each thread for blocking calls
        if (!is_open(db)) db.reset(PQconnectdb(to_.c_str()));
        const char* const value = payload.c_str();
        const outcome done(PQexecParams(db.get(), "SELECT pg_notify('messages', $1)", 1, nullptr,
                                        &value, nullptr, nullptr, 0));
        if (succeeded(done)) return {};
        // Not repeated: the command may have been executed.
        std::fprintf(stderr, "fanout: %s", PQerrorMessage(db.get()));
        return callbox::failure{2, "the database is not available"};
    }

private:
    void listen() {
        std::minstd_rand random(std::random_device{}());
        int pause_ms = 100;
        for (;;) {
            const database db(PQconnectdb(to_.c_str()));
            if (is_open(db) && succeeded(outcome(PQexec(db.get(), "LISTEN messages")))) {
                interrupted.publish("messages may be lost");  // until now
                pause_ms = 100;
                while (receive(db.get())) {}
            }
            if (is_stopped(0)) return;
            std::fprintf(stderr, "fanout: %s", PQerrorMessage(db.get()));
            // A random pause, as all instances may have lost their connection.
            const auto part = static_cast<int>(random() % 1000);
            if (is_stopped(pause_ms / 2 + pause_ms / 2 * part / 1000)) return;
            pause_ms = std::min(pause_ms * 2, 5000);
        }
    }
    bool is_stopped(int within_ms) {
        pollfd stop{stop_, POLLIN, 0};
        return ::poll(&stop, 1, within_ms) > 0;
    }
    // Waits for notifications and publishes them. Returns false at the end of the connection, or to
    // stop.
    bool receive(PGconn* db) {
        std::array<pollfd, 2> both{{{PQsocket(db), POLLIN, 0}, {stop_, POLLIN, 0}}};
        if (::poll(both.data(), both.size(), -1) == -1) return errno == EINTR;
        if (both[1].revents != 0 || PQconsumeInput(db) == 0) return false;
        while (PGnotify* const each = PQnotifies(db)) {
            const auto read = callbox::json::parse(each->extra);
            PQfreemem(each);
            // Any user of the database can notify.
            if (const auto m = read ? read->as<message>() : std::nullopt) sent.publish(*m);
        }
        return PQstatus(db) == CONNECTION_OK;
    }

    const std::string to_;
    const int stop_;  // readable when the listener must end
    std::thread listener_;
};

constexpr callbox::api methods{
    callbox::thread_safe,
    method<"message.send", &board::send>("Sends a message to the clients of all instances.",
        arg("room").length(1, 40), arg("text"), callbox::blocking, callbox::timeout(5s),
        fails(1, "the message is too long"), fails(2, "the database is not available")),
    event<"message.sent", &board::sent, is_in>("A message was sent.",
        arg("room", "only of this room"), callbox::keeps(1000)),
    event<"message.interrupted", &board::interrupted>("Messages may be lost: the instance was "
        "without the database."),
};

board open(std::string to) { return board(std::move(to)); }
constexpr auto state = callbox::made_by(open,
    callbox::setting<std::string>("--database", "URL", "PostgreSQL: postgresql://user@host/name"));

}  // namespace

int main(int argc, char** argv) {
    callbox::options defaults;
    defaults.name = "fanout";
    defaults.info = {.title = "Fanout", .version = "1.0.0"};
    return callbox::run(methods, state, argc, argv, defaults);
}
