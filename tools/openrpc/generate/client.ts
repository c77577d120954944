// From here on, all clients are the same, except for the readers of the types above.

/**
 * Any JSON; integers beyond 2^53 are bigints, all other numbers are numbers. Dates and times are
 * strings. JSON.stringify() throws a TypeError if it finds a bigint; stringify() writes it.
 */
export type Json = null | boolean | number | bigint | string | Json[] | { [name: string]: Json };

export interface Options {
  /** Sent as "Authorization: Bearer". A function is called for each request. */
  token?: string | (() => string | Promise<string>) | undefined;
  /** The time limit of a call or a batch, including retries; 30 000. */
  timeoutMs?: number | undefined;
  /** How often a request is repeated if callbox is busy and has not executed it; 3. */
  retries?: number | undefined;
  /** Aborted calls reject with its reason; the server may still execute them: see onProgress. */
  signal?: AbortSignal | undefined;
  /** Other fields of the requests. */
  headers?: RequestInit["headers"] | undefined;
  /** Whether browsers send cookies: see fetch(). */
  credentials?: RequestInit["credentials"] | undefined;
  /** Used instead of the global fetch. */
  fetch?: typeof fetch | undefined;
}

/** Options of one call; its signal and its headers are used in addition to those of the client. */
export type CallOptions<K extends Kind = "call"> = K extends "batch"
  ? never
  : Pick<Options, "timeoutMs" | "signal" | "headers"> & ProgressOptions;

/** An error in an argument; `path` is a JSON Pointer into the params that were sent. */
export type Fault = { path: string; expected: string; got: string; why?: string; param?: string };

/** The server returned an error. */
export class CallError<Code extends number = number, Data = Json | undefined> extends Error {
  override readonly name = "CallError";
  readonly method: string;
  readonly code: Code;
  readonly data: Data;
  /** Whether the method declares this code and `data` has the declared type. */
  readonly isDeclared: boolean;

  constructor(method: string, code: Code, message: string, data: Data, isDeclared: boolean) {
    super(message);
    this.method = method;
    this.code = code;
    this.data = data;
    this.isDeclared = isDeclared;
  }

  /** The errors in the arguments, if the code is -32602. */
  get faults(): readonly Fault[] {
    const all = this.code === -32602 && isObject(this.data) ? this.data["errors"] : [];
    return Array.isArray(all) ? all.filter((error) => typeof error?.path === "string") : [];
  }
}

/**
 * No valid response. The call may have been executed, except if the reason is "url": the URL is
 * invalid, or has another scheme than http and https.
 */
export class TransportError extends Error {
  override readonly name = "TransportError";
  readonly reason: "url" | "network" | "timeout" | "status" | "answer";
  readonly status: number | undefined;
  /** The pause that callbox asks for, if it is busy and has not executed the request. */
  readonly retryAfterMs: number | undefined;

  constructor(
    reason: TransportError["reason"],
    why: unknown,
    others: { status?: number; cause?: unknown; retryAfterMs?: number | undefined } = {},
  ) {
    super(String(why), { cause: others.cause });
    this.reason = reason;
    this.status = others.status;
    this.retryAfterMs = others.retryAfterMs;
  }
}

/** Whether the method declares this error; `error.code` then determines the type of its data. */
export function isErrorOf<M extends keyof Errors>(method: M, error: unknown): error is Errors[M] {
  return error instanceof CallError && error.method === method && error.isDeclared;
}

/** Whether methods make calls, send notifications, or prepare calls for a batch. */
export type Kind = "call" | "notify" | "batch";
type Send<K extends Kind> = <R>(...call: Call<R>) => Sent<R>[K];
type Sent<R> = { call: Promise<R>; notify: Promise<void>; batch: Call<R> };
type Call<R> = [
  method: string,
  params: unknown,
  options?: CallOptions | undefined,
  make?: Is<R>,
  errors?: { [code: string]: Is },
];

/** The result of a call in a batch, or the error that the call would throw on its own. */
export type Outcome<R> = R | CallError | TransportError;
type Outcomes<T> = { -readonly [I in keyof T]: T[I] extends Call<infer R> ? Outcome<R> : never };
type Batch<M> = <T extends Call<unknown>[]>(
  all: (m: M) => readonly [...T],
  options?: CallOptions,
) => Promise<Outcomes<T>>;

// Converts JSON to an R, or throws. `at` begins with "params" for values sent to the server.
type Is<R = any> = (value: unknown, at: string) => R;

// Above 2^53, a number may be the nearest one to the integer that was meant.
function inexact(value: unknown, at: string): RangeError {
  return new RangeError(`${at}: ${value} is beyond 2^53 and may be rounded: pass a bigint`);
}

function refuse(expected: string, value: unknown, at: string): never {
  const isRounded = expected.startsWith("integer") && Number.isInteger(value);
  if (isRounded && at.startsWith("params")) throw inexact(value, at);
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
  null: scalar("null", (value) => value === null),
  boolean: scalar("boolean", (value) => typeof value === "boolean"),
  text: scalar("string", (value) => typeof value === "string"),
  integer: scalar("integer within 2^53", Number.isSafeInteger),
  number: scalar("number", (value) => isExact(value) || Number.isFinite(value), Number),
  bigint: scalar("integer", isExact, BigInt),
  digits: (value: any, at: string) =>
    at.startsWith("params") && (isExact(value) || !Number.isInteger(value))
      ? BigInt(/^-?\d+$/.test(value) ? value : `${value} is not an integer`)
      : scalar("integer", isExact, String)(value, at),
  choice: (...all: unknown[]) => scalar(all.join(" or "), (value) => all.includes(value)),
  list:
    (element: Is): Is =>
    (value, at) =>
      items(value, at).map((v, i) => element(v, `${at}/${i}`)),
  tuple:
    (...parts: Is[]): Is =>
    (value, at) => {
      if (items(value, at).length !== parts.length) refuse(`${parts.length} elements`, value, at);
      return items(value, at).map((v, i) => parts[i]?.(v, `${at}/${i}`));
    },
  map:
    (member: Is): Is =>
    (value, at) =>
      Object.fromEntries(members(value, at).map(([name, v]) => [name, member(v, `${at}/${name}`)])),
  // Unknown members are kept as they are.
  object:
    (known: { [name: string]: Is }, optional: string[] = []): Is =>
    (value, at) => {
      const all = new Map(members(value, at));
      for (const [name, member] of Object.entries(known)) {
        const v = all.get(name);
        if (v !== undefined) all.set(name, member(v, `${at}/${name}`));
        else if (!optional.includes(name)) refuse("a value", v, `${at}/${name}`);
      }
      return Object.fromEntries(all);
    },
  nullable:
    (present: Is): Is =>
    (value, at) =>
      value === null ? null : present(value, at),
  either:
    (...parts: Is[]): Is =>
    (value, at) => {
      let rounded: RangeError | undefined;
      for (const part of parts) {
        try {
          return part(value, at);
        } catch (error) {
          if (error instanceof RangeError) rounded = error;
        }
      }
      if (rounded) throw rounded;
      return refuse("one of its types", value, at);
    },
  // By position, unless an option is given or an omitted argument precedes one that is given.
  params: (args: unknown[], names?: string[], options: any = {}): unknown => {
    if (options instanceof Error) return options;
    while (args.length > 0 && args[args.length - 1] === undefined) args.pop();
    const isNamed = args.includes(undefined) || Object.values(options).some((v) => v !== undefined);
    if (!names || !isNamed) return args;
    return { ...Object.fromEntries(args.map((v, i) => [names[i], v])), ...options };
  },
  // An error is returned, and thrown when the request is written. The server explains wrong types.
  out: (make: Is, value: unknown) => {
    try {
      return value === undefined ? value : make(value, "params");
    } catch (error) {
      return error instanceof TransportError ? value : error;
    }
  },
  exact: (value: unknown) =>
    Number.isInteger(value) && !isExact(value) ? inexact(value, "params") : value,
};

// Marks long integers on their way through JSON.parse. No server can guess it.
const mark = `integer ${Math.random()} `;

/** Reads JSON; integers beyond 2^53 become bigints. */
export function parse(text: string): Json {
  if (!/\d{16}|"id"\s*:\s*-?\d+[.eE]/.test(text)) return JSON.parse(text);
  const idDepth = /^\s*\[/.test(text) ? 2 : 1;
  let isText = false;
  let depth = 0;
  const marked = text.replace(/\\.|["[\]{}]|-?\d[\d.eE+-]*/g, (token, at) => {
    if (token === '"') isText = !isText;
    if (isText) return token;
    if (/[[{]/.test(token)) ++depth;
    if (/[\]}]/.test(token)) --depth;
    // 1.0 is not the id 1.
    const isId = depth === idDepth && /"id"\s*:\s*$/.test(text.slice(Math.max(at - 99, 0), at));
    if (isId && /[.eE]/.test(token)) return "false";
    return /^-?[1-9]\d{15,}$/.test(token) ? `"${mark}${token}"` : token;
  });
  return JSON.parse(marked, (_, value) => {
    if (typeof value !== "string" || !value.startsWith(mark)) return value;
    const integer = value.slice(mark.length);
    return isExact(Number(integer)) ? Number(integer) : BigInt(integer);
  });
}

/**
 * Writes JSON, with bigints as integers. Other numbers beyond 2^53 have an exponent, so no server
 * takes them for exact. Throws a TypeError for values that have no JSON form, such as NaN.
 */
export function stringify(value: unknown): string {
  if (value instanceof Error) throw value;
  if (value instanceof Date) return JSON.stringify(value.toISOString());
  if (Array.isArray(value)) return `[${value.map(stringify).join()}]`;
  if (isObject(value)) {
    const given = Object.entries(value).filter(([, v]) => v !== undefined);
    return `{${given.map(([name, v]) => `${JSON.stringify(name)}:${stringify(v)}`).join()}}`;
  }
  if (Object.is(value, -0)) return "-0";
  if (typeof value === "bigint") return String(value);
  if (Number.isInteger(value) && !isExact(value)) return Number(value).toExponential();
  const text = JSON.stringify(value) ?? "null";
  if (text === "null" && value !== null) throw new TypeError(`${String(value)} has no JSON form`);
  return text;
}

function isUrl(url: string | URL): boolean {
  try {
    const base: string | undefined = (globalThis as any).location?.href; // of the page, if any
    return /^https?:$/.test(new URL(url, base).protocol);
  } catch {
    return false;
  }
}

function connect(url: string | URL, options: Options) {
  const { token, credentials, retries = 3 } = options;
  let lastId = 0;
  const message = ([method, params]: Call<unknown>, id: number | undefined): string =>
    stringify({ jsonrpc: "2.0", method, params, id });

  // Rejects with the reason of the signal if that is aborted.
  async function attempts(
    body: string,
    headers: Headers,
    until: number,
    stop: AbortController,
    { onProgress }: CallOptions,
  ) {
    const { signal } = stop;
    for (let left = retries; ; --left) {
      const bearer = typeof token === "function" ? await token() : token;
      signal.throwIfAborted();
      if (bearer !== undefined) headers.set("Authorization", `Bearer ${bearer}`);
      const request: RequestInit = { method: "POST", headers, body, signal };
      if (credentials) request.credentials = credentials;
      let response: Response, received: ArrayBuffer, wait: number | undefined;
      try {
        response = await (options.fetch ?? fetch)(url, request);
        received = await bodyOf(response, stop, onProgress);
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        const why = (error instanceof Error && error.cause) || error;
        throw isUrl(url)
          ? new TransportError("network", why, { cause: error })
          : new TransportError("url", `invalid URL: ${url}`, { cause: error });
      }
      try {
        return judge(response, received);
      } catch (error) {
        if (error instanceof TransportError && left > 0) wait = error.retryAfterMs;
        if (wait === undefined || Date.now() + wait >= until) throw error;
      }
      await new Promise((done) => {
        const pause = setTimeout(done, wait);
        signal.addEventListener("abort", () => done(clearTimeout(pause)));
      });
    }
  }

  async function post(body: string, own: CallOptions = {}): Promise<unknown> {
    const headers = new Headers(options.headers);
    new Headers(own.headers).forEach((value, name) => headers.set(name, value));
    headers.set("Content-Type", "application/json");
    if (own.onProgress) headers.set("Accept", "text/event-stream, */*;q=0.1");
    const timeoutMs = own.timeoutMs ?? options.timeoutMs ?? 30_000;
    const stop = new AbortController();
    const late = `no response within ${timeoutMs} ms`;
    const end = () => stop.abort(new TransportError("timeout", late));
    const timer = setTimeout(end, Math.min(timeoutMs, 2 ** 31 - 1));
    const signals = [options.signal, own.signal];
    const abort = () => stop.abort(signals.find((each) => each?.aborted)?.reason);
    try {
      for (const each of signals) each?.throwIfAborted();
      for (const each of signals) each?.addEventListener("abort", abort);
      // token() and fetch() may ignore the signal.
      const stopped = new Promise<never>((_, reject) =>
        stop.signal.addEventListener("abort", () => reject(stop.signal.reason)),
      );
      return await Promise.race([
        attempts(body, headers, Date.now() + timeoutMs, stop, own),
        stopped,
      ]);
    } finally {
      clearTimeout(timer);
      for (const each of signals) each?.removeEventListener("abort", abort);
    }
  }

  async function call<R>(...one: Call<R>): Promise<R> {
    const id = one[3] && ++lastId;
    return result(one, id, await post(message(one, id), one[2]));
  }

  async function batch<T extends Call<unknown>[]>(
    all: readonly [...T],
    own?: CallOptions,
  ): Promise<Outcomes<T>> {
    const ids = all.map((one) => one[3] && ++lastId);
    const body = all.map((one, i) => message(one, ids[i])).join();
    const answer = (all.length > 0 && (await post(`[${body}]`, own))) || [];
    if (isObject(answer)) result(["batch", []], null, answer);
    const answers = new Map(items(answer, "response").map((a) => [isObject(a) && a["id"], a]));
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
