// callbox/limits.hpp - all limits.
//
// Everything that grows has a limit, and the response at each limit is tested. The members of
// `limits` can be set when a program starts, by an option (`--request-bytes-max`; `--max-memory`
// for memory_max) or an environment variable (`CALLBOX_REQUEST_BYTES_MAX`). The others are fixed at
// compile time.
#pragma once

#include <callbox/detail/language.hpp>

#include <cstddef>
#include <cstdint>

namespace callbox {

// Fixed: they size arrays, and offsets within a request head.
inline constexpr std::size_t method_params_max = 16;   // more do not compile
inline constexpr std::size_t table_methods_max = 128;  // rows of one api{...}; join several with +
inline constexpr std::size_t example_tokens_max = 32;  // values and braces of one example
inline constexpr std::size_t violations_max = 32;          // of one call; more are not listed
inline constexpr std::size_t header_bytes_limit = 64 << 10;  // upper bound of header_bytes_max
inline constexpr std::size_t json_depth_limit = 1024;  // upper bound of json_depth_max
inline constexpr std::size_t workers_max = 256;        // loops; more are refused at start
inline constexpr std::size_t tokens_max = 1000;        // of a token file; more are refused
inline constexpr std::size_t token_file_bytes_max = 1 << 20;  // a longer one is refused

// Sizes are in bytes, times in milliseconds.
struct limits {
    // One request, with the response beyond each limit.
    std::size_t target_bytes_max = 8 << 10;    // 414 and close
    std::size_t header_bytes_max = 16 << 10;   // request line and fields; 431 and close
    std::size_t header_count_max = 100;        // 431 and close
    std::size_t request_bytes_max = 1 << 20;   // the decoded body; 413 and close
    std::size_t json_depth_max = 128;          // nested arrays and objects; -32700
    std::size_t json_nodes_max = 1 << 19;      // values and member names; -32700
    std::size_t batch_length_max = 1000;       // -32600
    std::size_t response_bytes_max = 16 << 20; // results of one message; -32001

    // Calls of blocking methods, in all workers together. Each may keep a connection waiting: the
    // sum of the first two should be below connections_max.
    std::size_t blocking_threads = 8;          // concurrent calls
    std::size_t blocking_queue_max = 256;      // calls waiting for a thread; -32002
    std::size_t pending_calls_max = 100'000;   // calls waiting for their later<T>; -32002

    // Connections of all workers together.
    std::size_t connections_max = 1024;        // 503 with Retry-After and close, for 64 at
                                               // a time; others are just closed

    // Memory of all connections together: incomplete requests, unsent responses, nodes of parsed
    // messages, the connections themselves. The program itself (tools/bench/README.md) and memory
    // that methods allocate do not count. With less than a quarter left, incomplete
    // requests are refused (503 with Retry-After and close); calls in progress use the rest.
    std::size_t memory_max = 256 << 20;
    // Unsent responses to pipelined requests of one connection; unfinished blocking or
    // pending calls of one WebSocket (a batch may exceed it).
    std::size_t pipelined_answers_max = 64;    // further requests wait, unread

    // Subscriptions to events.
    std::size_t subscriptions_max = 64;        // of one WebSocket; -32005
    std::size_t subscription_bytes_max = 64 << 10;  // events of one that wait to be sent, and 32
                                               // for each; for the rest see event.hpp

    // Time allowed to a client.
    std::uint32_t header_timeout_ms = 5'000;   // from the first byte of a head to its last; 408
    std::uint32_t body_timeout_ms = 30'000;    // from there to the end of the body; 408. Also
                                               // for a WebSocket message; close with 1008
    std::size_t body_rate_min = 1 << 10;       // bytes per second: a faster one may take longer
    std::uint32_t idle_timeout_ms = 60'000;    // between two requests; close
    // In each period of this length a client must read its response at write_rate_min at least;
    // otherwise the connection is closed. Bytes in the client's kernel count as read, so a client
    // that reads nothing may be detected only after the second period.
    std::uint32_t write_timeout_ms = 30'000;
    std::size_t write_rate_min = 1 << 10;      // bytes per second
    std::uint32_t linger_timeout_ms = 1'000;   // reading after the last response, to avoid a RST
    // A WebSocket from which no bytes are received for this time gets a ping; after the same time
    // again it is closed.
    std::uint32_t ping_interval_ms = 30'000;

    // Time allowed for stopping.
    std::uint32_t drain_delay_ms = 0;          // from SIGTERM (/readyz: 503) to closing listeners
    std::uint32_t drain_timeout_ms = 30'000;   // from then to closing all connections; also for
                                               // the calls of a WebSocket that closes
    std::uint32_t upgrade_timeout_ms = 30'000; // for the new process to start serving

    // A call that blocks an event loop for longer is logged as a warning, once a minute for each
    // method. 0: never.
    std::uint32_t slow_ms = 1'000;
    // Errors and warnings that each worker or thread logs per second; the log counts the rest.
    std::size_t log_rate_max = 20;
};

static_assert(limits{}.target_bytes_max < limits{}.header_bytes_max);
static_assert(limits{}.header_bytes_max < limits{}.request_bytes_max);
static_assert(limits{}.header_bytes_max <= header_bytes_limit);
static_assert(limits{}.request_bytes_max + limits{}.response_bytes_max < limits{}.memory_max);
static_assert(limits{}.json_depth_max <= json_depth_limit);
// The densest text is "[1,1,1,...", two bytes per value: any text of the default size fits.
static_assert(limits{}.json_nodes_max * 2 >= limits{}.request_bytes_max);

}  // namespace callbox
