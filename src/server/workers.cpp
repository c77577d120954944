// Runs each worker's loop on its thread, until the signal to stop.
#include "workers.hpp"

#include "process/thread.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

namespace callbox::net {

namespace {

extern "C" void* callbox_work(void* one) {
    static_cast<worker*>(one)->serves.run();
    return nullptr;
}

}  // namespace

bool worker::is_local(const std::vector<listener>& all, bool admin) {
    return std::all_of(all.begin(), all.end(), [admin](const listener& l) {
        return (l.serves() == listener_role::admin) != admin || is_loopback(l.where());
    });
}

void workers::add(const table& methods, void* state, const options& how,
                  std::vector<listener> listeners) {
    all_.push_back(std::make_unique<worker>(methods, state, how, std::move(listeners), *stop_,
                                            together_, calls_, *who_, *board_, *style_));
    board_->add(all_.back()->answers.counts(), all_.back()->serves.counts(),
                all_.back()->lines);
}

void workers::attend(process::supervisor& to) {
    all_.front()->serves.attend(to);
    for (const auto& w : all_) to.watch(w->serves.pulse());
}

std::string workers::open() {
    for (const auto& w : all_)
        if (std::string problem = w->serves.open(); !problem.empty()) return problem;
    return "";
}

// The first wish to stop would drain the workers that run already; the second ends them at once.
std::string workers::start() {
    for (std::size_t i = 1; i < all_.size(); ++i) {
        const int error = process::start_thread(all_[i]->thread, callbox_work, all_[i].get());
        if (error == 0) continue;
        stop_->wish();
        stop_->wish();
        join(i);
        return "cannot start worker " + std::to_string(i + 1) + " of " +
               std::to_string(all_.size()) + ": " + std::strerror(error);
    }
    return "";
}

void workers::run() {
    all_.front()->serves.run();
    join(all_.size());
}

std::size_t workers::cut_off() const {
    std::size_t sum = 0;
    for (const auto& w : all_) sum += w->serves.cut_off();
    return sum;
}

void workers::join(std::size_t count) {
    for (std::size_t i = 1; i < count; ++i) (void)::pthread_join(all_[i]->thread, nullptr);
}

}  // namespace callbox::net
