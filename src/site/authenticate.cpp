// What the program reads of a request's head: options::authenticate and caller_headers.
#include "http/line.hpp"
#include "site.hpp"

namespace callbox {

std::optional<std::string_view> request_head::field(std::string_view name) const {
    std::string_view rest = text;
    while (!rest.empty()) {
        const auto [found, value] = http::take_field(rest);
        if (std::ranges::equal(found, name, {}, ascii::to_lower, ascii::to_lower)) return value;
    }
    return std::nullopt;
}

std::optional<std::string_view> caller::header(std::string_view name) const {
    return request_head{.text = fields}.field(name);
}

}  // namespace callbox

namespace callbox::site {

namespace {

constexpr std::size_t scope_lists_max = 1'000;

memory::block<char> copied(std::string_view text) {
    memory::block<char> made = memory::make<char>(text.size(), memory::budget::clients);
    std::ranges::copy(text, made.get());
    return made;
}

}  // namespace

std::string_view site::listed_fields(std::string_view head) {
    listed_fields_.clear();
    for (const std::string_view name : caller_headers_)
        if (const auto value = request_head{.text = head}.field(name))
            put_field(listed_fields_, name, *value);
    return listed_fields_.view();
}

// The views are never destroyed: documents, clients and lists of tools refer to them.
const rpc::view& site::view_of(const std::vector<std::string>& scopes) {
    if (views_of_scopes_.size() == scope_lists_max && !views_of_scopes_.contains(scopes))
        throw std::length_error("more than 1000 lists of scopes");
    return views_of_scopes_.try_emplace(scopes, methods_, scopes).first->second;
}

result<void> site::recognize(const request_head& head, recognized& sender) try {
    result<identity> who = authenticate_(head);
    if (!who) return std::move(who.error());
    sender.sees = &view_of(who->scopes);
    sender.name = std::move(who->name);
    sender.bearer = head.bearer;
    const auto remembered = static_cast<time_ms>(who->remembered.count());
    sender.until = remembered < 1'000 ? 0 : now_ms() + std::min(remembered, never / 2);
    return {};
} catch (const std::exception& e) {
    log_->error(std::string("authenticate threw: ") + e.what());
    return failure{500, "the sender cannot be recognized"};
} catch (...) {
    log_->error("authenticate threw");
    return failure{500, "the sender cannot be recognized"};
}

bool site::authenticate(exchange& x, std::optional<std::string_view> bearer) {
    const request_head head{.peer = x.in->peer, .uid = x.in->uid, .bearer = bearer.value_or(""),
                            .text = x.in->request->head()};
    if (const auto known = recognize(head, sender_); !known) {
        const rejection& why = known.error().code == 500   ? rejections::not_recognized
                               : known.error().code != 401 ? rejections::wrong_scope
                               : bearer                    ? rejections::wrong_token
                                                           : rejections::no_token;
        return reject(x, why.with(known.error().message));
    }
    x.may.holder = &sender_;
    x.may.sees = sender_.sees;
    return false;
}

void site::remember_sender(exchange& x) {
    if (sender_.until != 0)
        permissions_.remember(x.in->request->head_id, x.in->at, x.may, sender_);
}

lasting_client site::client_of(const exchange& x) const {
    lasting_client made;
    if (!authenticate_ && x.may.holder != nullptr)
        made.holder = static_cast<std::uint32_t>(x.may.holder - tokens_.all().data());
    if (!authenticate_ && x.user.empty() && caller_headers_.empty()) return made;
    recognized known;
    if (authenticate_) known = static_cast<const recognized&>(*x.may.holder);
    made.sender.reset(new lasting_sender{
        {std::move(known)}, copied(x.in->request->head()), copied(x.user)});
    return made;
}

bool site::renew(lasting_sender& sender, std::string_view peer, std::optional<std::uint32_t> uid) {
    const std::string bearer = sender.bearer;  // recognize() assigns it
    return recognize({peer, uid, bearer, text_of(sender.head)}, sender).has_value();
}

}  // namespace callbox::site
