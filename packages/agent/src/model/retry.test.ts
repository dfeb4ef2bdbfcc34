import { brand } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../loop/agent-event.ts";
import { type CreateModelOptions, createModel } from "./create-model.ts";
import type { ModelError } from "./model.ts";
import { closedAddress } from "./testing/closed-address.ts";
import { messagesApi, saying, type Turn } from "./testing/messages-api.ts";
import { instantClock, request } from "./testing/requests.ts";

async function asking(turns: readonly Turn[], more: Readonly<Record<string, string>> = {}) {
  const api = await messagesApi(...turns);
  const env = { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: "key-1", ...more };
  const clock = instantClock();
  const retries: Extract<AgentEvent, { type: "retry" }>[] = [];
  const warnings: string[] = [];
  const emit: CreateModelOptions["emit"] = (event) => {
    if (event.type === "retry") retries.push(event);
    else warnings.push(event.text);
  };
  const model = await createModel({ model: undefined, env, clock, emit });
  return { api, clock, retries, warnings, model };
}

const text = { type: "text", text: "part" } as const;
const failing = (status: number): Turn => ({ status, message: "no luck" });

describe("retries", () => {
  it.each([400, 401, 403, 404, 413, 429, 500, 529])(
    "E16 a %i is retried, and the next answer is used",
    async (status) => {
      const { api, model, retries } = await asking([failing(status), saying("hi")]);
      expect((await model.answer(request())).content).toEqual([{ type: "text", text: "hi" }]);
      expect(api.received).toHaveLength(2);
      expect(retries).toEqual([
        {
          type: "retry",
          attempt: 1,
          maxRetries: expect.any(Number),
          delayMs: expect.any(Number),
          reason: `the model's server answered ${status}: no luck`,
        },
      ]);
      expect(retries[0]?.delayMs).toBeLessThanOrEqual(500);
    },
  );

  it.each([
    ['{"error": "model qwen is not installed"}', "model qwen is not installed"],
    ['{"detail": "no such model"}', "no such model"],
    ["upstream is down", "upstream is down"],
  ])("a server that answers %s in its own form is quoted", async (body, said) => {
    const env = { ANTHROPIC_BASE_URL: "http://127.0.0.1:9", ANTHROPIC_API_KEY: "key-1" };
    const send: typeof fetch = async () => new Response(body, { status: 404 });
    const model = await createModel({ model: undefined, env, clock: instantClock(), fetch: send });
    await expect(model.answer(request())).rejects.toThrow(said);
  });

  it.each([
    [400, 2, "unknown"],
    [401, 2, "authentication_failed"],
    [402, 2, "billing_error"],
    [403, 2, "authentication_failed"],
    [404, 2, "unknown"],
    [408, 11, "unknown"],
    [409, 11, "unknown"],
    [429, 11, "rate_limit"],
    [500, 11, "server_error"],
    [529, 11, "server_error"],
  ])(
    "E16 a permanent %i is requested %i times in all, then reported as %s",
    async (status, times, kind) => {
      const { api, model } = await asking([failing(status)]);
      await expect(model.answer(request())).rejects.toMatchObject({
        name: "ModelError",
        kind,
        status,
        message: expect.stringContaining("no luck"),
      });
      expect(api.received).toHaveLength(times);
    },
  );

  it("waits longer each time, and as long as the server asks", async () => {
    const asked: Turn = { status: 429, headers: { "retry-after": "7" } };
    const date: Turn = { status: 529, headers: { "retry-after": "Tue, 01 Jan 2030 00:00:09 GMT" } };
    const plain = [failing(500), failing(500), failing(500)];
    const { clock, model } = await asking([...plain, asked, date, saying("hi")]);
    await model.answer(request());
    const [first = 0, second = 0, third = 0, ...later] = clock.waited;
    expect(first).toBeGreaterThanOrEqual(250);
    expect(second).toBeGreaterThanOrEqual(500);
    expect(third).toBeGreaterThanOrEqual(1000);
    expect(third).toBeLessThanOrEqual(2000);
    expect(later).toEqual([7000, 9000]);
  });

  it.each([
    ["3", 4],
    ["0", 1],
    ["many", 11],
  ])("CLAUDE_CODE_MAX_RETRIES=%s: %i requests", async (limit, times) => {
    const env = { CLAUDE_CODE_MAX_RETRIES: limit };
    const { api, model, warnings } = await asking([failing(500)], env);
    await expect(model.answer(request())).rejects.toThrow("500");
    expect(api.received).toHaveLength(times);
    expect(warnings).toEqual(
      limit === "many" ? [expect.stringContaining("CLAUDE_CODE_MAX_RETRIES=many is ignored")] : [],
    );
  });

  it.each([
    ["before its first block", 0],
    ["between two blocks", 1],
    ["before its end", 2],
  ])("an answer that breaks off %s is requested again", async (_where, breaksAt) => {
    const { api, model } = await asking([{ blocks: [text, text], breaksAt }, saying("whole")]);
    expect((await model.answer(request())).content).toEqual([{ type: "text", text: "whole" }]);
    expect(api.received).toHaveLength(2);
  });

  it("an error in the middle of an answer is treated as the HTTP status it represents", async () => {
    const broken: Turn = { blocks: [text, text], streamError: "overloaded_error" };
    const { retries, model } = await asking([broken, saying("whole")]);
    expect((await model.answer(request())).content).toEqual([{ type: "text", text: "whole" }]);
    expect(retries[0]?.reason).toBe("the model's server answered 529: in the middle");
    const bad = await asking([{ blocks: [text, text], streamError: "authentication_error" }]);
    await expect(bad.model.answer(request())).rejects.toMatchObject({
      kind: "authentication_failed",
      status: 401,
    });
    expect(bad.api.received).toHaveLength(2);
  });

  it("no server: retried for half a minute at most, then reported with its address", async () => {
    const url = await closedAddress();
    const env = { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: "key-1" };
    const clock = instantClock();
    const model = await createModel({ model: undefined, env, clock });
    const error = await model.answer(request()).catch((reason: ModelError) => reason);
    expect(error).toMatchObject({
      name: "ModelError",
      kind: "unknown",
      status: undefined,
      message: `the model could not be reached at ${url}: connect ECONNREFUSED ${url.slice(7)}`,
    });
    expect(clock.waited).toHaveLength(10);
    expect(clock.waited.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(32_000);
  });

  it.each([
    [undefined, 4],
    ["10", 11],
  ])(
    "a server that takes 20 s to fail, CLAUDE_CODE_MAX_RETRIES=%s: %i requests",
    async (limit, times) => {
      let now = 0;
      let sent = 0;
      const send: typeof fetch = async () => {
        now += 20_000;
        sent += 1;
        throw new TypeError("fetch failed", { cause: new Error("connect ETIMEDOUT") });
      };
      const clock = { ...instantClock(), now: () => now };
      const env = { ANTHROPIC_API_KEY: "key-1", CLAUDE_CODE_MAX_RETRIES: limit };
      const model = await createModel({ model: undefined, env, clock, fetch: send });
      await expect(model.answer(request())).rejects.toThrow(
        /could not be reached at \S+: connect ETIMEDOUT/,
      );
      expect(sent).toBe(times);
    },
  );

  it.each(["CERT_HAS_EXPIRED", "DEPTH_ZERO_SELF_SIGNED_CERT", "ERR_SSL_WRONG_VERSION_NUMBER"])(
    "%s does not pass by waiting: retried once",
    async (code) => {
      let sent = 0;
      const send: typeof fetch = async () => {
        sent += 1;
        throw new TypeError("fetch failed", { cause: Object.assign(new Error("no"), { code }) });
      };
      const env = { ANTHROPIC_API_KEY: "key-1" };
      const model = await createModel({
        model: undefined,
        env,
        clock: instantClock(),
        fetch: send,
      });
      await expect(model.answer(request())).rejects.toThrow("could not be reached");
      expect(sent).toBe(2);
    },
  );

  it("an abort ends the request at once, both while it waits for a retry and while it reads", async () => {
    const { api, model } = await asking([failing(500)]);
    const waiting = new AbortController();
    const reason = new Error("enough");
    const emit = () => waiting.abort(reason);
    const env = { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: "key-1" };
    const other = await createModel({ model: undefined, env, clock: instantClock(), emit });
    await expect(other.answer(request({ signal: waiting.signal }))).rejects.toBe(reason);
    expect(api.received).toHaveLength(1);
    const before = AbortSignal.abort(reason);
    await expect(model.answer(request({ signal: before }))).rejects.toBe(reason);
    expect(api.received).toHaveLength(1);

    const reading = new AbortController();
    const long = await asking([
      { blocks: [text, { type: "text", text: "x".repeat(1e6) }], pieces: 10 },
    ]);
    const onText = () => reading.abort(reason);
    await expect(long.model.answer(request({ signal: reading.signal, onText }))).rejects.toBe(
      reason,
    );
    expect(long.api.received).toHaveLength(1);
  });
});

describe("the purpose of a request", () => {
  it("is sent to loopback addresses", async () => {
    const { api, model } = await asking([saying("hi")]);
    await model.answer(request({ purpose: "hook-agent" }));
    const local = await asking([saying("hi")]);
    const env = {
      ANTHROPIC_BASE_URL: local.api.url.replace("127.0.0.1", "localhost"),
      ANTHROPIC_API_KEY: "key-1",
    };
    const named = await createModel({ model: undefined, env, clock: instantClock() });
    await named.answer(request({ purpose: "compact" }));
    expect(api.received[0]?.headers[brand.purposeHeader]).toBe("hook-agent");
    expect(local.api.received[0]?.headers[brand.purposeHeader]).toBe("compact");
  });

  it.each([
    ["http://127.0.0.1:9", true],
    ["http://127.9.8.7:9", true],
    ["http://[::1]:9", true],
    ["https://localhost", true],
    ["https://api.example.com", false],
    ["https://localhost.example.com", false],
    ["https://127.0.0.1.example.com", false],
    ["https://10.0.0.1", false],
  ])("to %s: %s", async (ANTHROPIC_BASE_URL, isSent) => {
    const seen: (string | null)[] = [];
    const send: typeof fetch = async (_input, init) => {
      seen.push(new Headers(init?.headers).get(brand.purposeHeader));
      return new Response("{}", { status: 400 });
    };
    const env = { ANTHROPIC_BASE_URL, ANTHROPIC_API_KEY: "key-1" };
    const model = await createModel({ model: undefined, env, clock: instantClock(), fetch: send });
    await expect(model.answer(request())).rejects.toThrow("400");
    expect(seen).toEqual(isSent ? ["main", "main"] : [null, null]);
  });
});
