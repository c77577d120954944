/**
 * A client of callbox example 1.0.0.
 *
 * callbox-openrpc 0.1.0 made it of the contract 696770b9c030ac499fcf2a14ed3853f8. Make it again,
 * don't edit it.
 */

/** The methods; `K` says what becomes of their calls. */
export class Methods<K extends Kind> {
  readonly #send: Send<K>;

  constructor(send: Send<K>) {
    this.#send = send;
  }

  readonly greeting = {
    /**
     * Greets somebody by name.
     * @param name whom to greet
     */
    hello: (name: string) => this.#send<string>("greeting.hello", [name], json.text),
  };

  readonly math = {
    /**
     * The sum of two integers.
     * @throws CallError 1: the sum does not fit 64 bits
     */
    add: (a: bigint | number, b: bigint | number) =>
      this.#send<bigint>("math.add", [a, b], json.bigint, { 1: json.any }),
    /**
     * The product of two integers.
     * @throws CallError 1: the product does not fit 64 bits
     */
    mul: (options: { a: bigint | number; b: bigint | number }) =>
      this.#send<bigint>("math.mul", options, json.bigint, { 1: json.any }),
    /**
     * The difference of two integers.
     * @throws CallError 1: the difference does not fit 64 bits
     */
    sub: (a: bigint | number, b: bigint | number) =>
      this.#send<bigint>("math.sub", [a, b], json.bigint, { 1: json.any }),
  };

  /** Answers "pong". */
  readonly ping = () => this.#send<string>("ping", [], json.text);
}

export class CallboxExample extends Methods<"call"> {
  /** The same methods as notifications: nobody says what became of them. */
  readonly notify: Methods<"notify">;
  /** The same client with other options: `api.with({ signal })`. */
  readonly with: (options: Options) => CallboxExample;
  /** Sends calls together: `const [a, b] = await api.batch((m) => [m.x(), m.y()])`. */
  readonly batch: Batch<Methods<"batch">>;

  constructor(url: string | URL, options: Options = {}) {
    const { call, batch } = connect(url, options);
    super(call);
    this.notify = new Methods((method, params) => call(method, params));
    this.with = (others) => new CallboxExample(url, { ...options, ...others });
    this.batch = (all) => batch(all(new Methods((...call) => call)));
  }
}

/** What methods declare to fail with. */
export interface Errors {
  "math.add": CallError<1>;
  "math.mul": CallError<1>;
  "math.sub": CallError<1>;
}

// From here on all clients are the same, but for how they read the types above.

/** Any JSON; integers beyond 2^53 are bigints, all other numbers are numbers. */
export type Json = null | boolean | number | bigint | string | Json[] | { [name: string]: Json };

export interface Options {
  /** Sent as "Authorization: Bearer". */
  token?: string | undefined;
  /** For a call or a batch, with the waiting for a server that is busy; 30 000. */
  timeoutMs?: number | undefined;
  /** Calls reject with its reason; the server may execute them all the same. */
  signal?: AbortSignal | undefined;
  /** In place of the global one. */
  fetch?: typeof fetch | undefined;
}

/** What is wrong with a parameter; `path` is a JSON Pointer into those that were sent. */
export type Fault = { path: string; expected: string; got: string; why?: string; param?: string };

/** The server answers with an error. */
export class CallError<Code extends number = number, Data = Json | undefined> extends Error {
  override readonly name = "CallError";
  readonly method: string;
  readonly code: Code;
  readonly data: Data;
  /** Whether the method declares the code, and `data` is of the type that it declares. */
  readonly isDeclared: boolean;

  constructor(method: string, code: Code, message: string, data: Data, isDeclared: boolean) {
    super(message);
    this.method = method;
    this.code = code;
    this.data = data;
    this.isDeclared = isDeclared;
  }

  /** Of code -32602: what is wrong with which parameters. */
  get faults(): readonly Fault[] {
    const all = this.code === -32602 && isObject(this.data) ? this.data["errors"] : [];
    return Array.isArray(all) ? all.filter((fault) => typeof fault?.path === "string") : [];
  }
}

/** No answer that is understood, so the call may have been executed; `reason` says what came. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  readonly reason: "network" | "timeout" | "status" | "answer";
  readonly status: number | undefined;

  constructor(reason: TransportError["reason"], why: unknown, status?: number, cause?: unknown) {
    super(String(why), { cause });
    this.reason = reason;
    this.status = status;
  }
}

/** Whether the method declares this error; `error.code` then tells of which type its data is. */
export function isErrorOf<M extends keyof Errors>(method: M, error: unknown): error is Errors[M] {
  return error instanceof CallError && error.method === method && error.isDeclared;
}

/** What becomes of a call: it is made, or sent as a notification, or waits for its batch. */
export type Kind = "call" | "notify" | "batch";
type Send<K extends Kind> = <R>(...call: Call<R>) => Sent<R>[K];
type Sent<R> = { call: Promise<R>; notify: Promise<void>; batch: Call<R> };
type Call<R> = [method: string, params: unknown, make?: Is<R>, errors?: { [code: string]: Is }];

/** The result of a call in a batch, or the error that it would throw alone. */
export type Outcome<R> = R | CallError | TransportError;
type Outcomes<T> = { -readonly [I in keyof T]: T[I] extends Call<infer R> ? Outcome<R> : never };
type Batch<M> = <T extends Call<unknown>[]>(all: (m: M) => readonly [...T]) => Promise<Outcomes<T>>;

// Makes an R of JSON, or refuses it. `at` is "params" and more on the way to the server.
type Is<R = any> = (value: unknown, at: string) => R;

function refuse(expected: string, value: unknown, at: string): never {
  const got = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  throw new TransportError("answer", `${at}: expected ${expected}, got ${got}`);
}

function scalar(expected: string, has: (value: unknown) => boolean, make = (v: any): any => v): Is {
  return (value, at) => (has(value) ? make(value) : refuse(expected, value, at));
}

function isObject(value: unknown): value is { [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const isExact = (value: unknown) => typeof value === "bigint" || Number.isSafeInteger(value);
const items: Is<unknown[]> = scalar("array", Array.isArray);
const members: Is<[string, unknown][]> = scalar("object", isObject, Object.entries);

const json = {
  any: scalar("a value", () => true),
  text: scalar("string", (value) => typeof value === "string"),
  integer: scalar("integer within 2^53", Number.isSafeInteger),
  bigint: scalar("integer", isExact, BigInt),
};

// Stands before long integers on their way through JSON.parse. No server can guess it.
const mark = `integer ${Math.random()} `;

function parse(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  let isText = false;
  const marked = text.replace(/\\.|"|-?\d[\d.eE+-]*/g, (token) => {
    if (token === '"') isText = !isText;
    return isText || !/^-?[1-9]\d{15,}$/.test(token) ? token : `"${mark}${token}"`;
  });
  return JSON.parse(marked, (_, value) => {
    if (typeof value !== "string" || !value.startsWith(mark)) return value;
    const integer = value.slice(mark.length);
    return isExact(Number(integer)) ? Number(integer) : BigInt(integer);
  });
}

// A number beyond 2^53 is written with an exponent, so that no server takes it for exact.
function stringify(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stringify).join()}]`;
  if (isObject(value)) {
    const given = Object.entries(value).filter(([, v]) => v !== undefined);
    return `{${given.map(([name, v]) => `${JSON.stringify(name)}:${stringify(v)}`).join()}}`;
  }
  if (Object.is(value, -0)) return "-0";
  if (typeof value === "bigint") return String(value);
  if (Number.isInteger(value) && !isExact(value)) return Number(value).toExponential();
  const text = JSON.stringify(value) ?? "null";
  if (text === "null" && value !== null) throw new TypeError(`JSON has no ${String(value)}`);
  return text;
}

// Of the request with the id `sent`; a notification has none.
function result<R>([method, , make, declared = {}]: Call<R>, sent: unknown, answer: unknown): R {
  if (!make && answer === undefined) return answer as R;
  const { id, error, result } = Object.fromEntries(members(answer, `answer to ${method}`));
  const isOurs = id === sent || (id === null && error);
  if (!isOurs || (error ?? result) === undefined) refuse(`a response to ${sent}`, id, method);
  if (!error) return make?.(result, `result of ${method}`) as R;
  const { code, message, data } = Object.fromEntries(members(error, `error of ${method}`)) as any;
  const makeData = declared[json.integer(code, `code of ${method}`)];
  let known: [unknown] | undefined;
  try {
    known = makeData && [makeData(data, "data")];
  } catch {}
  throw new CallError(method, code, String(message), known ? known[0] : data, known !== undefined);
}

// A status is an error unless the body is the response to a request that was read.
function judge({ ok, status, statusText }: Response, body: ArrayBuffer): unknown {
  let reply: unknown;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    reply = text === "" ? undefined : parse(text);
  } catch (error) {
    if (ok) throw new TransportError("answer", "the answer is no JSON", status, error);
  }
  const { id = null, error = null } = isObject(reply) ? reply : {};
  if (ok || Array.isArray(reply) || id !== null) return reply;
  const said = isObject(error) ? `: ${error["message"]}` : "";
  throw new TransportError("status", `${status} ${statusText}${said}`, status);
}

function connect(url: string | URL, { token, timeoutMs = 30_000, signal, ...others }: Options) {
  let lastId = 0;
  const message = ([method, params]: Call<unknown>, id: number | undefined): string =>
    stringify({ jsonrpc: "2.0", method, params, id });

  async function post(body: string): Promise<unknown> {
    const headers = new Headers({ "Content-Type": "application/json" });
    if (token !== undefined) headers.set("Authorization", `Bearer ${token}`);
    const until = Date.now() + timeoutMs;
    const stop = new AbortController();
    const abort = () => stop.abort();
    const timer = setTimeout(abort, Math.min(timeoutMs, 2 ** 31 - 1));
    signal?.addEventListener("abort", abort);
    try {
      signal?.throwIfAborted();
      for (let tries = 1; ; ++tries) {
        const request = { method: "POST", headers, body, signal: stop.signal };
        const response = await (others.fetch ?? fetch)(url, request);
        const after = response.status === 503 ? `${response.headers.get("Retry-After")}` : "";
        const wait = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now();
        try {
          return judge(response, await response.arrayBuffer());
        } catch (error) {
          if (!(tries < 4 && Date.now() + wait < until)) throw error;
        }
        await new Promise((done) => {
          const pause = setTimeout(done, wait);
          stop.signal.onabort = () => done(clearTimeout(pause));
        });
      }
    } catch (error) {
      if (error instanceof TransportError) throw error;
      if (signal?.aborted) throw signal.reason;
      const why = (error instanceof Error && error.cause) || error;
      throw stop.signal.aborted
        ? new TransportError("timeout", `no answer within ${timeoutMs} ms`)
        : new TransportError("network", why, undefined, error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  }

  async function call<R>(...one: Call<R>): Promise<R> {
    const id = one[2] && ++lastId;
    return result(one, id, await post(message(one, id)));
  }

  async function batch<T extends Call<unknown>[]>(all: readonly [...T]): Promise<Outcomes<T>> {
    const ids = all.map((one) => one[2] && ++lastId);
    const body = all.map((one, i) => message(one, ids[i])).join();
    const answer = (all.length > 0 && (await post(`[${body}]`))) || [];
    if (isObject(answer)) result(["batch", []], null, answer);
    const answers = new Map(items(answer, "answer").map((a) => [isObject(a) && a["id"], a]));
    return all.map((one, i) => {
      try {
        return result(one, ids[i], answers.get(ids[i]));
      } catch (error) {
        return error;
      }
    }) as Outcomes<T>;
  }

  return { call, batch };
}
