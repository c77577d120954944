// callbox::server: one net::serving, which leaves the process alone.
#include <callbox/server.hpp>

#include "serving.hpp"

namespace callbox {

struct server::parts {
    parts(const table& methods, void* state, const options& how)
        : one(methods, state, how, net::scope::part) {}

    net::serving one;
};

server::server(const table& methods, void* state, const options& how)
    : parts_(std::make_unique<parts>(methods, state, how)) {}

server::~server() = default;

std::string server::start() { return parts_->one.start(); }

std::vector<std::string> server::addresses() const { return parts_->one.addresses(); }

std::vector<std::string> server::admin_addresses() const { return parts_->one.admin_addresses(); }

std::string server::run() { return parts_->one.run(); }

std::size_t server::running() const { return parts_->one.running(); }

void server::stop() noexcept { parts_->one.stop(); }

void server::reload() noexcept { parts_->one.reload(); }

}  // namespace callbox
