// The same methods with libjson-rpc-cpp 0.7 (Debian: libjsonrpccpp-dev), written like its examples.
// Its arguments are those of callbox: serve --listen 127.0.0.1:PORT. Its headers need C++14.
#include <jsonrpccpp/server.h>
#include <jsonrpccpp/server/connectors/httpserver.h>

#include <arpa/inet.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

int listening = -1;

class methods : public jsonrpc::AbstractServer<methods> {
public:
    explicit methods(jsonrpc::AbstractServerConnector& http) : AbstractServer(http) {
        using namespace jsonrpc;
        const jsontype_t integer = JSON_INTEGER;
        bindAndAddMethod({"add", PARAMS_BY_POSITION, integer, "a", integer, "b", integer, nullptr},
                         &methods::add);
        bindAndAddMethod(
            {"add_named", PARAMS_BY_NAME, integer, "a", integer, "b", integer, nullptr},
            &methods::add_named);
        bindAndAddMethod({"echo", PARAMS_BY_POSITION, JSON_STRING, "text", JSON_STRING, nullptr},
                         &methods::echo);
    }

private:
    // asInt() and asString(), as in the code that jsonrpcstub generates.
    void add(const Json::Value& params, Json::Value& result) {
        result = Json::Int64{params[0U].asInt()} + params[1U].asInt();
    }
    void add_named(const Json::Value& params, Json::Value& result) {
        result = Json::Int64{params["a"].asInt()} + params["b"].asInt();
    }
    void echo(const Json::Value& params, Json::Value& result) { result = params[0U].asString(); }
};

}  // namespace

// HttpServer listens on all addresses and 0.7 has no option for it: the library's bind() is this
// one, which binds to 127.0.0.1.
extern "C" int bind(int socket, const sockaddr* address, socklen_t length) noexcept {
    sockaddr_in here;
    if (length < sizeof here || address->sa_family != AF_INET) return -1;
    std::memcpy(&here, address, sizeof here);
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    listening = socket;
    return static_cast<int>(::syscall(SYS_bind, socket, &here, sizeof here));
}

int main(int argc, char** argv) {
    const char* const colon = argc == 4 ? std::strrchr(argv[3], ':') : nullptr;
    if (colon == nullptr) return 2;
    const int threads = 1;  // as callbox; the default is 50
    jsonrpc::HttpServer http(std::atoi(colon + 1), "", "", threads);
    methods server(http);
    sockaddr_in here{};
    socklen_t length = sizeof here;
    if (!server.StartListening() ||
        ::getsockname(listening, reinterpret_cast<sockaddr*>(&here), &length) == -1)
        return 1;
    std::fprintf(stderr, "jsonrpccpp: ready: http://127.0.0.1:%d/api\n", ntohs(here.sin_port));
    for (;;) ::pause();  // until SIGTERM
}
