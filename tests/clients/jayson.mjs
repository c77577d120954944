// https://github.com/tedeh/jayson
import jayson from 'jayson/promise/index.js';
import { check } from './claims.mjs';

await check('jayson', url => {
    const client = jayson.Client.http(url);
    return {
        async call(method, params = []) {
            const { result, error } = await client.request(method, params);
            if (error) throw error;
            return result;
        },
        notify: (method, params = []) => client.request(method, params, null),
        batch: calls => client.request(
            calls.map(({ method, params }) => client.request(method, params, undefined, false))),
    };
});
