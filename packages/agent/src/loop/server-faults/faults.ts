import type { Expected, Fault, FaultyReply, Place, ProviderName } from "./fault.ts";

const both: readonly ProviderName[] = ["anthropic", "openai"];
const used: Expected = { then: "used" };
const retried = (reason: RegExp): Expected => ({ then: "retried", reason });
const fails = (requests: number, kind: string, message: RegExp): Expected => ({
  then: "fails",
  requests,
  kind,
  message,
});

type Row = readonly [name: string, reply: FaultyReply, expected: Expected];
const rows = (providers: readonly ProviderName[], ...list: readonly Row[]): readonly Fault[] =>
  list.map(([name, reply, expected]) => ({ name, providers, reply, expected }));

/** An error in the form of the Messages API, which is close enough to the other one's. */
const error = (message: string, type = "some_error") =>
  JSON.stringify({ error: { type, message } });
const status = (code: number, headers: Readonly<Record<string, string>> = {}): FaultyReply => ({
  do: "answer",
  status: code,
  headers,
  body: error("no luck"),
});
const page: Pick<Extract<FaultyReply, { do: "answer" }>, "type" | "body"> = {
  type: "text/html",
  body: "<html><title>Log in</title></html>",
};

/** Temporary statuses, and any other that does not last (E16). */
const statuses = rows(
  both,
  ...[400, 401, 402, 403, 404, 408, 409, 413, 422, 429, 500, 502, 503, 504, 520, 529].map(
    (code): Row => [
      `${code} once`,
      status(code),
      retried(new RegExp(`answered ${code}: .*no luck`)),
    ],
  ),
  ["429 with retry-after", status(429, { "retry-after": "2" }), retried(/answered 429/)],
  ["529 with retry-after", status(529, { "retry-after": "2" }), retried(/answered 529/)],
  [
    "503 with a retry-after that is no number",
    status(503, { "retry-after": "soon" }),
    retried(/503/),
  ],
  ["429 with retry-after-ms", status(429, { "retry-after-ms": "20" }), retried(/answered 429/)],
  ["502 with a page", { do: "answer", status: 502, ...page }, retried(/answered 502/)],
  ["503 without a body", { do: "answer", status: 503, body: "" }, retried(/answered 503/)],
);

const lasting = rows(
  both,
  ["401 each time", status(401), fails(2, "authentication_failed", /answered 401: .*no luck/)],
  ["402 each time", status(402), fails(2, "billing_error", /answered 402: .*no luck/)],
  ["400 each time", status(400), fails(2, "unknown", /answered 400: .*no luck/)],
  ["529 each time", status(529), fails(11, "server_error", /answered 529: .*no luck/)],
  ["429 each time", status(429), fails(11, "rate_limit", /answered 429: .*no luck/)],
  [
    "500 that says not to retry",
    status(500, { "x-should-retry": "false" }),
    fails(2, "server_error", /answered 500/),
  ],
  [
    "a redirect, which is not followed",
    { do: "answer", status: 307, headers: { location: "http://127.0.0.1:9/" } },
    fails(2, "unknown", /answered 307/),
  ],
  [
    "404 in the form of another server",
    { do: "answer", status: 404, body: '{"error": "model qwen is not installed"}' },
    fails(2, "unknown", /model qwen is not installed/),
  ],
  [
    "a detail instead of an error",
    { do: "answer", status: 422, body: '{"detail": "tools are not supported"}' },
    fails(2, "unknown", /tools are not supported/),
  ],
  [
    "a page with the status of a success",
    { do: "answer", status: 200, ...page },
    fails(2, "unknown", /sent text\/html instead of a stream of events/),
  ],
  [
    "an error with the status of a success",
    { do: "answer", status: 200, body: error("quota is used up", "insufficient_quota") },
    fails(2, "billing_error", /quota is used up/),
  ],
  ["a reset each time", { do: "reset", at: "in-character" }, fails(11, "unknown", /broke off/)],
);

const unreached = /could not be reached at http:\/\/127\.0\.0\.1:\d+: /;
const broken = /the model's answer broke off: /;
const places: readonly Place[] = [
  "after-headers",
  "in-first-event",
  "in-character",
  "in-tool-input",
  "before-last-event",
];

const connections = rows(
  both,
  ["reset before-headers", { do: "reset", at: "before-headers" }, retried(unreached)],
  ["close before-headers", { do: "close", at: "before-headers" }, retried(unreached)],
  ["stall before-headers", { do: "stall", at: "before-headers" }, retried(/sent nothing for 60 s/)],
  ...places.flatMap((at): readonly Row[] => [
    [`reset ${at}`, { do: "reset", at }, retried(broken)],
    [`close ${at}`, { do: "close", at }, retried(broken)],
  ]),
  ["end after-headers", { do: "end", at: "after-headers" }, retried(broken)],
  ["end in-first-event", { do: "end", at: "in-first-event" }, retried(broken)],
  ["end in-tool-input", { do: "end", at: "in-tool-input" }, retried(broken)],
  ["stall after-headers", { do: "stall", at: "after-headers" }, retried(/sent nothing for 60 s/)],
  ["stall in-character", { do: "stall", at: "in-character" }, retried(/sent nothing for 60 s/)],
  ["reset after-last-event", { do: "reset", at: "after-last-event" }, used],
  ["stall after-last-event", { do: "stall", at: "after-last-event" }, used],
  ...[1, 2, 3, 7, 64].map(
    (bytes): Row => [`pieces of ${bytes} bytes`, { do: "split", bytes }, used],
  ),
);

const insert = (...events: readonly (object | string)[]): FaultyReply => ({
  do: "insert",
  lines: events
    .map((event) => (typeof event === "string" ? event : `data: ${JSON.stringify(event)}\n\n`))
    .join(""),
});
const rewrite = (from: RegExp, to: string): FaultyReply => ({ do: "rewrite", from, to });

const notations = rows(
  both,
  ["comments", insert(": keep-alive\n\n"), used],
  ["an event without data", insert("event: nothing\n\n"), used],
  ["an id and a retry time", insert("id: 7\nretry: 100\n\n"), used],
  ["carriage returns", rewrite(/\n/g, "\r\n"), used],
  ["no space after the colon", rewrite(/data: /g, "data:"), used],
  ["no empty line at the end", rewrite(/\n\n$/, ""), used],
  ["an event of another kind", insert({ type: "weather", now: "rain" }), used],
  ["an event that is a list", insert("data: [1, 2]\n\n"), used],
  ["an event that is not JSON", insert("data: {oops\n\n"), retried(broken)],
);

const unknownBlock = [
  { type: "content_block_start", index: 7, content_block: { type: "hologram", light: 1 } },
  { type: "content_block_delta", index: 7, delta: { type: "text_delta", text: "GHOST" } },
  { type: "content_block_delta", index: 7, delta: { type: "light_delta", light: 2 } },
  { type: "content_block_stop", index: 7 },
];

const messagesApi = rows(
  ["anthropic"],
  ["a ping", insert({ type: "ping" }), used],
  ["an unknown block with deltas", insert(...unknownBlock), used],
  [
    "an unknown delta",
    insert({ type: "content_block_delta", index: 0, delta: { type: "mood_delta", mood: "up" } }),
    used,
  ],
  [
    "a citation of an unknown kind",
    insert({
      type: "content_block_delta",
      index: 0,
      delta: { type: "citations_delta", citation: { type: "rumour" } },
    }),
    used,
  ],
  [
    "message_delta without usage",
    rewrite(/,"usage":\{[^}]*\}\}\n\n(?=event: message_stop)/, "}\n\n"),
    used,
  ],
  ["message_start without usage", rewrite(/,"usage":\{[^}]*\}(?=,"content")/, ""), used],
  ["message_start without a message", rewrite(/,"message":\{.*?\}(?=\}\n)/, ""), used],
  ["a usage with unknown parts", rewrite(/"usage":\{/g, '"usage":{"by_mood":{"up":1},'), used],
  [
    "a tool call with unknown fields",
    rewrite(/"type":"tool_use",/, '"type":"tool_use","caller":{"type":"moon"},'),
    used,
  ],
  [
    "no end of the last block",
    rewrite(/event: content_block_stop\ndata: [^\n]*\n\n(?=event: message_delta)/, ""),
    used,
  ],
  ["no names of events", rewrite(/event: .*\n/g, ""), used],
  [
    "an overloaded_error at once",
    rewrite(/^/, `data: ${error("busy", "overloaded_error").replace("{", '{"type":"error",')}\n\n`),
    retried(/answered 529: busy/),
  ],
  [
    "an api_error in the middle",
    insert(`data: ${error("oops", "api_error").replace("{", '{"type":"error",')}\n\n`),
    retried(/answered 500: oops/),
  ],
  [
    "an error of an unknown kind",
    insert({ type: "error", error: { type: "sunspots" } }),
    retried(/sunspots/),
  ],
);

const chunk = (choice: object) => ({ choices: [{ index: 0, ...choice }] });

const chatCompletions = rows(
  ["openai"],
  ["a chunk without choices", insert({ object: "heartbeat" }), used],
  ["a chunk with empty choices", insert({ choices: [] }), used],
  ["a chunk with null choices", insert({ choices: null, usage: null }), used],
  ["a second choice", insert({ choices: [{ index: 1, delta: { content: "GHOST" } }] }), used],
  ["unknown fields of a delta", insert(chunk({ delta: { mood: { up: 1 }, content: null } })), used],
  ["a role that is unknown", insert(chunk({ delta: { role: "oracle" } })), used],
  [
    "a tool call without a function",
    insert(chunk({ delta: { tool_calls: [{ index: 0, type: "custom" }] } })),
    used,
  ],
  ["a choice without a delta", insert(chunk({})), used],
  ["no usage", rewrite(/,"usage":\{.*?\}\}/, ""), used],
  ["a usage of texts", rewrite(/"usage":\{.*?\}\}/, '"usage":{"prompt_tokens":"many"}'), used],
  ["no reason for the end", rewrite(/"finish_reason":"[a-z_]+"/, '"finish_reason":null'), used],
  [
    "an unknown reason for the end",
    rewrite(/"finish_reason":"[a-z_]+"/, '"finish_reason":"tired"'),
    used,
  ],
  ["no [DONE]", rewrite(/data: \[DONE\]\n\n/, ""), used],
  [
    "neither [DONE] nor a reason for the end",
    rewrite(/data: \{[^\n]*finish_reason.*$/s, ""),
    retried(broken),
  ],
  [
    "an error in the middle",
    insert({ error: { message: "out of memory", code: 503 } }),
    retried(/answered 503: out of memory/),
  ],
  [
    "an error that is a text",
    insert({ error: "the engine died" }),
    retried(/broke off: the engine died/),
  ],
  [
    "an error that names the limit",
    insert({ error: { message: "slow down", code: "rate_limit_exceeded" } }),
    retried(/answered 429: slow down/),
  ],
  [
    "input as an object",
    rewrite(/"arguments":"(\{.*?\})"/, '"arguments":{"command":"echo ran >> ran.txt"}'),
    used,
  ],
);

export const faults: readonly Fault[] = [
  ...statuses,
  ...lasting,
  ...connections,
  ...notations,
  ...messagesApi,
  ...chatCompletions,
];
