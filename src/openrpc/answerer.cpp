// Answers messages of the program itself, without a network.
#include <callbox/dispatch.hpp>

#include "document.hpp"
#include "rpc/dispatch.hpp"
#include "rpc/later.hpp"
#include "rpc/members.hpp"

namespace callbox {

struct answerer::parts {
    parts(const bound_table& all, const limits& limits)
        : methods(all), bounds(limits), log(observe::plain_style, bounds.log_rate_max),
          documents(all), calls(methods, bounds),
          dispatcher(all, all.state, bounds, log, &calls) {
        dispatcher.add(documents);
        dispatcher.log_undeclared_errors();
    }

    table methods;
    limits bounds;
    observe::logger log;
    openrpc::documents documents;
    rpc::later_calls calls;
    rpc::dispatcher dispatcher;
    bytes message;
    bytes response;
};

answerer::answerer(const bound_table& methods, const limits& bounds)
    : parts_(std::make_unique<parts>(methods, bounds)) {}

answerer::answerer(answerer&&) noexcept = default;
answerer& answerer::operator=(answerer&&) noexcept = default;
answerer::~answerer() = default;

// Copies the message, since parsing writes to it.
std::string_view answerer::answer(std::string_view message, const callbox::caller& caller) {
    parts& own = *parts_;
    own.message.clear();
    own.message.append(message);
    own.response.clear();
    if (own.message.overflowed()) throw std::bad_alloc();
    own.dispatcher.dispatch({own.message.data(), own.message.size()}, own.response, caller);
    return rpc::whole(own.response);
}

std::string answer(const bound_table& methods, std::string_view message, const limits& bounds,
                   const callbox::caller& caller) {
    observe::logger log(observe::plain_style, bounds.log_rate_max);
    openrpc::documents documents(methods);
    rpc::later_calls calls(methods, bounds);
    rpc::dispatcher dispatcher(methods, methods.state, bounds, log, &calls);
    dispatcher.add(documents);
    std::string copy(message);
    bytes response;
    dispatcher.dispatch(copy, response, caller);
    return std::string(rpc::whole(response));
}

}  // namespace callbox
