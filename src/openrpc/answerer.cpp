// Answers the messages of the program itself, without a network.
#include <callbox/dispatch.hpp>

#include "observe/log.hpp"
#include "rpc/dispatch.hpp"

#include <new>

namespace callbox {

struct answerer::parts {
    parts(const table& methods, void* state, const limits& bounds)
        : one(methods, state, bounds, journal) {}

    stderr_log journal;
    rpc::dispatcher one;
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
    parts_->one.answer({copy.data(), copy.size()}, parts_->response,
                       who == nullptr ? nobody : *who);
    if (parts_->response.overflowed()) throw std::bad_alloc();
    return parts_->response.view();
}

std::string detail::answer(const table& methods, void* state, std::string_view message,
                           const limits& bounds, const caller& who) {
    stderr_log journal;
    rpc::dispatcher one(methods, state, bounds, journal);
    std::string copy(message);
    bytes out;
    one.answer(copy, out, who);
    if (out.overflowed()) throw std::bad_alloc();
    return std::string(out.view());
}

}  // namespace callbox
