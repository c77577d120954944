#include "client/dial.hpp"
#include "server/scripted.hpp"
#include "support/failing.hpp"

#include <criterion/criterion.h>

#include <unistd.h>

#include <string>
#include <string_view>

namespace dial_test { namespace {

using callbox::now_ms;
using callbox::net::response_parser;
using namespace callbox::net;
using std::string;
using std::string_view;

client client_of(string_view text, callbox::time_ms patience = 3'000) {
    url made;
    cr_assert(parse(text, made).empty());
    return client(made, now_ms() + patience);
}

// "200 body", or "! " and the error.
string asked(client& caller, string_view verb, string_view body) {
    response_parser got;
    if (const string problem = caller.ask(verb, body, got); !problem.empty()) return "! " + problem;
    return std::to_string(got.status()) + ' ' + string(got.body().data(), got.body().size());
}

string first_answer(std::vector<scripted> script) {
    scripted_server server(std::move(script));
    client caller = client_of(server.where());
    return asked(caller, "POST", "{}");
}

TestSuite(client_dial, .timeout = 30);

Test(client_dial, a_request_is_one_of_http) {
    scripted_server server({{answer_of("a")}, {answer_of("b")}});
    client caller = client_of("http://" + server.where() + "/x?y");
    cr_expect(asked(caller, "POST", "{}") == "200 a");
    cr_expect(asked(caller, "GET", "") == "200 b");
    const auto& requests = server.requests();
    cr_assert(requests.size() == 2);
    cr_expect(requests[0] == "POST /x?y HTTP/1.1\r\nHost: " + server.where() +
                                 "\r\nUser-Agent: callbox\r\nAccept: application/json\r\n"
                                 "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
              "%s", requests[0].c_str());
    cr_expect(requests[1] == "GET /x?y HTTP/1.1\r\nHost: " + server.where() +
                                 "\r\nUser-Agent: callbox\r\nAccept: application/json\r\n\r\n",
              "%s", requests[1].c_str());
    cr_expect(server.connections() == 1);
}

Test(client_dial, a_connection_that_was_closed_is_made_again) {
    scripted_server server({{"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\na", true},
                            {"HTTP/1.0 200 OK\r\n\r\nb", true},
                            {answer_of("c"), true},  // closed without announcement
                            {answer_of("d"), true}});
    client caller = client_of(server.where());
    for (const string_view wanted : {"200 a", "200 b", "200 c"})
        cr_expect(asked(caller, "POST", "{}") == wanted, "%s", wanted.data());
    ::usleep(100'000);
    cr_expect(asked(caller, "POST", "{}") == "200 d");
    cr_expect(server.requests().size() == 4);
    cr_expect(server.connections() == 4);
}

Test(client_dial, localhost_is_tried_in_both_families) {
    scripted_server server({{answer_of("a")}});
    const string port = server.where().substr(server.where().rfind(':'));
    client caller = client_of("localhost" + port);
    cr_expect(asked(caller, "POST", "{}") == "200 a");
}

Test(client_dial, a_unix_socket_is_called) {
    const string path = "/tmp/callbox-dial-" + std::to_string(::getpid());
    scripted_server server({{answer_of("a")}}, "unix:" + path);
    client caller = client_of("unix:" + path + ":/x");
    cr_expect(asked(caller, "POST", "{}") == "200 a");
    cr_expect(server.requests()[0].starts_with("POST /x HTTP/1.1\r\nHost: localhost\r\n"));
}

Test(client_dial, an_unreachable_server_is_named) {
    client refused = client_of("127.0.0.1:1");
    cr_expect(asked(refused, "GET", "") == "! cannot connect to 127.0.0.1:1: Connection refused");
    client no_file = client_of("unix:/nowhere/x");
    cr_expect(asked(no_file, "GET", "") ==
              "! cannot connect to unix:/nowhere/x: No such file or directory");
    client unknown = client_of("unknown.invalid");
    cr_expect(asked(unknown, "GET", "") == "! cannot connect to unknown.invalid: name not found "
                                           "in /etc/hosts; DNS is not used");
}

Test(client_dial, incomplete_and_invalid_responses_are_reported) {
    cr_expect(first_answer({{"", true}}) == "! the connection was closed without a response");
    cr_expect(first_answer({{"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab", true}}) ==
              "! invalid HTTP response: ends prematurely");
    cr_expect(first_answer({{"+PONG\r\n", true}}) ==
              "! invalid HTTP response: does not begin with HTTP/1.1 and a status");
}

Test(client_dial, it_waits_no_longer_than_it_may) {
    for (const string_view part : {"", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\n\r\nab"}) {
        scripted_server server({{string(part)}, {""}});
        const auto start = now_ms();
        client caller = client_of(server.where(), 100);
        cr_expect(asked(caller, "POST", "{}") == "! no response in time");
        cr_expect(now_ms() - start < 1'000);
    }
}

Test(client_dial, a_long_request_goes_out_whole) {
    scripted_server server({{answer_of("a")}});
    client caller = client_of(server.where());
    const string body(4 << 20, 'x');
    cr_expect(asked(caller, "POST", body) == "200 a");
    cr_expect(server.requests().at(0).ends_with(body));
}

Test(client_dial, an_answer_before_the_end_of_the_request_is_read) {
    // The server refuses after the first piece and closes; the client must not get SIGPIPE.
    callbox::net::listener listening;
    cr_assert(listening.open("127.0.0.1:0").empty());
    std::thread server([&] {
        pollfd one{listening.get(), POLLIN, 0};
        (void)::poll(&one, 1, 3'000);
        const callbox::fd client(::accept(listening.get(), nullptr, nullptr));
        const string refusal = answer_of("too long", "413 Content Too Large");
        (void)::send(client.get(), refusal.data(), refusal.size(), MSG_NOSIGNAL);
        (void)::shutdown(client.get(), SHUT_WR);
        std::array<char, 65536> some;
        while (::recv(client.get(), some.data(), some.size(), 0) > 0) {}
    });
    {
        client caller = client_of(text_of(listening.where()));
        cr_expect(asked(caller, "POST", string(32 << 20, 'x')) == "413 too long");
    }
    server.join();
}

Test(client_dial, a_connection_of_unknown_state_is_not_used) {
    scripted_server server({{answer_of("a")}});
    cr_expect(net_test::holds_failing({{SYS_getsockopt, ENOBUFS}}, [&] {
        client caller = client_of(server.where());
        return asked(caller, "GET", "") ==
               "! cannot connect to " + server.where() + ": No buffer space available";
    }));
}

Test(client_dial, a_kept_connection_that_takes_no_byte_is_replaced_once) {
    scripted_server server({{answer_of("a")}, {"", true}});
    client caller = client_of(server.where(), 1'000);
    cr_expect(asked(caller, "POST", "{}") == "200 a");
    cr_expect(net_test::holds_failing({{SYS_sendto, EPIPE}}, [&] {
        return asked(caller, "POST", "{}") == "! no response in time" &&
               caller.last() == trouble::time;
    }));
    cr_expect(server.requests().size() == 1 && server.connections() == 2);
}

Test(client_dial, the_kind_of_failure_is_reported) {
    scripted_server server({{answer_of("a")}, {"", true}, {"+PONG\r\n", true},
                            {"HTTP/1.1 200 OK\r\n", true}, {answer_of("b")}});
    client caller = client_of(server.where());
    for (const trouble wanted : {trouble::none, trouble::lost, trouble::answer, trouble::lost,
                                 trouble::none}) {
        (void)asked(caller, "POST", "{}");
        cr_expect(caller.last() == wanted);
    }
    client refused = client_of("127.0.0.1:1");
    (void)asked(refused, "GET", "");
    cr_expect(refused.last() == trouble::connect);
    caller.drop();
    cr_expect(server.requests().size() == 5 && server.connections() == 4);
}

Test(client_dial, each_request_has_its_own_deadline) {
    scripted_server server({{""}, {answer_of("a")}});
    client caller = client_of(server.where(), 50);
    cr_expect(asked(caller, "POST", "{}") == "! no response in time");
    caller.set_deadline(now_ms() + 3'000);
    cr_expect(asked(caller, "POST", "{}") == "200 a");
}

// The server responds without reading the request, and closes.
Test(client_dial, a_response_is_read_even_if_the_request_cannot_be_sent) {
    listener at;
    cr_assert(at.open("127.0.0.1:0").empty());
    std::thread server([&] {
        pollfd one{at.get(), POLLIN, 0};
        (void)::poll(&one, 1, 10'000);
        const callbox::fd peer(::accept(at.get(), nullptr, nullptr));
        const string answer = answer_of("too large", "413 Content Too Large");
        (void)::send(peer.get(), answer.data(), answer.size(), MSG_NOSIGNAL);
    });
    cr_expect(net_test::holds_failing({{SYS_sendto, EPIPE}}, [&] {
        client caller = client_of(text_of(at.where()));
        return asked(caller, "POST", "{}") == "413 too large";
    }));
    server.join();
}

Test(client_dial, a_reset_connection_is_reported_as_lost) {
    listener at;
    cr_assert(at.open("127.0.0.1:0").empty());
    std::thread server([&] {
        pollfd one{at.get(), POLLIN, 0};
        (void)::poll(&one, 1, 10'000);
        const callbox::fd peer(::accept(at.get(), nullptr, nullptr));
        std::array<char, 4096> some;
        string got;
        while (!got.ends_with("{}")) {
            const ssize_t count = ::recv(peer.get(), some.data(), some.size(), 0);
            if (count <= 0) break;
            got.append(some.data(), static_cast<std::size_t>(count));
        }
        const linger reset{.l_onoff = 1, .l_linger = 0};
        (void)::setsockopt(peer.get(), SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
    });
    {
        client caller = client_of(text_of(at.where()), 10'000);
        const string got = asked(caller, "POST", "{}");
        cr_expect(got == "! connection lost: Connection reset by peer", "%s", got.c_str());
        cr_expect(caller.last() == trouble::lost);
    }
    server.join();
}

}}  // namespace dial_test
