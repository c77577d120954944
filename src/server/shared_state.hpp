// What the connections of one loop share: buffers, limits, and the limits of one step.
#pragma once

#include "http/head_reader.hpp"
#include "site/site.hpp"
#include "traffic.hpp"
#include "websocket/frames.hpp"

namespace callbox::net {

inline constexpr std::size_t input_bytes = 128 << 10;    // maximum of one read
inline constexpr std::size_t step_output_max = 64 << 10; // beyond it a step starts no answer
inline constexpr std::size_t output_kept_max = 1 << 20;  // larger output buffers are released
inline constexpr std::uint32_t step_ms_max = 10;  // beyond it a step in a loop starts no answer

// State shared by the connections of one loop, which serves one at a time. The loop updates `date`,
// `draining`, and, of the connection being served, `served` and `more_arrived`.
struct shared_state {
    shared_state(site::site& answers, const limits& limits_,
                 std::uint64_t step_ticks_max_ = UINT64_MAX)
        : site(&answers), bounds(&limits_), step_ticks_max(step_ticks_max_),
          heads(answers.uses_shapes()),
          input(memory::make<char>(input_bytes + 1, memory::budget::clients)) {}

    void clear_output() {
        output.clear();
        if (output.capacity() > output_kept_max) output.release();
    }

    site::site* site;
    const limits* bounds;
    std::uint64_t step_ticks_max;
    http::head_reader heads;
    std::string_view date;    // an IMF-fixdate
    bool draining = false;
    void* served = nullptr;     // what events::hub::next_due() returns for it
    bool more_arrived = false;  // or may have, after the input that was read
    // Set by the loop: WebSockets answer the calls that they have received, and close; streams end.
    std::optional<websocket::close_code> closes_websockets;
    bool is_last_step = false;  // they close now, and read no more
    websocket_counters websockets;
    std::size_t frame_header_bytes = 2;  // of the last WebSocket response
    bytes output{memory::budget::clients};  // the answers of one step
    bytes event{memory::budget::clients};   // the event that is being appended to a stream
    memory::block<char> input;  // for connections that hold no input; one byte extra
};

// The answers of one step of a connection. Steps are limited because other connections wait, and
// because only sending the answers shows that the client has left.
class step_work {
public:
    // Counts an answer. Returns whether the step must end.
    bool ends_after_answer(const shared_state& common) {
        const std::uint64_t now = common.site->last_ticks();
        if (answers_++ == 0) began_ = now;
        const bool ends = answers_ >= common.bounds->pipelined_answers_max ||
                          common.output.size() >= step_output_max ||
                          ticks_between(began_, now) > common.step_ticks_max;
        common.site->set_continues(!ends);
        return ends;
    }

private:
    std::size_t answers_ = 0;
    std::uint64_t began_ = 0;  // the time of the first of them, in ticks
};

}  // namespace callbox::net
