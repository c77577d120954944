// An event with its fields in, one line out: for a log that has no format of its own.
#include "log.hpp"
#include "sentence.hpp"
#include "utf8.hpp"

namespace callbox {

namespace {

// "refused status=405 peer=\"127.0.0.1:7\""
class event_line final : public short_text<1024> {
public:
    explicit event_line(std::string_view what) { put(what); }
    void add(const log_field& field) {
        const auto* const number = std::get_if<std::int64_t>(&field.value);
        const std::string_view text = number != nullptr ? "" : std::get<0>(field.value);
        if (number == nullptr && text.empty()) return;
        put(" ");
        put(field.name);
        put("=");
        if (number != nullptr) return put(digits(*number));
        put("\"");
        for (const char& c : utf8::cut(text, log_text_max)) {
            if (c == '"' || c == '\\') put("\\");
            put({&c, 1});
        }
        put("\"");
    }

private:
    void put(std::string_view text) {
        size_ += text.copy(text_.data() + size_, text_.size() - size_);
    }
};

}  // namespace

void log::event(log_level at, std::string_view what, std::initializer_list<log_field> fields) {
    if (at == log_level::info) return;
    event_line text(what);
    for (const log_field& each : fields) text.add(each);
    line(text);
}

}  // namespace callbox
