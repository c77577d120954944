// https://github.com/open-rpc/client-js
import { Client, HTTPTransport, RequestManager } from '@open-rpc/client-js';
import { check } from './claims.mjs';

await check('@open-rpc/client-js', url => {
    const client = new Client(new RequestManager([new HTTPTransport(url)]));
    return {
        call: (method, params) => client.request({ method, params }),
        notify: (method, params) => client.notify({ method, params }),
        async batch(calls) {
            client.startBatch();
            const answers = calls.map(call => client.request(call));
            client.stopBatch();
            const settled = await Promise.allSettled(answers);
            return settled.map(({ value, reason }) => ({ result: value, error: reason }));
        },
        close: () => client.close(),
    };
});
