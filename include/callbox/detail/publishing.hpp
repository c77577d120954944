// callbox/detail/publishing.hpp - what topic.hpp and event.hpp share with the events of src. Part
// of both.
#pragma once

#include <callbox/caller.hpp>
#include <callbox/codec.hpp>
#include <callbox/error.hpp>

namespace callbox {

namespace events {
class topic;
}

namespace detail {

// What is done with a payload whose type is not known.
struct payload_functions {
    void (*write)(writer& to, const void* payload);
    // A copy for filters, which run later. Null: the type cannot be copied.
    std::shared_ptr<const void> (*copy)(const void* payload);
};

template <class T> constexpr auto copier_of() -> decltype(payload_functions::copy) {
    if constexpr (!std::is_copy_constructible_v<T>) return nullptr;
    else return [](const void* payload) -> std::shared_ptr<const void> {
        return std::make_shared<const T>(*static_cast<const T*>(payload));
    };
}
template <class T> inline constexpr payload_functions payload_functions_of{
    [](writer& to, const void* payload) { codec<T>::write(to, *static_cast<const T*>(payload)); },
    copier_of<T>()};

// Throws std::bad_alloc.
std::shared_ptr<events::topic> make_topic();
void close(events::topic& closed) noexcept;
void publish(events::topic& to, const void* payload, const payload_functions& of) noexcept;

// The filter of one subscription, with its arguments.
class filter {
public:
    virtual ~filter() = default;
    // Runs on the event loop. May throw.
    virtual bool takes(const void* payload, const caller& subscriber) const = 0;
};

// Subscribes the caller, which receives the events after this call; with `since`, also those after
// that seq. `filter`: null for all. Returns the id of the subscription. Requires: the caller is
// that of a row made by event<>.
result<std::string> subscribe(const caller& from, const std::shared_ptr<events::topic>& to,
                              std::unique_ptr<filter> filter, std::optional<std::int64_t> since);

template <auto> struct topic_at;  // event.hpp

}  // namespace detail

}  // namespace callbox
