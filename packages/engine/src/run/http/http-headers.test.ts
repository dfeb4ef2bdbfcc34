import { expect, it } from "vitest";
import { loopback } from "../../testing/loopback.ts";
import { bashCall, oneHook, openHooks } from "../../testing/open-hooks.ts";

const headers = { "X-Token": "a $TOKEN b", "X-Braced": "${TOKEN}${OTHER}", "X-Plain": "5 $ 6" };

/** The headers a server gets, and the run. */
async function sent(
  handler: object,
  {
    env = { TOKEN: "t0ken", OTHER: "0ther" },
    scope = "user",
    ...more
  }: { env?: Record<string, string>; scope?: "user" | "project" } & Parameters<
    typeof openHooks
  >[0] = {},
) {
  const server = await loopback((response) => response.end());
  const settings = oneHook("PreToolUse", { type: "http", url: server.url, headers, ...handler });
  const { hooks, trace } = await openHooks({ env, trustProject: true, [scope]: settings, ...more });
  await hooks.fire("PreToolUse", bashCall());
  return { got: server.received[0]?.headers, run: trace.records()[0]?.ran[0] };
}

it("H4 headers can use the variables that the hook lists, and no others", async () => {
  const { got } = await sent({ allowedEnvVars: ["TOKEN"] });
  expect(got).toMatchObject({ "x-token": "a t0ken b", "x-braced": "t0ken", "x-plain": "5 $ 6" });
});

it("H4 without a list no variable is used, and an unset one is empty", async () => {
  expect((await sent({})).got).toMatchObject({ "x-token": "a  b", "x-braced": "" });
  expect((await sent({ allowedEnvVars: ["TOKEN"] }, { env: {} })).got).toMatchObject({
    "x-token": "a  b",
  });
});

it("H4 the value of a variable is not expanded again", async () => {
  const env = { TOKEN: "$OTHER", OTHER: "0ther" };
  const { got } = await sent({ allowedEnvVars: ["TOKEN", "OTHER"] }, { env });
  expect(got).toMatchObject({ "x-token": "a $OTHER b" });
});

it("H4 the hook can set another content type, but not another length", async () => {
  const own = { "Content-Type": "text/json", "Content-Length": "1" };
  const { got, run } = await sent({ headers: own });
  expect(run).toMatchObject({ ending: "success" });
  expect(got).toMatchObject({ "content-type": "text/json" });
  expect(Number(got?.["content-length"])).toBeGreaterThan(100);
});

it("H4 a variable with a line break is a failure, and nothing is sent", async () => {
  const env = { TOKEN: "a\r\nX-Admin: yes" };
  const { got, run } = await sent({ allowedEnvVars: ["TOKEN"] }, { env });
  expect(got).toBeUndefined();
  expect(run).toMatchObject({
    ending: "non-blocking-error",
    failure: { kind: "could-not-start", detail: expect.stringContaining("X-Token") },
  });
  expect(JSON.stringify(run)).not.toContain("X-Admin");
});

it("P7 a project's hook does not get the host's credentials in a header, and the run says so", async () => {
  const handler = { allowedEnvVars: ["TOKEN"] };
  const credentialVariables = ["TOKEN"];
  const { got, run } = await sent(handler, { scope: "project", credentialVariables });
  expect(got).toMatchObject({ "x-token": "a  b" });
  expect(run?.notes).toEqual([
    expect.stringContaining("TOKEN was withheld"),
    "OTHER in a header is empty: it is not in allowedEnvVars",
  ]);
  expect((await sent(handler, { credentialVariables })).got).toMatchObject({
    "x-token": "a t0ken b",
  });
  const listed = { scope: "project", credentialVariables, user: { hookEnv: ["TOKEN"] } } as const;
  expect((await sent(handler, listed)).got).toMatchObject({ "x-token": "a t0ken b" });
});

it("H4 the run says which variables of its headers are empty, and why", async () => {
  const { run } = await sent({ allowedEnvVars: ["TOKEN"] }, { env: {} });
  expect(run?.notes).toEqual([
    "TOKEN in a header is empty: it is not set",
    "OTHER in a header is empty: it is not in allowedEnvVars",
  ]);
});
