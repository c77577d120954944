// The requests of subscribers and publishers.
#include "maker.hpp"

#include <utility>

namespace simulate {

using std::string;
using std::to_string;

// The params of a call that publishes.
string maker::publishing(called& c, string& method, const string& token) {
    c.counts = true;
    method = slow_ && luck_.one_in(3) ? "sim.publish_slowly" : "sim.publish";
    const std::size_t count = luck_.one_in(20) ? luck_.scaled(300) : 1 + luck_.scaled(3);
    const std::size_t size = luck_.one_in(60) && count < 5 ? 70'000 : luck_.scaled(2'000);
    return '[' + token + ',' + to_string(luck_.below(topic_count)) + ',' +
           to_string(1 + luck_.below(keys)) + ',' + to_string(count) + ',' + to_string(size) + ']';
}

// A call of an event: its own token, so its hook can report it.
string maker::subscribing() {
    string id;
    called& c = note(id, false);
    const event_rules& row = row_of_events(luck_);
    c.effect = called::events::begins;
    c.row = static_cast<std::size_t>(&row - event_rows.data());
    c.key = luck_.one_in(3) ? static_cast<std::int64_t>(luck_.below(keys + 1)) : any_key;
    c.exact = false;
    c.wanted = R"({"jsonrpc":"2.0",)";  // see event_follower
    string params = R"({"token":)" + to_string(calls_.size() - 1) + R"(,"key":)" + to_string(c.key);
    if (row.has_seq && luck_.one_in(2)) {
        c.since = luck_.from(0, luck_.one_in(10) ? 100'000 : 1 + luck_.from(0, 60));
        params += R"(,"since":)" + to_string(seq_of(c.since));
    }
    return string(R"({"jsonrpc":"2.0","method":")") + row.name + R"(","params":)" + params +
           R"(},"id":)" + id + '}';
}

void maker::subscribe() {
    named_.clear();
    post(subscribing(), {.is_call = true}, false);
}

// Of a subscription that the client may have.
void maker::unsubscribe() {
    named_.clear();
    string id;
    called& c = note(id, false);
    c.effect = called::events::ends;
    c.ended = luck_.one_in(20) ? "x" : to_string(1 + luck_.scaled(messages_.size() / 2));
    c.exact = false;
    c.wanted = R"({"jsonrpc":"2.0","result":)";
    const string text = '"' + c.ended + '"';
    const string params =
        luck_.one_in(2) ? '[' + text + ']' : R"({"subscription":)" + text + '}';
    post(R"({"jsonrpc":"2.0","method":"rpc.unsubscribe","params":)" + params + R"(,"id":)" + id +
             '}',
         {.is_call = true}, false);
}

void maker::event_message() {
    switch (luck_.below(8)) {
    case 0: case 1: return unsubscribe();
    case 2: case 3: case 4: {
        named_.clear();
        string id, method;
        called& c = note(id, luck_.one_in(5));
        const string token = to_string(calls_.size() - 1);
        const string params = publishing(c, method, token);
        c.wanted = R"({"jsonrpc":"2.0","result":)" + token;
        string text = R"({"jsonrpc":"2.0","method":")" + method + R"(","params":)" + params;
        if (!id.empty()) text += R"(,"id":)" + id;
        return post(text + '}', {.is_call = true}, false);
    }
    default: return subscribe();
    }
}

// The last request of its client: bytes after it are discarded.
void maker::stream() {
    named_.clear();
    string body = subscribing();
    const called& c = calls_.back();
    const bool may_fail = c.since != -1 || event_rows[c.row].is_secret;  // then it closes too
    asked one{.closes = true, .is_call = true, .streams = true, .calls = named_};
    const bool is_old = luck_.one_in(4);
    string head = is_old ? "POST /api HTTP/1.0\r\n" : "POST /api HTTP/1.1\r\nHost: localhost\r\n";
    head += luck_.one_in(2) ? "Accept: text/event-stream\r\n"
                            : "accept: application/json, text/event-stream;q=0.5\r\n";
    if (!is_old && (may_fail || luck_.one_in(2))) head += "Connection: close\r\n";
    head += string(authorization) + "Content-Length: " + to_string(body.size()) + "\r\n\r\n";
    send(head, body, std::move(one));
    if (luck_.one_in(4)) made_.stream += string(luck_.scaled(5'000), '{');
}

}  // namespace simulate
