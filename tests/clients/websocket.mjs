// websocket.mjs NAME URL [TOKEN] [events]: checks a client over a WebSocket: calls of the example
// program or, with `events`, the events of an inventory. The client sends the token in a field of
// the handshake or, like a browser, as a subprotocol.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setTimeout as after } from 'node:timers/promises';
import { Client, RequestManager, WebSocketTransport } from '@open-rpc/client-js';
import { Network, WebSocketProvider } from 'ethers';
import { Client as RpcWebSockets } from 'rpc-websockets';
import { WebSocket as Undici } from 'undici';
import { check, checkEvents } from './claims.mjs';

const [name, url, token, events] = process.argv.splice(2);
process.argv[2] = url;
const headers = { Authorization: `Bearer ${token}` };

// Node's own since version 22, which is undici's.
const WebSocket = globalThis.WebSocket ?? Undici;
const protocols = ['callbox', `bearer.${Buffer.from(token ?? '').toString('base64url')}`];
const opened = () => new WebSocket(url, protocols);
const lost = socket => new Promise(
    resolve => socket.addEventListener('close', event => resolve(event.code)));

// Wraps a client that does not connect again: another one takes its place.
async function replaced(connect) {
    let now = await connect();
    const wrapped = {};
    for (const each of Object.keys(now)) wrapped[each] = (...args) => now[each](...args);
    wrapped.back = async () => {
        while (!await fetch(url.replace(/^ws/, 'http')).catch(() => null)) await after(50);
        now = await connect();
    };
    return wrapped;
}

const clients = {
    // https://github.com/polkadot-js/api. A WebSocket of Node itself would not send its fields.
    async '@polkadot/rpc-provider'() {
        delete globalThis.WebSocket;
        const { WsProvider } = await import('@polkadot/rpc-provider');
        const provider = new WsProvider(url, 100, headers);
        await provider.isReady;
        const heard = event => new Promise(resolve => provider.on(event, resolve));
        return {
            call: (method, params) => provider.send(method, params).catch(error => {
                error.message = error.message.replace(`${error.code}: `, '');
                throw error;
            }),
            subscribe: (event, params, got) => provider.subscribe(event, event, params,
                (error, result) => got(error ?? result)),
            unsubscribe: (event, id) => provider.unsubscribe(event, 'rpc.unsubscribe', id),
            subscribesAgain: true,
            lost: () => heard('disconnected').then(() => undefined),
            back: () => provider.isConnected || heard('connected'),
            close: () => provider.disconnect(),
        };
    },

    // https://github.com/elpheria/rpc-websockets
    async 'rpc-websockets'() {
        const options = { reconnect_interval: 100, max_reconnects: 0, headers };
        const client = new RpcWebSockets(url, options);
        const heard = event => new Promise(resolve => client.once(event, resolve));
        client.on('error', () => {});
        await heard('open');
        return {
            call: (method, params) => client.call(method, params),
            notify: (method, params) => client.notify(method, params),
            subscribe(event, params, got) {
                client.removeAllListeners(event);
                client.on(event, ({ result }) => got(result));
                return client.call(event, params);
            },
            unsubscribe: (event, id) => client.call('rpc.unsubscribe', [id]),
            lost: () => heard('close'),
            back: () => client.ready || heard('open'),
            close: () => client.close(),
        };
    },

    // https://github.com/ethers-io/ethers.js
    ethers: () => replaced(async () => {
        const provider = new WebSocketProvider(opened, Network.from(1));
        return {
            call: (method, params) => provider.send(method, params).catch(wrapped => {
                throw wrapped.error;
            }),
            lost: () => lost(provider.websocket),
            close: () => provider.destroy(),
        };
    }),

    // https://github.com/nodejs/undici, without a library for JSON-RPC.
    undici: () => replaced(async () => {
        const socket = opened();
        await once(socket, 'open');
        assert.equal(socket.protocol, 'callbox');
        const answers = [];
        let heard;
        socket.addEventListener('message', ({ data }) => {
            const message = JSON.parse(data);
            if (message.method) heard(message.params.result);
            else answers.shift()(message);
        });
        const ask = message => {
            socket.send(JSON.stringify(message));
            return new Promise(resolve => answers.push(resolve));
        };
        const request = ({ method, params }, id) => ({ jsonrpc: '2.0', method, params, id });
        const call = async (method, params) => {
            const { result, error } = await ask(request({ method, params }, 1));
            if (error) throw error;
            return result;
        };
        return {
            call,
            subscribe(event, params, got) {
                heard = got;
                return call(event, params);
            },
            unsubscribe: (event, id) => call('rpc.unsubscribe', [id]),
            notify: (method, params) => socket.send(JSON.stringify(request({ method, params }))),
            batch: calls => ask(calls.map(request)),
            lost: () => lost(socket),
            close: () => socket.close(),
        };
    }),

    // https://github.com/open-rpc/client-js
    '@open-rpc/client-js': () => replaced(async () => {
        const transport = new WebSocketTransport(url);
        const client = new Client(new RequestManager([transport]));
        let heard;
        client.onNotification(({ params }) => heard(params.result));
        return {
            call: (method, params) => client.request({ method, params }),
            subscribe(event, params, got) {
                heard = got;
                return client.request({ method: event, params });
            },
            unsubscribe: (event, id) => client.request({ method: 'rpc.unsubscribe', params: [id] }),
            notify: (method, params) => client.notify({ method, params }),
            lost: () => lost(transport.connection),
            close: () => client.close(),
        };
    }),
};

await (events ? checkEvents : check)(name, clients[name]);
