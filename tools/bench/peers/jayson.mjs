#!/usr/bin/env node
// The same methods with jayson (npm), written like its examples. Its arguments are those of
// callbox: serve --listen 127.0.0.1:PORT. It runs in the folder of node_modules.
import jayson from 'jayson';

const server = new jayson.Server({
    add: (args, callback) => callback(null, args[0] + args[1]),
    add_named: (args, callback) => callback(null, args.a + args.b),
    echo: (args, callback) => callback(null, args[0]),
});
const http = server.http();
http.listen(Number(process.argv[4].split(':')[1]), '127.0.0.1', () =>
    console.error(`jayson: ready: http://127.0.0.1:${http.address().port}/api`));
