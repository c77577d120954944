// The current call of a dispatcher, for log(): callbox/log.hpp.
#pragma once

#include "observe/logger.hpp"

#include <callbox/json.hpp>
#include <callbox/table.hpp>

// Each dispatcher has one and sets it for each call. Other threads read it only during the call.
struct callbox::detail::call_log {
    observe::logger* log;
    document* text;                // the message
    const row* method = nullptr;
    node* id = nullptr;            // null: a notification
};
