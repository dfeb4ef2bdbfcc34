import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AgentOptions, openAgentSession, scriptedModel } from "@snaphook/agent";
import { systemClock } from "@snaphook/engine/internal";
import { onTestFinished, vi } from "vitest";
import { createStore, type ScreenStore } from "../../state/store.ts";
import { type RunningSession, type RunSessionOptions, runSession } from "../run-session.ts";

interface TestSession extends RunningSession {
  readonly store: ScreenStore;
  until(isTrue: (state: ReturnType<ScreenStore["state"]>) => boolean): Promise<unknown>;
}

/** A session without a screen in temporary folders; the model is a script, and its commands are real. */
export function testSession(
  script: unknown,
  agent: Partial<AgentOptions>,
  options: Pick<RunSessionOptions, "prompt"> = {},
): TestSession {
  const base = mkdtempSync(join(tmpdir(), "run-session-"));
  const [cwd, home] = [join(base, "project"), join(base, "home")];
  for (const folder of [cwd, home]) mkdirSync(folder);
  const file = join(base, "script.json");
  writeFileSync(file, JSON.stringify(script));
  const store = createStore(() => 0);
  const stop = new AbortController();
  const session = runSession({
    open: openAgentSession,
    agent: {
      cwd,
      home,
      env: { PATH: process.env["PATH"], HOME: home },
      managedFile: join(base, "no-policy.json"),
      model: () => scriptedModel(file, { clock: systemClock, limit: 1 }),
      ...agent,
    },
    store,
    stop: stop.signal,
    ...options,
  });
  onTestFinished(async () => {
    stop.abort();
    await session.ended;
    rmSync(base, { recursive: true, force: true });
  });
  const until: TestSession["until"] = (isTrue) =>
    vi.waitUntil(() => isTrue(store.state()), { timeout: 5000, interval: 5 });
  return { ...session, store, until };
}
