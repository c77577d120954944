// The fast path: the requests that take it, those left to the parser, and that both get the same
// responses.
#include "taught.hpp"

namespace known_requests_test { namespace {

Test(rpc_known_requests, other_scalars_in_the_same_text_are_known) {
    taught one(call("math.add", "[1,2]"));
    for (const char* params : {"[0,0]", "[-1,12345678901234567890]", "[1.5,2e7]", "[1E-3,-0.0]"})
        cr_expect(one.knows(call("math.add", params)), "%s", params);
    taught whole(call("counter.advance", "[1]"));
    for (const char* params : {"[0]", "[-0]", "[-1]", "[1234]", "[123456789012345678901]"})
        cr_expect(whole.knows(call("counter.advance", params)), "%s", params);
    taught other(call("greeting.hello", R"({"name":"","tone":"plain"})"));
    for (const char* name : {R"("a")", R"("a longer text than sixteen bytes, which is plain")"})
        cr_expect(other.knows(call("greeting.hello", R"({"name":)" + string(name) +
                                                         R"(,"tone":"cheerful"})")));
    taught third(call("same.bool", "[true]"));
    for (const char* params : {"[true]", "[false]"})
        cr_expect(third.knows(call("same.bool", params)), "%s", params);
    for (const char* id : {"0", "-7", "123456789012345678901234567890"})
        cr_expect(one.knows(call("math.add", "[3,4]", id)), "%s", id);
    taught fourth(call("math.add", "[1,2]", "1.5"));
    for (const char* id : {"0", "-7", "1.5", "2e7"})
        cr_expect(fourth.knows(call("math.add", "[3,4]", id)), "%s", id);
    taught fifth(call("math.add", "[1,2]", "\"a\""));
    for (const char* id : {"\"\"", "\"a longer text than sixteen bytes\""})
        cr_expect(fifth.knows(call("math.add", "[3,4]", id)), "%s", id);
}

Test(rpc_known_requests, unusual_requests_are_left_to_the_parser) {
    taught one(call("math.add", "[1,2]"));
    for (const char* params : {"[null,2]", "[true,2]", R"(["",2])", "[1]", "[1,2,3]", "[ 1,2]",
                               "[1,2 ]", "[[],2]", "[{},2]", R"(["\n",2])", "[\"\xc3\xa9\",2]",
                               "[\"\x01\",2]", "[\"a,2]",
                               "[01,2]", "[-,2]", "[-01,2]", "[1.,2]", "[.5,2]", "[1e,2]",
                               "[1e+,2]", "[+1,2]", "[tru,2]", "[truee,2]", "[True,2]", "[,2]",
                               "[1,]", "[1;2]"})
        cr_expect(!one.knows(call("math.add", params)), "%s", params);
    for (const char* id : {"null", "true", "false", "[]", "{}", "", " 1", "1.5", "01", R"("a")",
                           R"("\u0061")", R"("a)"})
        cr_expect(!one.knows(call("math.add", "[1,2]", id)), "%s", id);
    taught whole(call("counter.advance", "[1]"));
    for (const char* params : {"[1.5]", "[2e7]", "[1E-3]", "[-]", "[01]", "[-01]", "[1 ]", "[]"})
        cr_expect(!whole.knows(call("counter.advance", params)), "%s", params);
    taught text(call("greeting.hello", R"(["a"])"));
    for (const char* params : {R"(["a\])", "[\"a\x01]", "[\"a\xc3]", R"(["a])", R"([a"])", "[1]"})
        cr_expect(!text.knows(call("greeting.hello", params)), "%s", params);
    const string right = call("math.add", "[1,2]");
    cr_expect(one.knows(right));
    cr_expect(!one.knows("") && !one.knows("}") && !one.knows("]") && !one.knows("[]"));
    cr_expect(!one.knows(right + "\n") && !one.knows(" " + right) && !one.knows(right + right));
}

Test(rpc_known_requests, every_byte_counts) {
    for (const string& right :
         {call("math.add", "[1,2]"), call("math.mul", R"({"a":1,"b":2})"),
          call("greeting.hello", R"({"tone":"plain","name":"a"})"),
          call("math.add", "[1, 2]"),
          string(R"({"id":1,"jsonrpc":"2.0","method":"math.add","params":[1,2]})"),
          string(R"({"params":[1,2],"id":1,"jsonrpc":"2.0","method":"math.add"})"),
          call("math.add", "[1," + string(14, ' ') + "2]"),
          call("math.add", "[1," + string(15, ' ') + "2]"),
          call("math.add", "[1," + string(16, ' ') + "2]"),
          call("math.add", R"({"a":1,          "b":2})"),
          call("math.add", R"({"a":1,   "b":2})")}) {
        taught one(right);
        cr_expect(one.knows(right));
        for (std::size_t i = 0; i < right.size(); ++i) {
            cr_expect(!one.knows(right.substr(0, i)), "%s: %zu", right.c_str(), i);
            if (right[i] == 'a' && right[i - 1] == '"' && right[i - 2] == ':') continue;  // a value
            if (i >= 5 && right.find("plain") <= i && i < right.find("plain") + 5) continue;
            string other = right;
            other[i] = '#';
            cr_expect(!one.knows(other), "%s", other.c_str());
        }
    }
}

Test(rpc_known_requests, a_text_is_kept_as_long_as_there_is_room) {
    const auto ping = [](std::size_t kept) {
        const string begin = R"({"jsonrpc":"2.0","method":"ping","id":)";
        return begin + string(kept - begin.size() - 1, ' ') + "1}";
    };
    cr_expect(taught(ping(256)).knows(ping(256)));
    taught longer(ping(257));
    cr_expect(!longer.knows(ping(257)) && !longer.knows("1}") && !longer.knows("{}"));
}

Test(rpc_known_requests, batches_are_known_when_all_their_members_are) {
    taught one(call("math.add", "[1,2]"));
    const string member = call("math.add", "[3,4]", "22");
    cr_expect(one.knows("[" + member + "]"));
    cr_assert(one.knows("[" + member + "," + call("math.add", "[5,6]") + "]"));
    cr_assert(one.known.all().size() == 2);
    cr_expect(one.id_of(0) == "22" && one.id_of(1) == "1");
    const string turned = R"({"id":1,"jsonrpc":"2.0","method":"math.add","params":[1,2]})";
    cr_expect(taught(turned).knows("[" + turned + "," + turned + "]"));
    taught other(call("math.add", "[1,2]", "\"a\""));
    cr_assert(other.knows("[" + call("math.add", "[1,2]", "\"bc\"") + "]"));
    cr_expect(other.id_of(0) == "\"bc\"");
    for (const string& wrong :
         {"[" + member, "[" + member + ",]", "[," + member + "]", "[" + member + member + "]",
          "[" + member + ", " + member + "]", "[" + member + "}", "[" + member + "," + "1]",
          "[[" + member + "]]", "[" + member + "]]", "[" + member + "] "})
        cr_expect(!one.knows(wrong), "%s", wrong.c_str());
}

Test(rpc_known_requests, unusual_requests_are_not_learnt) {
    const string lists = call("same.lists", "[[[1],[2]]]");
    for (const string& message :
         {lists, call("same.json", "[null]"), call("same.json", R"(["\n"])"),
          call("ping", "[]", "null"),
          call("greeting.hello", R"(["a\u0062"])"), string(R"({"jsonrpc":"2.0","method":"ping"})"),
          string(R"({"jsonrpc":"2.0","method":"ping","id":1,"token":"secret"})"),
          R"({"jsonrpc":"2.0","method":"ping","id":)" + string(300, ' ') + "1}"}) {
        taught one(message);
        cr_expect(!one.knows(message), "%s", message.c_str());
    }
}

// A boolean would be accepted in the place of any other value.
Test(rpc_known_requests, an_argument_that_is_not_a_scalar_leaves_nothing_to_match) {
    for (const char* params : {"[null]", "[[1]]", R"([{"a":1}])"}) {
        taught one(call("same.json", params));
        cr_expect(!one.knows(call("same.json", "[true]")), "%s", params);
    }
}

Test(rpc_known_requests, it_keeps_sixteen_and_the_last_ones) {
    const auto spaced = [](std::size_t spaces, const string& number) {
        return call("same.double", "[" + string(spaces, ' ') + number + "]");
    };
    constexpr std::size_t most = callbox::rpc::fast::known_requests::known_max;
    taught one(spaced(0, "1"));
    for (std::size_t i = 1; i < most; ++i) one.learn(spaced(i, "1"));
    one.learn(spaced(1, "7"));  // known already
    for (std::size_t i = 0; i < most; ++i) cr_expect(one.knows(spaced(i, "2")), "%zu", i);
    for (std::size_t i = most; i-- > 0;) cr_expect(one.knows(spaced(i, "20")), "%zu", i);
    one.learn(spaced(most, "1"));
    cr_expect(!one.knows(spaced(0, "2")));
    for (std::size_t i = 1; i <= most; ++i) cr_expect(one.knows(spaced(i, "2")), "%zu", i);
    cr_expect(one.knows("[" + spaced(9, "1") + "," + spaced(2, "1.5") + "]"));
    taught alike(call("math.add", "[1, 2]"));
    alike.learn(call("math.add", "[1 ,2]"));
    cr_expect(alike.knows(call("math.add", "[3, 4]")) && alike.knows(call("math.add", "[3 ,4]")));
}

// The first piece of some requests is shorter than the bytes that are compared first.
Test(rpc_known_requests, a_request_that_begins_with_a_scalar_is_found_among_others) {
    const string begin = R"({"id":1,"jsonrpc":"2.0","method":"ping"})";
    taught one(begin);
    one.learn(call("math.add", "[1,2]"));
    one.learn(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
    for (const string& each : {begin, call("math.add", "[3,4]"), begin,
                               string(R"({"jsonrpc":"2.0","id":22,"method":"ping"})"), begin})
        cr_expect(one.knows(each), "%s", each.c_str());
    cr_expect(!one.knows("{}") && !one.knows(R"({"id":1})"));
}

Test(rpc_known_requests, a_request_is_learnt_if_every_batch_of_it_is_within_the_limits) {
    limits small;
    small.json_depth_max = 3;
    small.batch_length_max = 2;
    const string one = call("math.add", "[1,2]");
    const auto nodes = [&] {
        document text;
        string copy = one;
        cr_assert(text.parse(copy));
        return std::size_t{text.root().as_node().count};
    }();
    small.json_nodes_max = 1 + 2 * nodes;
    taught known(one, small);
    cr_expect(known.knows(one) && known.knows("[" + one + "," + one + "]"));
    cr_expect(!known.knows("[" + one + "," + one + "," + one + "]"), "too long");
    cr_expect(known.knows(one));
    const auto is_learnt_with = [&](std::size_t limits::*limit, std::size_t number) {
        limits other = small;
        other.*limit = number;
        return taught(one, other).knows(one);
    };
    cr_expect(is_learnt_with(&limits::json_depth_max, 3));
    cr_expect(!is_learnt_with(&limits::json_depth_max, 2), "a batch is deeper");
    cr_expect(!is_learnt_with(&limits::json_nodes_max, 2 * nodes), "too many values");
    cr_expect(is_learnt_with(&limits::batch_length_max, 1));
    cr_expect(!is_learnt_with(&limits::batch_length_max, 0));
}

Test(rpc_known_requests, known_requests_are_answered_like_others) {
    const char* const requests[][2] = {
        {"math.add", "[@,@]"}, {"math.add", R"({"a":@,"b":@})"}, {"math.mul", R"({"b":@,"a":@})"},
        {"same.narrow", "[@,@,1,@,2,3]"}, {"same.uint64", "[@]"}, {"same.float", "[@]"},
        {"same.bool", "[@]"}, {"same.tone", "[@]"}, {"same.json", "[@]"}, {"same.optional", "[@]"},
        {"defaults", "[@,@]"}, {"defaults", R"({"s":@})"}, {"fail.divide", "[@,@]"},
        {"fail.check", "[@]"}, {"fail.big", "[@]"}, {"counter.advance", "[@]"},
        {"greeting.hello", R"([@])"}, {"greeting.hello", R"({"tone":@,"name":@})"},
        {"fail.silent", "[@]"}, {"ping", "[]"},
    };
    const char* const scalars[] = {"0", "1", "7", "-1", "127", "128", "255", "256", "-129", "65536",
                                   "18446744073709551615", "18446744073709551616", "1.5", "-0",
                                   "1e400", "true", "false", "null", R"("plain")", R"("cheerful")",
                                   R"("é")", R"("\n")", R"("")", "[]", "{}", "01", "-", "1."};
    const auto with = [](string_view text, string_view scalar) {
        string all;
        for (const char c : text) all += c == '@' ? string(scalar) : string(1, c);
        return all;
    };
    limits bounds;
    bounds.response_bytes_max = 100;
    for (const auto& [method, params] : requests)
        for (const char* first : {"1", "true", R"("plain")"}) {
            memory one(bounds);
            const string known = call(method, with(params, first));
            one.learn(known);
            for (const char* scalar : scalars)
                for (const char* id : {"1", R"("a")", "null", "true"}) {
                    const string message = call(method, with(params, scalar), id);
                    (void)one.ask(known);  // a hit, or many texts would be skipped after misses
                    one.state = {};
                    const string got = one.ask(message), wanted = forgetful(message, bounds);
                    if (wanted.find("incident") != wanted.npos) continue;
                    cr_expect(got == wanted, "%s\n  said %s\n  not  %s", message.c_str(),
                              got.c_str(), wanted.c_str());
                }
        }
}

Test(rpc_known_requests, a_batch_calls_each_of_its_methods_once) {
    const auto advance = [](const string& by) {
        return call("counter.advance", "[" + by + "]");
    };
    for (const char* odd : {"true", "1.5", "null", R"("x")", "\"\\n\"", "9223372036854775808"}) {
        const string batch =
            "[" + advance("1") + "," + advance("2") + "," + advance(odd) + "," + advance("4") + "]";
        memory one, none;
        one.learn(advance("1"));
        one.state = {};
        const string got = one.ask(batch);
        cr_expect(got == none.ask(batch), "%s", got.c_str());
        cr_expect(one.state.value == 7, "%s: %d", odd, static_cast<int>(one.state.value));
    }
}

Test(rpc_known_requests, a_broken_batch_calls_nothing) {
    memory one;
    const string right = call("counter.advance", "[1]");
    one.learn(right);
    one.state = {};
    for (const string& wrong : {"[" + right + "," + right, "[" + right + ",]", "[" + right + "}"})
        cr_expect(one.ask(wrong) == forgetful(wrong));
    cr_expect(one.state.value == 0);
}

Test(rpc_known_requests, a_known_method_that_a_caller_does_not_see_is_not_called) {
    memory one;
    const string message = call("counter.advance", "[1]");
    one.learn(message);
    one.state = {};
    const callbox::rpc::view sees(sample::table(), std::vector<string>{"math.*"});
    const string hidden = one.ask(message, &sees);
    cr_expect(hidden.find("-32601") != hidden.npos && one.state.value == 0, "%s", hidden.c_str());
    cr_expect(one.ask("[" + message + "]", &sees).find("-32601") != string::npos);
    cr_expect(one.state.value == 0);
    (void)one.ask(message);
    cr_expect(one.state.value == 1);
}

Test(rpc_known_requests, logged_calls_are_left_to_the_parser) {
    sample::counter state;
    support::kept_log log;
    callbox::rpc::call_counters counts(callbox::rpc::counted_methods(sample::table()));
    dispatcher one(sample::table(), &state, {}, log, nullptr, &counts);
    bytes out;
    const auto ask = [&](string message) { one.dispatch(message, out); };
    for (int i = 0; i < 4; ++i) ask(call("math.add", "[1,2]"));
    cr_assert(log.all.empty());
    log.log_calls(true);
    for (const char* params : {"[3,4]", "[5,6]"}) {
        ask(call("math.add", params));
        cr_assert(!log.all.empty());
        cr_expect(log.all.back().find(params) != string::npos, "%s", log.all.back().c_str());
    }
}

Test(rpc_known_requests, a_known_request_is_a_hit_unless_all_are_misses) {
    const string message = call("math.add", "[1,2]");
    taught one(message);
    support::quiet_log log;
    const callbox::caller from;
    callbox::rpc::call_runner runner(sample::table(), nullptr, one.bounds, log, nullptr, one.text);
    const auto is_hit = [&](string text) {
        bytes out;
        runner.begin(from, out);
        return one.known.answer(text, one.text, runner, nullptr, out).is_hit;
    };
    cr_expect(is_hit(message));
    cr_expect(!is_hit(call("math.add", "[null,2]")));
    one.known.disable();
    cr_expect(!is_hit(message));
}

Test(rpc_known_requests, the_message_is_not_written_to) {
    memory one;
    const string message = call("greeting.hello", R"(["Ada"])");
    one.learn(message);
    string sent = message + "next";
    bytes out;
    one.one.dispatch({sent.data(), message.size()}, out);
    cr_expect(out.view() == R"({"jsonrpc":"2.0","result":"Ada.","id":1})");
    cr_expect(sent == message + "next");
}

Test(rpc_known_requests, after_many_misses_it_tries_few_texts_and_learns_from_fewer) {
    memory one;
    const string advance = call("counter.advance", "[1]");
    for (int i = 0; i < 200; ++i) {
        string other = advance;
        other.insert(1, static_cast<std::size_t>(i), ' ');
        const string wanted = R"("result":)" + std::to_string(i + 1) + R"(,"id":1})";
        cr_expect(one.ask(other).ends_with(wanted), "%d", i);
    }
    taught other(advance);
    const auto is_read = [&](string message) { return other.known.read(message, other.text); };
    const auto lessons = [&](int misses) {
        int count = 0;
        for (int i = 0; i < misses; ++i) count += !is_read("{}") && other.known.is_learning();
        return count;
    };
    cr_expect(lessons(1) == 0, "nothing from the first");
    cr_expect(lessons(1) == 1 && lessons(14) == 3);
    cr_expect(lessons(640) == 10);
    int tries = 1;
    while (tries <= 16 && !is_read(advance)) ++tries;
    cr_expect(tries <= 16, "it recovers");
    for (int i = 0; i < 4; ++i) cr_expect(is_read(advance));
}

Test(rpc_known_requests, it_learns_no_more_than_four_requests_of_a_message) {
    taught one(call("ping", "[]"));
    string message = "{}";
    for (int i = 0; i < 2; ++i) cr_expect(!one.known.read(message, one.text));
    for (const char* name : {"same.bool", "same.float", "same.json", "same.uint64"}) {
        cr_expect(one.known.is_learning(), "%s", name);
        one.learn(call(name, name == string_view("same.bool") ? "[true]" : "[1]"));
    }
    cr_expect(!one.known.is_learning());
}

}}  // namespace known_requests_test
