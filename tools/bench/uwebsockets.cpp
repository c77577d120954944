// A server of math.add over WebSockets, for comparison: uWebSockets, and simdjson used by hand for
// this one method. Members must be in the usual order; anything else gets no response. Serves on a
// free port of 127.0.0.1 until killed.
#include <App.h>
#include <simdjson.h>

#include <charconv>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace {

using namespace simdjson;

constexpr std::size_t message_bytes_max = 4096;

// One message at a time.
class adder {
public:
    // Empty if it is not a call of math.add with two integers. Valid until the next call.
    std::string_view answer(std::string_view message) {
        if (message.size() > message_bytes_max) return {};
        std::memcpy(text_, message.data(), message.size());
        ondemand::document document;
        ondemand::object call;
        ondemand::array params;
        std::string_view version, method;
        std::int64_t a = 0, b = 0, sum = 0, id = 0;
        const padded_string_view padded(text_, message.size(), sizeof text_);
        if (parser_.iterate(padded).get(document) || document.get_object().get(call) ||
            call.find_field("jsonrpc").get_string().get(version) || version != "2.0" ||
            call.find_field("method").get_string().get(method) || method != "math.add" ||
            call.find_field("params").get_array().get(params))
            return {};
        std::size_t count = 0;
        for (auto each : params)
            if (count == 2 || each.get_int64().get(count++ == 0 ? a : b)) return {};
        if (count != 2 || __builtin_add_overflow(a, b, &sum) ||
            call.find_field("id").get_int64().get(id))
            return {};
        char* at = put(out_, R"({"jsonrpc":"2.0","result":)");
        at = std::to_chars(at, out_ + sizeof out_, sum).ptr;
        at = put(at, R"(,"id":)");
        at = std::to_chars(at, out_ + sizeof out_, id).ptr;
        at = put(at, "}");
        return {out_, static_cast<std::size_t>(at - out_)};
    }

private:
    static char* put(char* to, std::string_view text) {
        return static_cast<char*>(std::memcpy(to, text.data(), text.size())) + text.size();
    }

    ondemand::parser parser_;
    char text_[message_bytes_max + SIMDJSON_PADDING];
    char out_[128];
};

struct no_data {};

}  // namespace

int main() {
    static adder one;
    uWS::App::WebSocketBehavior<no_data> behavior;
    behavior.compression = uWS::DISABLED;
    behavior.idleTimeout = 120;
    behavior.message = [](auto* socket, std::string_view message, uWS::OpCode) {
        const std::string_view answer = one.answer(message);
        if (!answer.empty()) socket->send(answer, uWS::OpCode::TEXT);
    };
    uWS::App().ws<no_data>("/api", std::move(behavior)).listen("127.0.0.1", 0, [](auto* listener) {
        if (listener == nullptr) return;
        const int port = us_socket_local_port(0, reinterpret_cast<us_socket_t*>(listener));
        std::fprintf(stderr, "uwebsockets: ready: http://127.0.0.1:%d/api\n", port);
    }).run();
}
