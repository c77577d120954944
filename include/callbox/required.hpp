// callbox/required.hpp - members of structs that must be given a value. Headers that
// callbox-openrpc generates use it. Not part of callbox.hpp.
//
//     struct product {
//         callbox::required<std::string> sku;
//         callbox::required<std::int64_t> price;
//         std::optional<std::int64_t> stock = {};
//     };
//     product hammer{.sku = "A-1", .price = 990};
//     product saw{.sku = "B-2"};                   // does not compile, as price is missing
#pragma once

#include <callbox/scalars.hpp>

#include <concepts>
#include <type_traits>
#include <utility>

namespace callbox {

// A T without a default: an initializer of a struct that omits it does not compile, nor does `{}`
// as its value, since the compiler does not distinguish the two; T() is an empty value. It is used
// like a T: a class is a base of it, other types are converted. `product p;` has no initializer, so
// it compiles; its members are T().
template <class T> class required {
public:
    explicit required() = default;
    required(T value) : value_(value) {}
    // Refuses what braces would refuse: 1.5 for an integer, anything but a bool for a bool.
    template <class U>
        requires(std::same_as<T, bool> ? !std::same_as<U, bool>
                                       : std::floating_point<U> && !std::floating_point<T>)
    required(U) = delete;

    operator T&() { return value_; }
    operator const T&() const { return value_; }

private:
    T value_{};
};

template <class T> requires std::is_class_v<T> class required<T> : public T {
public:
    explicit required() = default;
    required(const T& value) : T(value) {}
    required(T&& value) : T(std::move(value)) {}
    using T::T;
};

template <class T> struct codec<required<T>> {
    static constexpr const type& schema = codec<T>::schema;
    static bool read(value from, required<T>& out, violations& bad) requires readable<T> {
        return codec<T>::read(from, static_cast<T&>(out), bad);
    }
    static void write(writer& to, const required<T>& from) requires writable<T> {
        codec<T>::write(to, static_cast<const T&>(from));
    }
};

}  // namespace callbox
