// Runs the loop of each worker on its own thread until a stop request.
#include "workers.hpp"

#include "system/thread.hpp"

namespace callbox::net {

namespace {

extern "C" void* callbox_work(void* one) {
    static_cast<worker*>(one)->loop.run();
    return nullptr;
}

}  // namespace

bool worker::is_local(const std::vector<listener>& all, bool admin) {
    return std::all_of(all.begin(), all.end(), [admin](const listener& l) {
        return (l.serves() == listener_role::admin) != admin || is_loopback(l.where());
    });
}

workers::workers(const table& methods, void* state, const options& how,
                 std::vector<std::vector<listener>> listeners, const system::stop_signals& stop,
                 thread_pool& pool, credentials& who, site::metrics& shown,
                 const observe::log_style& style)
    : stop_(&stop) {
    for (std::vector<listener>& each : listeners) {
        all_.push_back(std::make_unique<worker>(methods, state, how, std::move(each), stop,
                                                connection_total_, pool, who, shown, style));
        const worker& own = *all_.back();
        own.site.add_to(shown);
        own.loop.add_to(shown);
    }
}

void workers::set_supervisor(supervisor& by) {
    all_.front()->loop.set_supervisor(by);
    for (const auto& w : all_) by.watch(w->loop.beats());
}

std::string workers::open() {
    for (const auto& w : all_)
        if (std::string problem = w->loop.open(); !problem.empty()) return problem;
    return "";
}

std::string workers::start() {
    for (std::size_t i = 1; i < all_.size(); ++i) {
        const int error = system::start_thread(all_[i]->thread, callbox_work, all_[i].get());
        if (error == 0) continue;
        abandon(i);
        return "cannot start worker " + std::to_string(i + 1) + " of " +
               std::to_string(all_.size()) + ": " + std::strerror(error);
    }
    return "";
}

void workers::abandon() { abandon(all_.size()); }

// The first stop request would drain the running workers; the second ends them immediately.
void workers::abandon(std::size_t count) {
    stop_->request(system::command::stop);
    stop_->request(system::command::stop);
    join(count);
}

void workers::run() {
    all_.front()->loop.run();
    join(all_.size());
}

std::size_t workers::cut_off() const {
    std::size_t sum = 0;
    for (const auto& w : all_) sum += w->loop.cut_off();
    return sum;
}

void workers::join(std::size_t count) {
    for (std::size_t i = 1; i < count; ++i) (void)::pthread_join(all_[i]->thread, nullptr);
}

}  // namespace callbox::net
