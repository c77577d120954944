// The client of an inventory that requires tokens: inventory.mjs URL
import assert from 'node:assert/strict';
import { check, failure } from '../check.mjs';
import { Inventory, CallError, TransportError, isErrorOf } from './out/inventory-bigint.js';
import { Inventory as Texts } from './out/inventory-string.js';

const url = process.argv[2];
const api = new Inventory(url, { token: 'owner-owner-owner-owner' });

await check('typescript, inventory', {
    'an order': async () => {
        const hammer = { sku: 'A-1', name: 'Hammer', price: 990n, stock: 5n };
        assert.deepEqual(await api.product.create(hammer),
            { ...hammer, kind: 'part' });
        assert.equal((await api.product.rename('A-1', 'Big hammer')).name, 'Big hammer');
        assert.equal((await api.product.setPrice('A-1', 995)).price, 995n);
        assert.equal((await api.product.endSale('A-1', '2027-01-31')).sold_until, '2027-01-31');
        assert.equal(await api.stock.receive('A-1', 2), 7n);
        assert.equal(await api.stock.value(), 6965n);
        const order = await api.order.place([{ sku: 'A-1', count: 2n }]);
        assert.equal(order.state, 'open');
        const paid = await api.order.pay(order.number,
            { kind: 'card', number: '1234', holder: 'Ada' });
        assert.equal(paid.paid_by.kind === 'card' && paid.paid_by.holder, 'Ada');
        assert.equal((await api.order.ship(order.number)).state, 'shipped');
        assert.equal(await api.stock.take('A-1', 1), 4n);
        assert.equal((await api.stock.movements('A-1')).length, 3);
    },
    'lists by position and by name': async () => {
        assert.equal((await api.product.list()).items.length, 1);
        assert.equal((await api.product.list('part')).items.length, 1);
        assert.equal((await api.product.list('tool', { most: 3 })).items.length, 0);
        assert.equal((await api.product.list(undefined, { from: 1 })).total, 1n);
        assert.equal((await api.order.list('shipped')).total, 1n);
        assert.equal((await api.stock.low()).length, 1);
        assert.equal((await api.product.find('hamm')).length, 1);
        assert.equal((await api.order.unpaid('2030-01-01')).length, 0);
    },
    'declared errors': async () => {
        const missing = await failure(api.product.get('A-2'));
        assert(isErrorOf('product.get', missing));
        assert.equal(missing.code, 404);
        const twice = await failure(
            api.product.create({ sku: 'A-1', name: 'x', price: 1n, stock: 1n }));
        assert(isErrorOf('product.create', twice));
        assert.equal(twice.code, 409);
    },
    'a batch with a failing call': async () => {
        const [product, missing, low] = await api.batch(m => [
            m.product.get('A-1'), m.product.get('A-2'), m.stock.low(1n)]);
        assert.equal(product.sku, 'A-1');
        assert.equal(missing.code, 404);
        assert.deepEqual(low, []);
    },
    'argument errors': async () => {
        const error = await failure(api.order.place([{ sku: 'A-1', count: 0n }]));
        assert(error instanceof CallError);
        assert.deepEqual(error.faults.map(each => each.path), ['/0/0/count']);
    },
    'a number beyond 2^53 in an object or list is not sent': async () => {
        const nail = { sku: 'N', name: 'Nail', price: 2 ** 53, stock: 1 };
        for (const call of [api.product.create(nail), api.order.place([{ sku: 'N', count: 1e20 }]),
            api.product.list(null, { from: 2 ** 60 })])
            assert((await failure(call)) instanceof RangeError);
        assert.equal((await failure(api.product.get('N'))).code, 404);
    },
    'integers as text in objects, lists and options': async () => {
        const texts = new Texts(url, { token: 'owner-owner-owner-owner' });
        const nail = { sku: 'N', name: 'Nail', price: '9007199254740993', stock: '7' };
        assert.deepEqual(await texts.product.create(nail), { ...nail, kind: 'part' });
        const order = await texts.order.place([{ sku: 'N', count: '1' }]);
        assert.equal(order.total, '9007199254740993');
        assert.equal((await texts.product.list(undefined, { from: '1', most: '5' })).total, '2');
        assert.equal((await texts.product.list(undefined, { from: '1' })).items.length, 1);
        assert.equal((await texts.order.get(order.number)).lines[0].count, '1');
    },
    'tokens': async () => {
        const none = await failure(new Inventory(url).product.list());
        assert(none instanceof TransportError);
        assert.deepEqual([none.reason, none.status], ['status', 401]);
        assert.equal((await failure(api.with({ token: 'x' }).product.list())).status, 401);
        const scale = api.with({ token: 'scale-scale-scale-scale' });
        assert.equal(await scale.stock.receive('A-1', 1), 5n);
        assert.equal((await failure(scale.stock.value())).code, -32601);
    },
});
