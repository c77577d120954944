// What a topic publishes, for callbox::test::client.
#include "topic.hpp"

#include <callbox/test.hpp>

namespace callbox::test::detail {

namespace {

class recorder final : public events::feed {
public:
    explicit recorder(const std::shared_ptr<events::topic>& from) : topic_(from) {
        (void)topic_->begin({.to = this, .row = 0, .filters = true, .keeps = 0}, {});
    }
    ~recorder() { topic_->disconnect(*this, 0); }

    void put(std::size_t, const events::shared_publication& event, bool) noexcept override {
        const lock_guard guard(mutex_);
        payloads_.push_back(event->value);
    }
    void put(std::size_t, [[maybe_unused]] events::loss* lost) noexcept override {
        assert(lost == nullptr);
    }
    payloads take() {
        const lock_guard guard(mutex_);
        return std::exchange(payloads_, {});
    }

private:
    std::shared_ptr<events::topic> topic_;
    mutex mutex_;  // guards the member below
    payloads payloads_;
};

}  // namespace

recording record(const std::shared_ptr<events::topic>& from) {
    return [made = std::make_shared<recorder>(from)] { return made->take(); };
}

}  // namespace callbox::test::detail
