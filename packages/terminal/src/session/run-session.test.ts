import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAgentSession, scriptedModel } from "@snaphook/agent";
import { systemClock } from "@snaphook/engine/internal";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createStore } from "../state/store.ts";
import { runSession } from "./run-session.ts";

const bash = (command: string) => ({ tool: "Bash", input: { command, description: "a step" } });

/** A session without a screen; the model is a script, and its commands are real. */
function open(script: unknown, settings: object = { permissions: { allow: ["Bash"] } }) {
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
      settings: JSON.stringify(settings),
      model: () => scriptedModel(file, { clock: systemClock, limit: 1 }),
    },
    store,
    stop: stop.signal,
  });
  onTestFinished(async () => {
    stop.abort();
    await session.ended;
    rmSync(base, { recursive: true, force: true });
  });
  const until = (isTrue: (state: ReturnType<typeof store.state>) => boolean) =>
    vi.waitUntil(() => isTrue(store.state()), { timeout: 5000, interval: 5 });
  return { ...session, store, until };
}

const answers = (store: ReturnType<typeof createStore>) =>
  store.state().entries.filter(({ kind }) => kind === "answer");
const notices = (store: ReturnType<typeof createStore>) =>
  store.state().entries.flatMap((entry) => (entry.kind === "notice" ? [entry.text] : []));

describe("an interrupt", () => {
  const script = { main: [[bash("touch made; sleep 30")]], after: "nobody asked for this" };

  it("G14 what waits comes back into the input line, and the model does not answer it", async () => {
    const { submit, runCommand, interrupt, store, until } = open(script);
    submit("begin");
    await until(({ calls }) => calls.length > 0);
    submit("second words");
    runCommand("ls");
    submit("third words");
    expect(store.state().queued).toEqual(["second words", "third words", "ls"]);
    interrupt();
    await until(({ turn }) => turn.state === "idle");
    expect(store.state()).toMatchObject({
      drafts: ["second words\nthird words\n!ls"],
      queued: [],
    });
    expect(answers(store)).toEqual([]);
  });

  it("G14 so does what waits when a question is answered with no", async () => {
    const { submit, store, until } = open(script, {});
    submit("begin");
    await until(({ questions }) => questions.length > 0);
    submit("second words");
    await until(({ queued }) => queued.length > 0);
    const [question] = store.state().questions;
    if (question?.kind !== "permission") throw new Error(`a ${question?.kind} question`);
    question.answer({ behavior: "deny", message: "no", interrupt: true });
    await until(({ turn }) => turn.state === "idle");
    expect(store.state()).toMatchObject({ drafts: ["second words"], queued: [] });
    expect(answers(store)).toEqual([]);
  });

  it("G14 what is typed after it waits for the end of the turn", async () => {
    const { submit, interrupt, store, until } = open(script);
    submit("begin");
    await until(({ calls }) => calls.length > 0);
    interrupt();
    submit("next words");
    await until(() => answers(store).length > 0);
    expect(store.state().drafts).toEqual([]);
  });
});

describe("G14 send now says what it did not do", () => {
  it("when nothing waits, before and in a turn", async () => {
    const { submit, sendNow, store, until } = open({ main: [[bash("sleep 30")]] });
    await until(({ session }) => session !== undefined);
    await sendNow();
    expect(notices(store).at(-1)).toContain("no prompt waits");
    submit("begin");
    await until(({ calls }) => calls.length > 0);
    await sendNow();
    expect(notices(store)).toHaveLength(2);
    expect(notices(store).at(-1)).toContain("no prompt waits");
  });

  it("when only a command waits, which needs a turn of its own", async () => {
    const { submit, runCommand, sendNow, store, until } = open({ main: [[bash("sleep 30")]] });
    submit("begin");
    await until(({ calls }) => calls.length > 0);
    runCommand("ls");
    await sendNow();
    expect(notices(store).at(-1)).toContain("needs a turn of its own");
  });

  it("when the model works, and no command could be moved", async () => {
    const slow = { main: [[bash("true")], { blocks: ["the answer"], waitFor: "never" }] };
    const { submit, sendNow, store, until } = open(slow);
    submit("begin");
    await until(({ entries }) => entries.some(({ kind }) => kind === "tool"));
    submit("second words");
    await until(({ queued }) => queued.length > 0);
    await sendNow();
    expect(notices(store).at(-1)).toContain("when the model has finished this step");
  });
});

describe("leaving", () => {
  it("counts commands in the background, and /exit asks about them and about prompts that wait", async () => {
    const input = { command: "sleep 30", description: "a server", run_in_background: true };
    const main = [[{ tool: "Bash", input }], [bash("sleep 31")]];
    const { submit, store, until, ended } = open({ main });
    submit("begin");
    await until(({ calls }) => calls.length === 1 && store.state().commands.length === 1);
    submit("second words");
    submit("/exit");
    await until(({ questions }) => questions.length > 0);
    const [question] = store.state().questions;
    if (question?.kind !== "confirm") throw new Error(`a ${question?.kind} question`);
    expect(question.lines).toEqual([
      "This still runs in the background, and ends with the session:",
      "  command: sleep 30",
      "This prompt waits, and will not be sent:",
      expect.stringContaining("second words"),
    ]);
    question.answer(true);
    await ended;
    expect(store.state().commands).toEqual([]);
  });
});
