// callbox/callbox.hpp - the one header to include. The headers below are the manual, in this order.
#pragma once

#include <callbox/caller.hpp>    // caller: the caller of a method
#include <callbox/codec.hpp>     // C++ types as JSON, and types of your own
#include <callbox/dispatch.hpp>  // answer(): without a network
#include <callbox/error.hpp>     // error, result<T>
#include <callbox/event.hpp>     // event<>, topic<>: events that clients subscribe to
#include <callbox/hooks.hpp>     // with<>: code around the functions of a table
#include <callbox/later.hpp>     // later<T>: answers given after the function has returned
#include <callbox/limits.hpp>    // all bounds
#include <callbox/log.hpp>       // log(): writing to the server's log
#include <callbox/method.hpp>    // registering functions: arg, by_name_only, method<>, api
#include <callbox/module.hpp>    // of<>, module, join(): tables of several modules as one
#include <callbox/options.hpp>   // options of a server
#include <callbox/run.hpp>       // run(): a complete program
#include <callbox/serve.hpp>     // serve(): serving until SIGTERM
#include <callbox/server.hpp>    // server: a server as a part of a program
#include <callbox/setting.hpp>   // setting, made_by: the program's own options
#include <callbox/tool.hpp>      // attributes for AI clients
#include <callbox/version.hpp>   // the version of this library
