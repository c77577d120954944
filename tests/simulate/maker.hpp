// Generates the requests of one client.
#pragma once

#include "framing.hpp"
#include "publications.hpp"

#include <string>
#include <vector>

namespace simulate {

// The path of a request, and additional field lines.
struct target {
    std::string path = "/api";
    std::string fields = {};
};

class maker {
public:
    maker(chance& luck, ledger& calls, const callbox::limits& bounds, int client, bool slow)
        : luck_(luck), calls_(calls), bounds_(bounds), client_(client), slow_(slow) {}

    plan all(manner mode);

private:
    void mixed(bool last);
    void framed_message();
    void event_message();
    void subscribe();
    void unsubscribe();
    void stream();
    std::string subscribing();
    void small();
    void batch(std::size_t length);
    void refused();
    void denied();
    void wrong_body();
    std::string call(bool in_batch = false);
    std::string publishing(called& c, std::string& method, const std::string& token);
    called& note(std::string& id, bool silent);
    void tool(bool last);
    std::string called_as_tool(std::string& name, asked& one, const std::string& result_end);
    void post(std::string body, asked one, bool last, const target& to = {});
    void send(const std::string& head, const std::string& body, asked one);
    std::string chunks(const std::string& body);

    chance& luck_;
    ledger& calls_;
    const callbox::limits& bounds_;
    int client_;
    bool slow_;
    bool over_ = false;
    plan made_;
    bool frames_ = false;
    std::vector<message> messages_;   // of a WebSocket
    std::vector<std::size_t> named_;  // the calls of the current request
};

}  // namespace simulate
