// The state of the methods: what is in the file, and how it changes. One call runs at a time.
#pragma once

#include "types.hpp"

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace inventory {

// What methods throw; the table says which error each is.
struct not_found : std::runtime_error {
    using runtime_error::runtime_error;
};
struct conflict : std::runtime_error {
    using runtime_error::runtime_error;
};

class store {
public:
    // Without a file it keeps nothing. Throws std::runtime_error if the file is no inventory; one
    // that is not there is empty.
    explicit store(std::string file = {});

    product create(const product& p);
    product get(std::string_view sku);
    page<product> list(std::optional<category> kind, std::size_t from, std::size_t most) const;
    std::vector<product> find(std::string_view text) const;
    product rename(std::string_view sku, std::string_view name);
    product set_price(std::string_view sku, std::int64_t price);
    product end_sale(std::string_view sku, date last_day);
    void remove(std::string_view sku);

    std::int64_t receive(const callbox::caller& who, std::string_view sku, std::int64_t count);
    std::int64_t take(const callbox::caller& who, std::string_view sku, std::int64_t count);
    std::vector<product> low(std::int64_t below) const;
    std::vector<movement> movements(std::string_view sku, std::optional<date> since) const;
    std::int64_t value() const;

    order place(std::vector<order_line> lines, std::optional<date> on);
    order get_order(std::int64_t number);
    page<order> orders(std::optional<order_state> state, std::size_t from, std::size_t most) const;
    order pay(std::int64_t number, const payment& by);
    order ship(const callbox::caller& who, std::int64_t number);
    order cancel(std::int64_t number);
    std::vector<order> unpaid(date before) const;

    // Around each method that changes something: all of the change is in the file when it is
    // answered, or nothing has changed.
    void begin(const callbox::seen_call& c);
    void end(const callbox::seen_call& c, const callbox::seen_end& how);

private:
    product& at(std::string_view sku);
    order& at(std::int64_t number);
    order& at(std::int64_t number, order_state wanted);
    std::int64_t move(const callbox::caller& who, std::string_view sku, std::int64_t change);
    void save() const;

    std::string file_;
    contents all_;
    contents before_;  // as it was when the change began
};

}  // namespace inventory
