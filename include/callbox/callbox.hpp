// callbox/callbox.hpp - the one header to include. The headers below are the manual, in this order.
#pragma once

#include <callbox/caller.hpp>    // caller: who calls, for functions that ask
#include <callbox/codec.hpp>     // which C++ types are which JSON, and types of your own
#include <callbox/dispatch.hpp>  // answer(): without a network
#include <callbox/error.hpp>     // error, result<T>
#include <callbox/hooks.hpp>     // with<>: what stands around the functions of a table
#include <callbox/limits.hpp>    // every bound
#include <callbox/log.hpp>       // log(): lines of functions in the server's log
#include <callbox/method.hpp>    // registering functions: arg, by_name_only, method<>, api
#include <callbox/options.hpp>   // how to serve
#include <callbox/run.hpp>       // run(): a whole program
#include <callbox/serve.hpp>     // serve(): inside a program
#include <callbox/server.hpp>    // server: beside other things in a program
#include <callbox/setting.hpp>   // setting, made_by: options of the program's own
#include <callbox/tool.hpp>      // what a row says to AI clients
#include <callbox/version.hpp>   // the version of this library
