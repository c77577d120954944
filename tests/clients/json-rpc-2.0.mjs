// https://github.com/shogowada/json-rpc-2.0, which leaves HTTP to its users.
import { JSONRPCClient, createJSONRPCRequest } from 'json-rpc-2.0';
import { check } from './claims.mjs';

await check('json-rpc-2.0', url => {
    let last_status = 0;
    const client = new JSONRPCClient(async request => {
        const response = await fetch(url, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(request),
        });
        last_status = response.status;
        if (response.status === 200) client.receive(await response.json());
        else if (request.id !== undefined) throw new Error(response.statusText);
    });
    return {
        call: (method, params) => client.request(method, params),
        async notify(method, params) {
            last_status = 0;
            client.notify(method, params);
            while (last_status === 0) await new Promise(later => setTimeout(later, 1));
            if (last_status !== 204) throw new Error(`status ${last_status}`);
        },
        batch: calls => client.requestAdvanced(
            calls.map((call, at) => createJSONRPCRequest(`b${at}`, call.method, call.params))),
    };
});
