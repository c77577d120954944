// What epoll watches beside a descriptor: whom its events are for.
#pragma once

namespace callbox::net {

class loop;

struct event_source {
    // Called when the descriptor is ready. It may have been closed since, in the same turn.
    void (*on_event)(loop&, event_source&) = nullptr;
};

}  // namespace callbox::net
