// Answers the messages of the program itself, without a network.
#include <callbox/dispatch.hpp>

#include "document.hpp"
#include "rpc/dispatch.hpp"

#include <new>

namespace callbox {

struct answerer::parts {
    parts(const table& methods, void* state, const limits& bounds)
        : log(observe::plain_style, bounds.log_rate_max), documents(methods),
          dispatcher(methods, state, bounds, log) {
        dispatcher.add(documents);
        dispatcher.tell_undeclared();
    }

    observe::logger log;
    openrpc::documents documents;
    rpc::dispatcher dispatcher;
    bytes message;
    bytes response;
};

answerer::answerer(const table& methods, void* state, const limits& bounds)
    : parts_(std::make_unique<parts>(methods, state, bounds)) {}

answerer::answerer(answerer&&) noexcept = default;
answerer& answerer::operator=(answerer&&) noexcept = default;
answerer::~answerer() = default;

// Copies the message, because parsing writes to it.
std::string_view answerer::answer_to(std::string_view message, const caller* who) {
    bytes& copy = parts_->message;
    copy.clear();
    copy.append(message);
    parts_->response.clear();
    if (copy.overflowed()) throw std::bad_alloc();
    static constexpr caller nobody;
    parts_->dispatcher.dispatch({copy.data(), copy.size()}, parts_->response,
                              who == nullptr ? nobody : *who);
    if (parts_->response.overflowed()) throw std::bad_alloc();
    return parts_->response.view();
}

std::string detail::answer(const table& methods, void* state, std::string_view message,
                           const limits& bounds, const caller& who) {
    observe::logger log(observe::plain_style, bounds.log_rate_max);
    openrpc::documents documents(methods);
    rpc::dispatcher dispatcher(methods, state, bounds, log);
    dispatcher.add(documents);
    std::string copy(message);
    bytes response;
    dispatcher.dispatch(copy, response, who);
    if (response.overflowed()) throw std::bad_alloc();
    return std::string(response.view());
}

}  // namespace callbox
