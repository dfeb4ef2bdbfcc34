import { describe, expect, it } from "vitest";
import { loopback } from "../../testing/loopback.ts";
import { bashCall, oneHook, openHooks } from "../../testing/open-hooks.ts";

const deny = JSON.stringify({
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: "not here",
  },
});

/** Fires PreToolUse at an http hook of the user and answers with the outcome and the run. */
async function fireAt(
  url: string,
  {
    handler = {},
    user = {},
    ...more
  }: { handler?: object; user?: object } & Parameters<typeof openHooks>[0] = {},
) {
  const settings = { ...oneHook("PreToolUse", { type: "http", url, ...handler }), ...user };
  const { hooks, trace } = await openHooks({ user: settings, ...more });
  const outcome = await hooks.fire("PreToolUse", bashCall());
  return { outcome, run: trace.records()[0]?.ran[0] };
}

/** Fires at a server that answers with a status and a body. */
async function answeredWith(status: number, body?: string, headers = {}) {
  const server = await loopback((response) => response.writeHead(status, headers).end(body));
  return { ...(await fireAt(server.url)), server };
}

const proceeds = { action: "proceed", permission: "undecided" };

describe("http hooks", () => {
  it("H4 posts what a command hook reads on stdin, as JSON", async () => {
    const server = await loopback((response) => response.end());
    await fireAt(server.url);
    const [request] = server.received;
    expect(request).toMatchObject({ method: "POST", path: "/hook" });
    expect(request?.headers["content-type"]).toBe("application/json");
    expect(JSON.parse(request?.body ?? "")).toEqual({
      session_id: "session-1",
      cwd: expect.any(String),
      hook_event_name: "PreToolUse",
      ...bashCall(),
    });
    expect(request?.body).not.toMatch(/\n$/);
  });

  it.each([200, 201, 299])("H4 a JSON object with status %i is an answer", async (status) => {
    const { outcome, run } = await answeredWith(status, ` ${deny}\n`);
    expect(outcome).toMatchObject({ action: "refuse", reasons: ["not here"] });
    expect(run).toMatchObject({ ending: "blocking", end: { how: "responded", status } });
  });

  it.each([200, 202, 204])("H4 status %i without a body is a success", async (status) => {
    const { outcome, run } = await answeredWith(status);
    expect(outcome).toMatchObject(proceeds);
    expect(run).toMatchObject({ ending: "success", failure: undefined });
  });

  it.each(["plain text", "[]", '"text"', '{"decision":', '{"continue":"no"}'])(
    "H4 a body that is not an answer is a failure that blocks nothing: %s",
    async (body) => {
      const { outcome, run } = await answeredWith(200, body);
      expect(outcome).toMatchObject(proceeds);
      expect(run).toMatchObject({
        ending: "non-blocking-error",
        failure: { kind: "invalid-output" },
      });
    },
  );

  it.each([300, 400, 401, 404, 500, 503])(
    "H4 status %i is a failure that blocks nothing, whatever its body says",
    async (status) => {
      const { outcome, run } = await answeredWith(status, deny);
      expect(outcome).toMatchObject(proceeds);
      expect(run).toMatchObject({
        ending: "non-blocking-error",
        failure: { kind: "http-status", detail: `status ${status}` },
      });
    },
  );

  it.each([301, 302, 303, 307, 308])("H4 a redirect (%i) is not followed", async (status) => {
    const target = await loopback((response) => response.end(deny));
    const { outcome, run } = await answeredWith(status, "", { location: target.url });
    expect(outcome).toMatchObject(proceeds);
    expect(run).toMatchObject({ ending: "non-blocking-error" });
    expect(target.received).toEqual([]);
  });

  it("H8 an http failure refuses if the hook says so, and its body is not used", async () => {
    const server = await loopback((response) => response.writeHead(500).end("secret page"));
    const { outcome } = await fireAt(server.url, { handler: { onFailure: "block" } });
    expect(outcome).toMatchObject({ action: "refuse" });
    expect(JSON.stringify(outcome)).not.toContain("secret page");
  });

  it("H1 an address that does not answer in time is cancelled, and the connection closed", async () => {
    const server = await loopback(() => {});
    const { outcome, run } = await fireAt(server.url, { handler: { timeout: 0.2 } });
    expect(outcome).toMatchObject(proceeds);
    expect(run).toMatchObject({ ending: "cancelled", failure: { kind: "timed-out" } });
    await server.closed;
  });

  it("H1 the limit includes the body", async () => {
    const server = await loopback((response) => response.writeHead(200).write("{"));
    const { run } = await fireAt(server.url, { handler: { timeout: 0.2 } });
    expect(run).toMatchObject({ end: { how: "timedOut", limitMs: 200 } });
    await server.closed;
  });

  it("P11 only the beginning of a long body is kept, it is never JSON, and reading stops", async () => {
    const huge = JSON.stringify({ ...JSON.parse(deny), padding: "x".repeat(10 * 1024 * 1024) });
    const { outcome, run, server } = await answeredWith(200, huge);
    expect(outcome).toMatchObject(proceeds);
    expect(run).toMatchObject({
      ending: "non-blocking-error",
      failure: { kind: "invalid-output" },
      stdout: { complete: false },
    });
    await server.closed;
  });

  it("P18 an abort of the host ends the request", async () => {
    const asked = Promise.withResolvers<void>();
    const server = await loopback(() => asked.resolve());
    const { hooks } = await openHooks({
      user: oneHook("PreToolUse", { type: "http", url: server.url }),
    });
    const controller = new AbortController();
    const outcome = hooks.fire("PreToolUse", bashCall(), { signal: controller.signal });
    await asked.promise;
    controller.abort();
    expect(await outcome).toMatchObject({ action: "stop" });
    await server.closed;
  });

  it("H4 a connection that is refused says so", async () => {
    // A port that was free a moment ago may be that of another test's server by now; nobody is at this one.
    for (const start of ["http://127.0.0.1", "http://localhost"]) {
      const { outcome, run } = await fireAt(`${start}:1/`);
      expect(outcome).toMatchObject(proceeds);
      expect(run).toMatchObject({
        ending: "non-blocking-error",
        failure: { kind: "could-not-start", detail: expect.stringContaining("ECONNREFUSED") },
      });
    }
  });

  it("H4 a server that hangs up is a failure", async () => {
    const server = await loopback((response) => response.destroy());
    expect((await fireAt(server.url)).run).toMatchObject({
      failure: { kind: "could-not-start", detail: expect.stringContaining("hang up") },
    });
  });

  it("H4 an address that does not speak TLS is a failure that names it", async () => {
    const server = await loopback((response) => response.end());
    const { outcome, run } = await fireAt(server.url.replace("http:", "https:"));
    expect(outcome).toMatchObject(proceeds);
    expect(run).toMatchObject({ failure: { detail: expect.stringMatching(/SSL|TLS/) } });
  });

  it.each(["ftp://127.0.0.1/x", "file:///etc/passwd", "nonsense", "http:"])(
    "H4 %s is not a valid URL for a hook",
    async (url) => {
      const { outcome, run } = await fireAt(url);
      expect(outcome).toMatchObject(proceeds);
      expect(run).toMatchObject({
        failure: { kind: "could-not-start", detail: expect.stringContaining("is not") },
      });
    },
  );

  it("section 12: an http hook on SessionStart runs in some profiles", async () => {
    const server = await loopback((response) => response.end());
    const user = oneHook("SessionStart", { type: "http", url: server.url });
    for (const [profile, requests] of [
      ["claude-code", 0],
      ["reference", 1],
    ] as const) {
      const { hooks } = await openHooks({ user, profile });
      await hooks.fire("SessionStart", { source: "startup" });
      expect(server.received).toHaveLength(requests);
    }
  });
});
