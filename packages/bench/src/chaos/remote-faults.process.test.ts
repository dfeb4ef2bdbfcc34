import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { makeProject } from "../testing/make-project.ts";
import { chaosReport } from "./chaos.ts";
import { allClosed } from "./chaos-report.ts";
import { printChaos } from "./print-chaos.ts";

/** A server that counts its requests: chaos must not send any. */
async function countingServer() {
  let requests = 0;
  const server = createServer((_, response) => {
    requests++;
    response.end("{}");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, requests: () => requests };
}

async function chaos(handler: object, event = "PreToolUse") {
  const place = makeProject({
    ".claude/settings.json": JSON.stringify({ hooks: { [event]: [{ hooks: [handler] }] } }),
  });
  const report = await chaosReport({ cwd: place.cwd, home: place.home, trustProject: true });
  const [hook] = report.hooks;
  if (hook === undefined) throw new Error("no hook");
  const ids = (result: string) =>
    hook.faults.filter((fault) => fault.result === result).map(({ id }) => id);
  return { report, hook, open: ids("proceeds"), refused: ids("refused") };
}

const modelFaults = ["model-down", "slow", "empty", "prose", "wrong-shape", "wrong-type", "huge"];

it.each([
  [
    "H4 http",
    { type: "http" },
    ["server-down", "slow", "status-500", "html", "redirect", "huge", "cut-off", "wrong-answer"],
  ],
  ["H2 prompt", { type: "prompt", prompt: "Is this safe?" }, modelFaults],
  ["H3 agent", { type: "agent", prompt: "Is this safe?" }, [...modelFaults, "gave-up"]],
])(
  "%s: a hook fails open without onFailure, and closed with it; its server and its model are never asked",
  async (_, fields, faults) => {
    const server = await countingServer();
    const handler = fields.type === "http" ? { ...fields, url: server.url } : fields;
    const open = await chaos(handler);
    expect(open.hook.grade, printChaos(open.report)).toBe("fails-open");
    expect(open.open).toEqual(faults);
    expect(open.hook.fixes[0]?.what).toBe('set "onFailure": "block"');
    const closed = await chaos({ ...handler, onFailure: "block" });
    expect(closed.hook.grade, printChaos(closed.report)).toBe("fails-closed");
    expect(closed.refused).toEqual(faults);
    expect(closed.hook.because).toContain("only failures were tried");
    expect(allClosed(closed.report)).toBe(true);
    expect(server.requests()).toBe(0);
  },
);

it("H5 mcp_tool: text that is not JSON is no opinion, even with onFailure; every other failure refuses then", async () => {
  const handler = { type: "mcp_tool", server: "guard", tool: "check" };
  const faults = ["server-down", "slow", "tool-error", "html", "huge", "wrong-answer"];
  expect((await chaos(handler)).open).toEqual(faults);
  const { hook, open } = await chaos({ ...handler, onFailure: "block" });
  expect(hook.grade).toBe("mixed");
  expect(open).toEqual(["html"]);
  expect(hook.fixes.map(({ what }) => what).join()).toContain("let its server answer with JSON");
});
