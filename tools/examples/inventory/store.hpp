// The state of the methods: the contents of the data file. One call runs at a time.
#pragma once

#include "types.hpp"

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace inventory {

// Exceptions of the methods; the table maps them to errors.
struct not_found : std::runtime_error {
    using runtime_error::runtime_error;
};
struct conflict : std::runtime_error {
    using runtime_error::runtime_error;
};

class store {
public:
    // Without a file nothing is stored. A missing file means an empty inventory. Throws
    // std::runtime_error if the file is not an inventory.
    explicit store(std::string file = {});
    explicit store(contents all) : all_(std::move(all)) {}

    // Published once the change is in the file.
    callbox::topic<movement> stock_changed;
    callbox::topic<order> order_changed;

    product create(const product& p);
    product get(std::string_view sku);
    page<product> list(std::optional<category> kind, std::size_t from, std::size_t most) const;
    std::vector<product> find(std::string_view text) const;
    product rename(std::string_view sku, std::string_view name);
    product set_price(std::string_view sku, std::int64_t price);
    product end_sale(std::string_view sku, date last_day);
    void remove(std::string_view sku);

    std::int64_t receive(const callbox::caller& caller, std::string_view sku, std::int64_t count);
    std::int64_t take(const callbox::caller& caller, std::string_view sku, std::int64_t count);
    std::vector<product> low(std::int64_t below) const;
    std::vector<movement> movements(std::string_view sku, std::optional<date> since) const;
    std::int64_t value() const;

    order place(std::vector<order_line> lines, std::optional<date> on);
    order get_order(std::int64_t number);
    page<order> orders(std::optional<order_state> state, std::size_t from, std::size_t most) const;
    order pay(std::int64_t number, const payment& by);
    order ship(const callbox::caller& caller, std::int64_t number);
    order cancel(std::int64_t number);
    std::vector<order> unpaid(date before) const;

    // Hooks of each method that changes data: either the change is in the file before the response
    // is sent, or nothing has changed.
    void begin(const callbox::seen_call& c);
    void end(const callbox::seen_call& c, const callbox::seen_end& outcome);

private:
    product& at(std::string_view sku);
    order& at(std::int64_t number);
    order& at(std::int64_t number, order_state wanted);
    std::int64_t move(const callbox::caller& caller, std::string_view sku, std::int64_t change);
    void save() const;
    void publish_changes();

    std::string file_;
    contents all_;
    contents before_;  // before the current change
};

}  // namespace inventory
