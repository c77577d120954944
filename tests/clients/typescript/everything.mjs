// The client of a program with every type: everything.mjs URL [SEED].
import assert from 'node:assert/strict';
import { check, failure } from '../check.mjs';
import { CallError, Everything, isErrorOf } from './out/everything-bigint.js';
import { Everything as Numbers } from './out/everything-number.js';
import { Everything as Texts } from './out/everything-string.js';

const url = process.argv[2];
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const api = new Everything(url);
const widest = 2n ** 64n - 1n;

// https://github.com/cprosche/mulberry32
let state = seed;
function random(below) {
    state = (state + 0x6D2B79F5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
}
const one = all => all[random(all.length)];
const some = (most, make) => Array.from({ length: random(most + 1) }, make);
const bits = () => BigInt(random(2 ** 32)) << 32n | BigInt(random(2 ** 32));
const text = () => some(8, () => one(['a', '"', '\\', '\n', '\0', '\x7f', 'é', '\u2028', '🦆', '/',
    '*/', '12345678901234567', '{', ' '])).join('');
const name = () => one(['a', '', '__proto__', 'constructor', 'a b', '1', text()]);
const floats = new DataView(new ArrayBuffer(8));
function double() {
    floats.setUint32(0, random(2 ** 32));
    floats.setUint32(4, random(2 ** 32));
    const value = floats.getFloat64(0);
    return Number.isFinite(value) ? value : 0;
}
const number = () => one([0, -0, 1, -1.5, 1e-7, 5e-324, Number.MAX_VALUE, 2 ** 53, 2 ** 60,
    1e21, double()]);
const int = () => one([0, 1, -1, 2 ** 31 - 1, -(2 ** 31), random(1000)]);
const members = (most, make) => Object.fromEntries(some(most, () => [name(), make()]));

// Any JSON as it is read: an integer beyond 2^53 is a bigint.
function json(depth = 3) {
    const kinds = [() => null, () => true, () => false, number, text, int,
        () => 2n ** 53n + bits(), () => -(2n ** 53n) - bits()];
    if (depth > 0) kinds.push(() => some(4, () => json(depth - 1)),
        () => members(4, () => json(depth - 1)));
    return one(kinds)();
}
const card = () => ({ number: one(['4111', '1'.repeat(19), 'é"']),
    ...one([{}, { code: null }, { code: random(65536) }]) });
const payment = () => one([
    () => ({ kind: 'cash' }),
    () => ({ kind: 'transfer', iban: text(), ...one([{}, { days: int() }]) }),
    () => ({ kind: 'card', ...card() })])();
const given = p => p.kind === 'transfer' ? { days: 3, ...p } : { ...p };

// Drops members that are null, which may be omitted.
function full(value) {
    return Object.fromEntries(Object.entries(value).filter(([, v]) => v !== null));
}

async function rounds(count, make, send, wanted = v => v) {
    for (let i = 0; i < count; ++i) {
        const value = make();
        assert.deepStrictEqual(await send(value), wanted(value), `seed ${seed}, round ${i}`);
    }
}

await check(`typescript, everything, seed ${seed}`, {
    'every method': async () => {
        await api.counter.reset();
        assert.equal(await api.counter.advance(), 1n);
        assert.equal(await api.counter.advance(9n), 10n);
        assert.equal(await api.counter.advance(10), 20n);
        assert.equal(await api.counter.reset(), null);
        assert.deepEqual(await api.geo.convert([4, 'ft']), [1, 'm']);
        assert.deepEqual(await api.geo.longest([{ name: 'a', path: [{ x: 0, y: 0 }] }]),
            { name: 'a', path: [{ x: 0, y: 0 }], in: 'm', lanes: 2 });
        assert.deepEqual(await api.geo.middle([{ x: 0, y: 0 }, { x: 2, y: 4 }]), { x: 1, y: 2 });
        assert.deepEqual(await api.geo.rotate([1, 2, 3]), [2, 3, 1]);
        assert.equal(await api.math.div(1, 4), 0.25);
        assert.equal(await api.old.one(), 1);
        const event = { day: '2024-02-29', at: '2024-02-28T23:30:00Z',
            id: 'f81d4fae-7dec-41d0-8765-00a0c91e6bf6' };
        assert.deepEqual(full(await api.text.keep(event)), event);
        assert.equal(await api.text.nextDay('2024-02-28'), '2024-02-29');
        assert.equal(await api.text.reversed('AQID'), 'AwIB');
        assert.equal(await api.type.countFolders(
            { name: 'a', folders: [{ name: 'b', folders: [] }] }), 2n);
        assert.deepEqual(await api.type.countWords(['a', 'b', 'a']), { a: 2n, b: 1n });
        assert.equal(await api.type.mix('00', '10'), '08');
        assert.equal(await api.type.total({ rent: -5, wage: 7n }), 2n);
        assert.equal(await api.union.value({ op: 'sum', terms: [{ op: 'number', value: 2 }] }), 2);
        assert.deepEqual(full(await api.union.swipe({ number: '4111', code: 7 })),
            { number: '4111', code: 7 });
        const all = await api.union.payAll([{ kind: 'cash' }], {}, { kind: 'cash' });
        assert.deepEqual(all, { 0: { kind: 'cash' }, last: { kind: 'cash' } });
    },
    'by position or by name': async () => {
        assert.equal(await api.type.greatest(), null);
        assert.equal(await api.type.greatest(widest), widest);
        assert.equal(await api.type.greatest(0), 0n);
        assert.equal(await api.type.greatest(null), null);
        assert.equal(await api.type.greatest(7n, { known: false }), null);
        assert.equal(await api.type.greatest(7n, { label: 'ab' }), 7n);
        assert.equal(await api.type.greatest(undefined, { known: true }), null);
        assert.equal((await api.union.payAll([], {}, null)).last, undefined);
        assert.equal((await api.union.payAll([], {})).last, undefined);
    },
    'declared errors': async () => {
        const error = await failure(api.math.div(3, 0));
        assert(isErrorOf('math.div', error));
        assert.deepEqual([error.code, error.data], [1, 3]);
    },
    'argument errors': async () => {
        const error = await failure(api.geo.middle([{ x: 0, y: 0 }, { x: 2000, y: 'a' }]));
        assert(error instanceof CallError);
        assert.deepEqual(error.faults.map(each => each.path), ['/0/1/x', '/0/1/y']);
    },
    'any JSON comes back': () => rounds(300, json, v => api.type.sameJson(v),
        function read(v) {
            if (Array.isArray(v)) return v.map(read);
            if (v === null || typeof v !== 'object') return v;
            return Object.fromEntries(Object.entries(v).map(([n, m]) => [n, read(m)]));
        }),
    'one of several types comes back': () => rounds(200,
        () => one([null, true, false, number(), text(), some(5, int),
            { x: int() % 1000, y: number() }]),
        v => api.type.same(v)),
    'payments come back': () => rounds(300, payment,
        async v => full(await api.union.pay(v)), v => full(given(v))),
    'cards come back': () => rounds(100, card,
        async v => full(await api.union.swipe(v)), v => full(v)),
    'maps of unions come back': () => rounds(100, () => members(4, payment),
        async v => Object.fromEntries(Object.entries(await api.union.payAll([], v))
            .map(([n, p]) => [n, full(p)]).sort()),
        v => Object.fromEntries(Object.entries(v).map(([n, p]) => [n, full(given(p))]).sort())),
    'integers come back': () => rounds(200,
        () => one([0n, 1n, widest, widest - 1n, 2n ** 63n, 2n ** 53n, bits()]),
        v => api.type.greatest(v)),
    'texts come back': () => rounds(200, () => Buffer.from(text()).toString('base64'),
        async v => api.text.reversed(await api.text.reversed(v))),
    'tuples come back': () => rounds(50, () => [one([-0, 0.5, 4, -1e9]), 'm'],
        async v => api.geo.convert(await api.geo.convert(v))),
    'numbers beyond 2^53 are not sent as integers': async () => {
        const calls = m => [m.type.greatest(2 ** 53), m.type.greatest(-1e21, { known: true }),
            m.type.total({ a: 1n, b: 2 ** 60 }), m.counter.advance(2 ** 53)];
        for (const call of calls(api)) {
            const error = await failure(call);
            assert(error instanceof RangeError, `${error}`);
            assert.match(error.message, /^params.*: .* is beyond 2\^53 .*: pass a bigint$/);
        }
        for (const call of calls(api.notify)) assert((await failure(call)) instanceof RangeError);
        assert((await failure(api.batch(calls))) instanceof RangeError);
        assert.equal(await api.type.greatest(2n ** 53n), 2n ** 53n);
        assert.equal(await api.type.total({ a: 2n ** 53n, b: 2 ** 53 - 1 }), 2n ** 54n - 1n);
        assert.equal(await api.type.same(2 ** 60), 2 ** 60);
        // Other arguments of a wrong type are explained by the server.
        assert.equal((await failure(api.type.total({ a: '1' }))).code, -32602);
    },
    'integers as numbers': async () => {
        const numbers = new Numbers(url);
        assert.equal(await numbers.type.greatest(5), 5);
        assert.equal(await numbers.type.greatest(Number.MAX_SAFE_INTEGER), 2 ** 53 - 1);
        assert.deepEqual(await numbers.type.countWords(['a']), { a: 1 });
        const total = { a: Number.MAX_SAFE_INTEGER, b: 1 };
        assert.equal((await failure(numbers.type.total(total))).reason, 'answer');
        assert((await failure(numbers.type.greatest(2 ** 60))) instanceof RangeError);
    },
    'integers as text': async () => {
        const texts = new Texts(url);
        assert.equal(await texts.type.greatest('18446744073709551615'), `${widest}`);
        assert.equal(await texts.type.greatest(null, { known: true }), null);
        assert.equal(await texts.type.greatest(), null);
        assert.deepEqual(await texts.type.countWords(['a']), { a: '1' });
        assert.equal(await texts.type.total({ a: '-9223372036854775808', __proto__: null, b: '1' }),
            '-9223372036854775807');
        assert.equal(await texts.counter.advance('1') > '0', true);
        for (const wrong of ['one', '', ' 1', '0x1', '1.0', 1.5])
            assert((await failure(texts.counter.advance(wrong))) instanceof SyntaxError);
        assert((await failure(texts.counter.advance(2 ** 60))) instanceof RangeError);
    },
});
