
/** The progress of a call; its unit is that of the method. */
export interface Progress {
  progress: number;
  /** Undefined if unknown. */
  total?: number;
  /** For people. */
  message?: string;
}

export interface ProgressOptions {
  /**
   * Called for each report of a method that blocks, or answers later; others, and other servers,
   * have none. An error that it throws aborts the call. An aborted call is cancelled: its method
   * sees that the client is gone, and may stop.
   */
  onProgress?: ((now: Progress) => void) | undefined;
}

// The body; of an event stream, the message after the progress of the call.
async function bodyOf(
  response: Response,
  stop: AbortController,
  report: ProgressOptions["onProgress"],
): Promise<ArrayBuffer> {
  const type = response.headers.get("Content-Type") ?? "";
  if (!/^text\/event-stream\b/i.test(type)) return response.arrayBuffer();
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  for (let rest = ""; ; ) {
    const { value, done } = await reader.read();
    if (done) throw new TypeError("the stream ends without a response");
    const part = decoder.decode(value, { stream: true });
    rest += part;
    if (!part.includes("\n")) continue; // a long message is split once
    const events = rest.split(/\r?\n\r?\n/);
    rest = events.pop() ?? "";
    for (const event of events) {
      const lines = event.split(/\r?\n/).filter((line) => line.startsWith("data:"));
      const data = lines.map((line) => line.replace(/^data: ?/, "")).join("\n");
      if (data === "") continue;
      let message: any;
      try {
        message = JSON.parse(data);
      } catch {}
      if (message?.method !== "rpc.progress") {
        reader.cancel().catch(() => {});
        return new TextEncoder().encode(data).buffer as ArrayBuffer;
      }
      try {
        report?.(message.params);
      } catch (error) {
        stop.abort(error);
        throw error;
      }
    }
  }
}

// The result for the request with the id `sent`, which is undefined for notifications.
function result<R>([method, , , make, declared = {}]: Call<R>, sent: unknown, answer: unknown): R {
  if (!make && answer === undefined) return answer as R;
  const where = `response to ${method}`;
  const { jsonrpc, id, error, result } = Object.fromEntries(members(answer, where));
  if (jsonrpc !== "2.0") refuse('"jsonrpc": "2.0"', jsonrpc, where);
  const isOurs = id === sent || (id === null && error);
  if (!isOurs || (error ?? result) === undefined) refuse(`a response to ${sent}`, id, method);
  if (!error) return make?.(result, `result of ${method}`) as R;
  const { code, message, data } = Object.fromEntries(members(error, `error of ${method}`)) as any;
  if (typeof message !== "string") refuse("string", message, `message of ${method}`);
  const makeData = declared[json.integer(code, `code of ${method}`)];
  let known: [unknown] | undefined;
  try {
    known = makeData && [makeData(data, "data")];
  } catch {}
  throw new CallError(method, code, message, known ? known[0] : data, known !== undefined);
}

// Whether it is an error without an id, which callbox sends if it refuses a request.
function isRefusal(reply: unknown): boolean {
  if (!isObject(reply) || reply["jsonrpc"] !== "2.0" || reply["id"] !== null) return false;
  const error = reply["error"];
  return isObject(error) && Number.isInteger(error["code"]) && typeof error["message"] === "string";
}

// A status is an error unless the body is a response to a request that was read.
function judge({ ok, status, statusText, headers }: Response, body: ArrayBuffer): unknown {
  let reply: unknown;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    reply = text === "" ? undefined : parse(text);
  } catch (cause) {
    if (ok) throw new TransportError("answer", "the response is not JSON", { status, cause });
  }
  const { id = null, error = null } = isObject(reply) ? reply : {};
  if (ok || Array.isArray(reply) || id !== null) return reply;
  const message = isObject(error) ? `: ${error["message"]}` : "";
  // A proxy, too, can answer 503, even after the server has executed the request.
  const seconds = status === 503 && isRefusal(reply) ? headers.get("Retry-After") : null;
  const retryAfterMs = seconds && /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : undefined;
  throw new TransportError("status", `${status} ${statusText}${message}`, { status, retryAfterMs });
}
