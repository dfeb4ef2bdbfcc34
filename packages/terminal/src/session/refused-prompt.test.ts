import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AgentOptions, openAgentSession, scriptedModel } from "@snaphook/agent";
import { systemClock } from "@snaphook/engine/internal";
import { expect, it, onTestFinished } from "vitest";
import type { Entry } from "../state/entry.ts";
import { createStore } from "../state/store.ts";
import { runSession } from "./run-session.ts";

/** The entries of a session after one prompt that a hook answers like this. */
async function entriesAfter(answer: object): Promise<readonly Entry[]> {
  const base = mkdtempSync(join(tmpdir(), "session-test-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const [cwd, home] = [join(base, "project"), join(base, "home")];
  for (const folder of [cwd, home]) mkdirSync(folder);
  const script = join(base, "script.json");
  writeFileSync(script, JSON.stringify({ main: [], after: "the answer" }));
  const store = createStore(() => 0);
  const stop = new AbortController();
  const session = runSession({
    open: openAgentSession,
    agent: {
      cwd,
      home,
      env: { PATH: process.env["PATH"], HOME: home },
      managedFile: join(base, "no-policy.json"),
      model: () => scriptedModel(script, { clock: systemClock, limit: 1 }),
      hooks: {
        UserPromptSubmit: [{ hooks: [() => answer] }],
      } as NonNullable<AgentOptions["hooks"]>,
    },
    store,
    prompt: "deploy it",
    stop: stop.signal,
  });
  await expect.poll(() => store.state().lastResult, { timeout: 5000 }).toBeDefined();
  await expect.poll(() => store.state().turn.state).toBe("idle");
  stop.abort();
  await session.ended;
  return store.state().entries.slice(1);
}

it("G5 a refused prompt is said to be refused, above the reason", async () => {
  const entries = await entriesAfter({ decision: "block", reason: "not on Fridays" });
  expect(entries).toMatchObject([
    { kind: "notice", text: "the prompt was refused; it is back in the input line" },
    { kind: "hook", text: expect.stringContaining("not on Fridays") },
  ]);
});

it("G10 the reason of a hook that stops the turn is shown once", async () => {
  const entries = await entriesAfter({ continue: false, stopReason: "not on Fridays" });
  const texts = entries.flatMap((entry) => ("text" in entry ? String(entry.text) : []));
  expect(texts.filter((text) => text.includes("not on Fridays"))).toEqual([
    expect.stringContaining("stopped the turn: not on Fridays"),
  ]);
});
