// Replaces server/thread_pool.cpp, whose threads are not deterministic. The last functions are
// called by server/serving, which is linked but does not run here.
#include "run.hpp"

#include <cstdlib>
#include <utility>

namespace callbox::net {

using simulate::run;

thread_pool::thread_pool(const table& methods, void*, const limits& bounds,
                         const observe::log_style&)
    : methods_(methods), bounds_(&bounds) {}
bool thread_pool::take(rpc::jobs one) { return run::running->take(std::move(one)); }
rpc::jobs thread_pool::take_out(rpc::job& one) { return run::running->take_out(one); }
bool thread_pool::reserve(const row&) { return true; }
void thread_pool::release(const row&) {}

std::string thread_pool::start() { std::abort(); }
std::size_t thread_pool::stop() { std::abort(); }
void thread_pool::wait() { std::abort(); }
void thread_pool::add_to(site::metrics&) const { std::abort(); }

}  // namespace callbox::net
