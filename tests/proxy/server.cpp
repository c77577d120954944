// The server of check-proxy: a call, and an event that each call of note.send publishes.
#include <callbox/callbox.hpp>

namespace {

double add(double a, double b) { return a + b; }

callbox::topic<std::string> notes;
void send(const std::string& text) { notes.publish(text); }

constexpr callbox::api methods{
    callbox::method<"math.add", add>("The sum of two numbers.", "a", "b"),
    callbox::method<"note.send", send>("Publishes a note.", "text"),
    callbox::event<"note.sent", &notes>("A note was sent.", callbox::keeps(100)),
};

}  // namespace

int main(int argc, char** argv) { return callbox::run(methods, argc, argv); }
