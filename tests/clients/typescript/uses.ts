// Calls of clients: the type checker must refuse the marked lines and no others.
import { CallboxExample, CallError, TransportError } from "./example-bigint.js";
import { isErrorOf as isExampleError } from "./example-bigint.js";
import type { Calls, Json, Outcome } from "./example-bigint.js";
import { Everything, isErrorOf } from "./everything-bigint.js";
import type { Payment, PaymentResult, Point } from "./everything-bigint.js";
import { Inventory, SubscriptionEnded } from "./inventory-bigint.js";
import type { EventGap, Events, EventSubscription, Movement, Order, OrderLine, OrderLineInput } from
  "./inventory-bigint.js";
import { Everything as Numbers } from "./everything-number.js";
import { Everything as Texts } from "./everything-string.js";

const api = new CallboxExample("http://127.0.0.1:8080/api", { token: undefined, timeoutMs: 5_000 });
const every = new Everything(new URL("http://127.0.0.1:8080/api"), { fetch });
const inventory = new Inventory("");

// Requires that the type of the expression is exactly T.
function is<T>() {
  return <U>(_: U, ..._same: [T] extends [U] ? ([U] extends [T] ? [] : [never]) : [never]) => {};
}

export async function calls() {
  is<bigint>()(await api.math.add(2, 3n));
  is<bigint>()(await api.math.mul({ a: 2n, b: 3 }));
  is<string>()(await api.greeting.hello("Ada"));
  is<null>()(await every.counter.reset());
  is<Json>()(await every.type.sameJson([1, "two", { three: 3n }]));
  is<[number, "m" | "ft"]>()(await every.geo.convert([1, "ft"]));
  is<bigint | null>()(await every.type.greatest(null, { known: true }));
  is<PaymentResult>()(await every.union.pay({ kind: "transfer", iban: "DE1" }));
  is<{ [name: string]: bigint }>()(await every.type.countWords(["a"]));
  is<void>()(await api.notify.math.add(1, 2));
  is<number>()(await new Numbers("").counter.advance(1));
  is<string>()(await new Texts("").counter.advance("1"));
  await every.type.greatest();
  await every.geo.middle([{ x: 1, y: 2 }] as const);
  await inventory.product.list("tool", { from: 1 });
  await inventory.product.list(undefined, { most: 1n });
  await api.with({ signal: new AbortController().signal }).ping();
  await api.math.add(1, 2, { onProgress: (now) => is<number | undefined>()(now.total) });
  const { named } = { named: await every.type.countWords([]) };
  is<bigint | undefined>()(named["a"]);

  const { signal } = new AbortController();
  await api.math.add(2, 3, { signal, timeoutMs: 5, headers: { a: "b" } });
  await every.type.greatest(1, {}, { signal });
  await every.counter.advance(undefined, { signal });
  await api.notify.ping({ signal });
  await api.batch((m) => [m.ping()], { signal });
  new CallboxExample("", { token: async () => "t", headers: new Headers(), credentials: "omit" });

  is<Json>()(await api.call("math.add", [2, 3], { signal }));
  is<Json>()(await api.call("math.mul", { a: 2, b: 3 }));
  is<bigint>()(await ((add: Calls["math.add"]) => add(1, 2))(api.math.add));
  is<bigint | number>()(null as unknown as Parameters<Calls["math.add"]>[1]);

  await api.math.add(2, 3, { token: "t" });  // refused
  await api.call("math.add", 2);  // refused
  await api.batch((m) => [m.math.add(2, 3, { signal })]);  // refused
  await api.math.add("2", 3);  // refused
  await api.math.add(2);  // refused
  await api.math.add(2, 3, 4);  // refused
  await api.math.mul(2, 3);  // refused
  await api.math.mul({ a: 2 });  // refused
  await api.math.mul({ a: 2, b: 3, c: 4 });  // refused
  await api.math.div(2, 3);  // refused
  (await api.math.add(2, 3)) + 1;  // refused
  await every.geo.convert([1, "mile"]);  // refused
  await every.geo.convert([1]);  // refused
  await every.type.sameJson(undefined);  // refused
  await every.type.sameJson(new Date());  // refused
  await every.type.greatest(1, { knwon: true });  // refused
  await every.union.pay({ kind: "check" });  // refused
  await every.union.pay({ kind: "cash", iban: "DE1" });  // refused
  await every.union.pay({ kind: "transfer" });  // refused
  await inventory.order.place([{ sku: "A-1" }]);  // refused
  await new Texts("").counter.advance(1);  // refused
  await new Numbers("").counter.advance(1n);  // refused
  new CallboxExample("", { timeout: 5 });  // refused
  new CallboxExample("", { onProgress: () => {} });  // refused
  new CallboxExample();  // refused
}

export async function structs() {
  const lines: readonly OrderLineInput[] = [{ sku: "A-1", count: 2 }, { sku: "A-2", count: 3n }];
  const order = await inventory.order.place(lines);
  is<OrderLine[]>()(order.lines);
  is<bigint>()(order.total);
  await inventory.order.place(order.lines);
  await inventory.product.create({ sku: "A-1", name: "a", price: 990, stock: 5n });
  const path: readonly Point[] = [];
  await every.geo.longest([{ name: "a", path }]);

  const line: OrderLine = { sku: "A-1", count: 2 };  // refused
  order.lines.push(...lines);  // refused
  await inventory.order.place([{ sku: "A-1", count: "2" }]);  // refused
  return line;
}

export async function batches() {
  const [sum, pong] = await api.batch((m) => [m.math.add(1, 2), m.ping()]);
  is<Outcome<bigint>>()(sum);
  is<string | CallError | TransportError>()(pong);
  if (sum instanceof Error) throw sum;
  is<bigint>()(sum);
  (await api.batch((m) => [m.ping()]))[1];  // refused
  pong.length;  // refused
  await api.batch((m) => [api.ping()]);  // refused
  await api.batch((m) => [1]);  // refused
}

export async function events() {
  for await (const c of inventory.stock.changed({ sku: "A-1" })) is<Movement>()(c);
  const { signal } = new AbortController();
  const onGap = (gap: EventGap) => is<number | undefined>()(gap.missed);
  const all = inventory.order.changed({}, { signal, queueMax: 5, onGap });
  is<Events<Order>>()(all);
  const one = all.subscribe((order) => is<Order>()(order));
  is<EventSubscription>()(one);
  one.unsubscribe();
  is<void>()(await one.closed);
  inventory.stock.changed({ since: one.seq ?? null }, { onOpen: () => {}, onLost: console.log });
  new Inventory("", { WebSocket });

  inventory.notify.stock.changed();  // refused
  await inventory.batch((m) => [m.stock.changed()]);  // refused
  inventory.stock.changed("A-1");  // refused
  inventory.stock.changed({ sku: 5 });  // refused
  inventory.stock.changed({ skuu: "A-1" });  // refused
  inventory.stock.changed({}, { timeoutMs: 5 });  // refused
  for (const c of all) is<Order>()(c);  // refused
  all.subscribe((order: Movement) => order);  // refused
  (await all).number;  // refused
  new Inventory("", { WebSocket: Array });  // refused
  new CallboxExample("", { WebSocket });  // refused
}

export function ends(error: unknown) {
  if (!(error instanceof SubscriptionEnded)) return;
  is<number>()(error.missed);
  if (error.reason === "overflow") throw error;
  error.reason = "scope";  // refused
}

export async function errors(error: unknown) {
  if (error instanceof CallError) {
    is<number>()(error.code);
    is<string | undefined>()(error.faults[0]?.path);
    error.code = 1;  // refused
  }
  if (error instanceof TransportError) {
    if (error.reason === "status") is<number | undefined>()(error.status);
    if (error.reason === "statsu") throw error;  // refused
  }
  if (isErrorOf("math.div", error)) {
    is<1 | -5>()(error.code);
    if (error.code === -5) throw error;
    is<1>()(error.code);
    if (error.code === 2) throw error;  // refused
  }
  if (isExampleError("math.mul", error)) is<1>()(error.code);
  isErrorOf("math.dvi", error);  // refused
  isErrorOf("geo.rotate", error);  // refused
}

export function narrows(payment: Payment): string {
  switch (payment.kind) {
    case "card":
      return payment.number;
    case "transfer":
      return payment.iban;
    case "cash":
      return payment.number;  // refused
  }
}
