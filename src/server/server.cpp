// Implements callbox::server with a net::serving that leaves the process unchanged.
#include <callbox/server.hpp>

#include "serving.hpp"

namespace callbox {

struct server::parts : net::serving {
    using serving::serving;
};

server::server(const bound_table& methods, const options& how)
    : parts_(std::make_unique<parts>(methods, methods.state, how, net::scope::part)) {}

server::~server() = default;

std::string server::start() { return parts_->start(); }

std::vector<std::string> server::addresses() const { return parts_->addresses(); }

std::vector<std::string> server::admin_addresses() const { return parts_->admin_addresses(); }

std::string server::run() { return parts_->run(); }

std::size_t server::running() const { return parts_->running(); }

void server::stop() noexcept { parts_->stop(); }

void server::reload() noexcept { parts_->reload(); }

}  // namespace callbox
