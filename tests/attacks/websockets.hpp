// Attacks over WebSockets.
#pragma once

#include "server.hpp"

namespace attacks::websockets {

// Each lasts until that time.
void ping_floods(const server& to, double until);
void unread_responses(const server& to, double until);
void unfinished_messages(const server& to, double until);
void random_frames(const server& to, double until);
void ten_thousand_ends(const server& to, double until);

// Each has servers of its own.
void in_fragments();
void slow_handshakes();
void half_closed();
void never_reads();
void drain();
void stalled_messages();

}  // namespace attacks::websockets
