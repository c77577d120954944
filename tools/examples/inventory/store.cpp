// Products, stock and orders in memory and in the data file.
#include "store.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace inventory {

namespace {

date today() { return std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()); }

// Prices and counts come from clients: their sums and products may exceed 64 bits.
std::int64_t sum_of(std::int64_t a, std::int64_t b) {
    std::int64_t sum = 0;
    if (__builtin_add_overflow(a, b, &sum)) throw conflict("the sum does not fit 64 bits");
    return sum;
}
std::int64_t product_of(std::int64_t a, std::int64_t b) {
    std::int64_t made = 0;
    if (__builtin_mul_overflow(a, b, &made)) throw conflict("the product does not fit 64 bits");
    return made;
}

template <class T> page<T> page_of(std::vector<T> all, std::size_t from, std::size_t most) {
    page<T> out{.items = {}, .total = all.size()};
    for (std::size_t i = from; i < all.size() && out.items.size() < most; ++i)
        out.items.push_back(std::move(all[i]));
    return out;
}

template <class T, class Wanted> std::vector<T> those(const std::vector<T>& all, Wanted wanted) {
    std::vector<T> out;
    std::ranges::copy_if(all, std::back_inserter(out), wanted);
    return out;
}

}  // namespace

store::store(std::string file) : file_(std::move(file)) {
    std::ifstream in(file_, std::ios::binary);
    if (file_.empty() || !in) return;
    const auto text = callbox::json::parse({std::istreambuf_iterator(in), {}});
    auto read = text ? text->as<contents>() : std::nullopt;
    if (!read) throw std::runtime_error(file_ + " is not an inventory");
    all_ = *std::move(read);
}

// Replaces the file atomically: a reader, even after a crash, finds the old or the new file.
void store::save() const {
    if (file_.empty()) return;
    const std::string next = file_ + ".new", text(callbox::json(all_).text());
    const int out = ::open(next.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (out == -1) throw std::runtime_error("cannot write " + next);
    const bool written = ::write(out, text.data(), text.size()) == std::ssize(text) &&
                         ::fsync(out) == 0;
    if (::close(out) != 0 || !written || std::rename(next.c_str(), file_.c_str()) != 0)
        throw std::runtime_error("cannot write " + file_);
}

void store::begin(const callbox::seen_call&) { before_ = all_; }
void store::end(const callbox::seen_call&, const callbox::seen_end& outcome) {
    if (outcome.error_code) return std::swap(all_, before_);
    try {
        save();
    } catch (...) {
        std::swap(all_, before_);
        throw;
    }
    publish_changes();
}
// Movements and orders are only added, never removed.
void store::publish_changes() {
    for (std::size_t i = before_.movements.size(); i < all_.movements.size(); ++i)
        stock_changed.publish(all_.movements[i]);
    for (std::size_t i = 0; i < all_.orders.size(); ++i)
        if (i >= before_.orders.size() || all_.orders[i].state != before_.orders[i].state)
            order_changed.publish(all_.orders[i]);
}

product& store::at(std::string_view sku) {
    const auto found = std::ranges::find(all_.products, sku, &product::sku);
    if (found == all_.products.end()) throw not_found("no product " + std::string(sku));
    return *found;
}
order& store::at(std::int64_t number) {
    const auto found = std::ranges::find(all_.orders, number, &order::number);
    if (found == all_.orders.end()) throw not_found("no order " + std::to_string(number));
    return *found;
}
order& store::at(std::int64_t number, order_state wanted) {
    order& o = at(number);
    if (o.state != wanted) throw conflict("the order's state does not permit this");
    return o;
}

product store::create(const product& p) {
    if (std::ranges::find(all_.products, p.sku, &product::sku) != all_.products.end())
        throw conflict(p.sku + " already exists");
    return all_.products.emplace_back(p);
}
product store::get(std::string_view sku) { return at(sku); }
page<product> store::list(std::optional<category> kind, std::size_t from, std::size_t most) const {
    return page_of(those(all_.products, [&](auto& p) { return !kind || p.kind == *kind; }), from,
                   most);
}
std::vector<product> store::find(std::string_view text) const {
    return those(all_.products, [&](auto& p) { return p.name.find(text) != p.name.npos; });
}
product store::rename(std::string_view sku, std::string_view name) {
    at(sku).name = name;
    return at(sku);
}
product store::set_price(std::string_view sku, std::int64_t price) {
    at(sku).price = price;
    return at(sku);
}
product store::end_sale(std::string_view sku, date last_day) {
    at(sku).sold_until = last_day;
    return at(sku);
}
void store::remove(std::string_view sku) {
    if (at(sku).stock != 0) throw conflict(std::string(sku) + " is in stock");
    std::erase_if(all_.products, [&](auto& p) { return p.sku == sku; });
}

std::int64_t store::move(const callbox::caller& caller, std::string_view sku, std::int64_t change) {
    product& p = at(sku);
    const std::int64_t left = sum_of(p.stock, change);
    if (left < 0) throw conflict("only " + std::to_string(p.stock) + " in stock");
    const auto now = std::chrono::system_clock::now();
    all_.movements.push_back({std::chrono::floor<std::chrono::milliseconds>(now), p.sku, change,
                              std::string(caller.token)});
    return p.stock = left;
}
std::int64_t store::receive(const callbox::caller& caller, std::string_view sku,
                            std::int64_t count) {
    return move(caller, sku, count);
}
std::int64_t store::take(const callbox::caller& caller, std::string_view sku, std::int64_t count) {
    return move(caller, sku, -count);
}
std::vector<product> store::low(std::int64_t below) const {
    return those(all_.products, [&](auto& p) { return p.stock < below; });
}
std::vector<movement> store::movements(std::string_view sku, std::optional<date> since) const {
    return those(all_.movements, [&](auto& m) {
        return m.sku == sku && (!since || m.at >= std::chrono::sys_days(*since));
    });
}
std::int64_t store::value() const {
    std::int64_t sum = 0;
    for (const product& p : all_.products) sum = sum_of(sum, product_of(p.price, p.stock));
    return sum;
}

order store::place(std::vector<order_line> lines, std::optional<date> on) {
    order made{.number = std::ssize(all_.orders) + 1, .ordered = on.value_or(today()),
               .lines = std::move(lines), .total = 0, .state = order_state::open, .paid_by = {}};
    for (const order_line& each : made.lines) {
        const product& p = at(each.sku);
        if (p.sold_until && std::chrono::sys_days(*p.sold_until) < made.ordered)
            throw conflict(p.sku + " is no longer sold");
        made.total = sum_of(made.total, product_of(p.price, each.count));
    }
    return all_.orders.emplace_back(std::move(made));
}
order store::get_order(std::int64_t number) { return at(number); }
page<order> store::orders(std::optional<order_state> state, std::size_t from,
                          std::size_t most) const {
    return page_of(those(all_.orders, [&](auto& o) { return !state || o.state == *state; }), from,
                   most);
}
order store::pay(std::int64_t number, const payment& by) {
    order& o = at(number, order_state::open);
    o.paid_by = by;
    o.state = order_state::paid;
    return o;
}
order store::ship(const callbox::caller& caller, std::int64_t number) {
    order& o = at(number, order_state::paid);
    for (const order_line& each : o.lines) move(caller, each.sku, -each.count);
    o.state = order_state::shipped;
    return o;
}
order store::cancel(std::int64_t number) {
    order& o = at(number, order_state::open);
    o.state = order_state::cancelled;
    return o;
}
std::vector<order> store::unpaid(date before) const {
    return those(all_.orders, [&](auto& o) {
        return o.state == order_state::open && o.ordered < before;
    });
}

}  // namespace inventory
