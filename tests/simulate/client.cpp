// Random actions of a client.
#include "client.hpp"

#include <algorithm>

namespace simulate {

micros client::act(kernel& with) {
    if (done) return asleep;
    if (!connected) {
        connected = with.connect(line, listener);
        if (!connected) done = true;
        with.journal.line(with.now, connected ? "client connects" : "connect fails", line.client);
        return connected ? with.now + with.luck.from(0, pause) : asleep;
    }
    chance& luck = with.luck;
    if (line.reset) {
        done = true;
        return asleep;
    }
    if (line.has_left) {  // bytes that arrive after the close are answered by a reset
        done = true;
        with.reset(line);
        return asleep;
    }
    if (reads == reading::eager) line.out = 0;
    else if (reads == reading::slow) line.out -= std::min(line.out, 1 + luck.scaled(line.out_max));
    const bool is_over = (line.shut || line.closed) && line.out == 0 && reads != reading::never;
    if (is_over) {
        if (!line.closed && luck.one_in(8)) return asleep;  // until the server closes
        leave(with, leaving::closes);
        return asleep;
    }
    if (sent >= leaves_after) {
        leave(with, leaves == leaving::stays ? leaving::closes : leaves);
        return line.has_left || line.reset ? asleep : with.now + 1 + luck.from(0, 1000);
    }
    const bool all_said = sent == sends.stream.size() || line.fin;
    if (all_said && answered == sends.all.size() && line.out == 0) {
        if (with.now < stays_until) return stays_until;
        if (leaves == leaving::stays) return asleep;
        leave(with, leaves);
        return asleep;
    }
    const bool sending = !all_said && send_some(with);
    const bool waits_to_read = line.out > 0 && reads == reading::slow;
    if (!sending && !waits_to_read) return asleep;
    return with.now + 1 + luck.from(0, pause);
}

// Returns false if it has to wait for the server.
bool client::send_some(kernel& with) {
    std::size_t count = std::min(1 + with.luck.scaled(piece_max), sends.stream.size() - sent);
    count = std::min(count, leaves_after - std::min(sent, leaves_after));
    if (one_by_one && answered < sends.all.size()) {
        const asked& now = sends.all[answered];
        count = std::min(count, now.end - std::min(sent, now.end));
        // It waits for 100 Continue, but not forever.
        if (now.expects && sent < now.head_end) count = std::min(count, now.head_end - sent);
    }
    const std::size_t room = line.in_max - std::min(line.unread(), line.in_max);
    count = std::min(count, room);
    if (count == 0) return false;
    line.in.append(sends.stream, sent, count);
    sent += count;
    with.journal.line(with.now, "client sends", line.client, static_cast<std::int64_t>(count));
    if (line.closed) with.reset(line);
    return true;
}

void client::leave(kernel& with, leaving mode) {
    const bool unread = line.out > 0;
    with.journal.line(with.now, "client leaves", line.client, static_cast<int>(mode));
    switch (mode) {
    case leaving::shuts:
        with.fin(line);
        leaves_after = SIZE_MAX;
        leaves = leaving::stays;
        return;
    case leaving::resets: with.reset(line); break;
    default:
        with.fin(line);
        line.has_left = true;
        if (unread) with.reset(line);
        break;
    }
    done = line.reset || line.closed;
}

manner random_manner(chance& luck) {
    if (luck.one_in(30)) return manner::flood_small;
    if (luck.one_in(60)) return manner::flood_batches;
    if (luck.one_in(4)) return manner::one_call;
    if (luck.one_in(3)) return manner::websocket;
    if (luck.one_in(5)) return manner::subscriber;
    return luck.one_in(6) ? manner::stream : manner::mixed;
}

client make_client(chance& luck, ledger& calls, const callbox::limits& bounds, int number,
                   std::size_t listeners, bool slow, manner mode) {
    client one;
    one.sends = make_plan(luck, calls, bounds, number, mode, slow);
    one.listener = luck.below(listeners);
    one.line.client = number;
    const bool floods = mode == manner::flood_small || mode == manner::flood_batches;
    one.line.in_max = floods ? 300'000 : 2'000 + luck.scaled(200'000);
    one.line.out_max = 500 + luck.scaled(200'000);
    const bool is_http = mode == manner::mixed || mode == manner::one_call;
    one.one_by_one = is_http && luck.one_in(3);
    one.piece_max = floods ? 100'000 : luck.one_in(4) ? 3 : luck.scaled(20'000);
    one.pause = luck.one_in(12) ? 20'000'000 : 1 + static_cast<micros>(luck.scaled(100'000));
    if (one.piece_max < 20) one.pause = std::min<micros>(one.pause, 20'000);
    one.reads = luck.one_in(15)  ? client::reading::never
                : luck.one_in(8) ? client::reading::slow
                                 : client::reading::eager;
    if (one.reads == client::reading::slow) one.line.out_max = 1 + luck.scaled(4'000);
    one.leaves_after = luck.one_in(5) ? luck.below(one.sends.stream.size()) : SIZE_MAX;
    one.leaves = static_cast<client::leaving>(luck.below(4));
    if (!is_http && luck.one_in(2))
        one.stays_until = 1'000'000'000 + static_cast<micros>(luck.scaled(40'000'000));
    if (mode == manner::stream && one.leaves == client::leaving::stays)
        one.leaves = client::leaving::closes;  // a stream has no other end
    if (mode == manner::crowd) one.piece_max = 20'000, one.leaves_after = SIZE_MAX;
    one.due = luck.from(0, luck.one_in(3) ? 2'000'000 : 20'000);
    return one;
}

}  // namespace simulate
