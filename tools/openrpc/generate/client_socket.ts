// Events: the socket that the subscriptions of a client share.

/** The part of a WebSocket that events use. */
export interface EventSocket {
  readonly readyState: number;
  send(text: string): void;
  close(): void;
  addEventListener(
    type: "open" | "message" | "close" | "error",
    listener: (event: any) => void,
  ): void;
}

// What the socket knows of a subscription.
type Subscribed = {
  listener: EventQueue<any>;
  params: unknown;
  errors: { [code: string]: Is };
  id?: string | undefined; // on this connection; undefined until the server accepts it
  since?: number | bigint | undefined; // the last event received
  gap?: { missed: number | undefined } | undefined; // reported when the server accepts it
};

// Whether the last request had "since", from the program or from an event.
const hasSince = ({ params, since }: Subscribed) =>
  since !== undefined || (isObject(params) && (params["since"] ?? undefined) !== undefined);
const isNumber = (seq: unknown) => typeof seq === "number" || typeof seq === "bigint";

// The socket is open, being opened or to be opened again while there are subscriptions.
function listening(url: string | URL, options: Options): Listen {
  const all = new Map<EventQueue<any>, Subscribed>();
  const asked = new Map<number, Subscribed | undefined>(); // requests without a response, by id
  const timeoutMs = Math.min(options.timeoutMs ?? 30_000, 2 ** 31 - 1);
  let socket: EventSocket | undefined;
  let attempt: object | undefined; // to connect, or the connection
  let attempts = 0; // since the last response
  let isKnown = false; // the server has answered before
  let early: unknown[] = []; // events that precede the response to a request
  let lastId = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function after(ms: number, then: () => void) {
    clearTimeout(timer);
    timer = setTimeout(then, ms);
  }

  function disconnect() {
    clearTimeout(timer);
    attempt = undefined;
    socket?.close();
    socket = undefined;
    asked.clear();
    early = [];
  }

  async function connect() {
    const mine = (attempt = {});
    const late = `no connection within ${timeoutMs} ms`;
    after(timeoutMs, () => lost(new TransportError("timeout", late)));
    const own = (act: (event: any) => void) => (event: unknown) => {
      if (attempt === mine) act(event);
    };
    try {
      if (!isUrl(url)) throw new TransportError("url", `invalid URL: ${url}`);
      const { token, WebSocket = (globalThis as any).WebSocket } = options;
      if (!WebSocket) throw new TypeError("no global WebSocket: pass the option WebSocket");
      const to = new URL(url, (globalThis as any).location?.href);
      to.protocol = to.protocol.replace("http", "ws");
      to.hash = "";
      const bearer = typeof token === "function" ? await token() : token;
      if (attempt !== mine) return;
      const made: EventSocket = new WebSocket(to.href, protocols(bearer));
      socket = made;
      made.addEventListener("open", own(opened));
      made.addEventListener("message", own(({ data }) => received(data)));
      made.addEventListener("close", own(({ code }) => closed(`closed with code ${code}`)));
      made.addEventListener("error", own(({ message }) => closed(message || "cannot connect")));
    } catch (error) {
      if (attempt === mine) lost(error);
    }
  }

  function protocols(token: string | undefined): string[] {
    if (token === undefined) return [];
    const bytes = String.fromCharCode(...new TextEncoder().encode(token));
    const base64 = btoa(bytes).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
    return ["callbox", `bearer.${base64}`];
  }

  function closed(why: string) {
    lost(new TransportError("network", `WebSocket: ${why}`));
  }

  function lost(error: unknown) {
    disconnect();
    for (const [listener, one] of [...all]) {
      if (!isKnown) leave(listener, error);
      else listener.lost(error);
      if (one.id !== undefined && one.since === undefined) one.gap ??= { missed: undefined };
      one.id = undefined;
    }
    if (all.size === 0 || attempt) return;
    // With full jitter, the clients of a server that stops do not all come at once.
    after(Math.random() * Math.min(1000 * 2 ** attempts++, 30_000), connect);
  }

  function opened() {
    for (const one of [...all.values()]) subscribe(one);
  }

  function ask(method: string, params: unknown, one?: Subscribed) {
    const id = ++lastId;
    const text = stringify({ jsonrpc: "2.0", method, params, id });
    asked.set(id, one);
    socket?.send(text);
    watch();
  }

  // A connection without responses, or that a request every 30 s finds without life, is lost.
  function watch() {
    const late = `no response within ${timeoutMs} ms`;
    if (asked.size > 0) after(timeoutMs, () => lost(new TransportError("timeout", late)));
    else after(30_000, () => ask("rpc.unsubscribe", [""]));
  }

  function subscribe(one: Subscribed) {
    const { listener, params, since } = one;
    try {
      const from = since === undefined ? params : { ...(params as object), since };
      ask(listener.event, from, one);
    } catch (error) {
      leave(listener, error);
    }
  }

  function received(data: unknown) {
    try {
      const message = parse(String(data));
      const { id, params } = Object.fromEntries(members(message, "message"));
      const isOurs = typeof id === "number" && asked.has(id);
      if (isOurs) answered(id, message);
      else if (!passed(params) && asked.size > 0) early.push(params);
      if (isOurs) early = early.filter((each) => !passed(each));
      if (asked.size === 0) early = [];
      if (attempt) watch();
    } catch (cause) {
      lost(new TransportError("answer", "a message is not understood", { cause }));
    }
  }

  function answered(sent: number, message: unknown) {
    const one = asked.get(sent);
    asked.delete(sent);
    attempts = 0;
    isKnown = true;
    if (!one) return;
    const { listener, errors } = one;
    try {
      const id = result([listener.event, [], undefined, json.text, errors], sent, message);
      if (!all.has(listener)) return ask("rpc.unsubscribe", [id]);
      one.id = id;
    } catch (error) {
      const cannotResume = error instanceof CallError && error.code === -32007;
      if (!cannotResume || !hasSince(one)) return leave(listener, error);
      const missed = isObject(error.data) ? error.data["missed"] : undefined;
      one.gap = { missed: isNumber(missed) ? Number(missed) : undefined };
      one.since = undefined;
      one.params = { ...(one.params as object), since: undefined };
      return all.has(listener) ? subscribe(one) : undefined;
    }
    const { gap } = one;
    one.gap = undefined;
    listener.opened();
    if (gap) listener.skip("connection", gap.missed);
  }

  // Whether it is an event of a subscription.
  function passed(params: unknown): boolean {
    if (!isObject(params) || typeof params["subscription"] !== "string") return false;
    const { subscription, seq, missed, result, error } = params;
    const one = [...all.values()].find(({ id }) => id === subscription);
    if (!one) return false;
    const { listener } = one;
    try {
      if (error !== undefined) {
        one.id = undefined; // there is nothing to end
        throw endedBy(listener.event, error);
      }
      if (isNumber(missed)) listener.skip("server", Number(missed));
      const number = isNumber(seq) ? (seq as number | bigint) : undefined;
      const value = listener.is(result, `payload of ${listener.event}`);
      if (isObject(one.params)) one.since = number;
      listener.put(value, number);
    } catch (why) {
      leave(listener, why);
    }
    return true;
  }

  function leave(listener: EventQueue<any>, error?: unknown) {
    const one = all.get(listener);
    all.delete(listener);
    if (one && all.size === 0) {
      disconnect();
      attempts = 0;
      isKnown = false;
    } else if (one?.id !== undefined && socket) {
      ask("rpc.unsubscribe", [one.id]);
    }
    listener.end(error);
  }

  return (event, params, own = {}, is, errors = {}) =>
    new Events(() => {
      const listener = new EventQueue(event, is, own, [options.signal, own.signal], leave);
      if (listener.isEnded) return listener;
      const one: Subscribed = { listener, params, errors };
      all.set(listener, one);
      if (all.size === 1) void connect();
      else if (socket?.readyState === 1) subscribe(one);
      return listener;
    });
}

function endedBy(event: string, error: unknown): SubscriptionEnded {
  const { message, data } = (isObject(error) ? error : {}) as any;
  return new SubscriptionEnded(event, String(data?.reason ?? message), Number(data?.missed ?? 0));
}
