import { describe, expect, it } from "vitest";
import type { ScreenStore } from "../state/store.ts";
import { testSession } from "./testing/test-session.ts";

const bash = (command: string) => ({ tool: "Bash", input: { command, description: "a step" } });

const open = (script: unknown, settings: object = { permissions: { allow: ["Bash"] } }) =>
  testSession(script, { settings: JSON.stringify(settings) });

const answers = (store: ScreenStore) =>
  store.state().entries.filter(({ kind }) => kind === "answer");
const notices = (store: ScreenStore) =>
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
    expect(store.state().queued).toEqual(["second words", "third words", "!ls"]);
    interrupt();
    await until(({ turn }) => turn.state === "idle");
    expect(store.state()).toMatchObject({
      drafts: ["second words\nthird words"],
      queued: [],
    });
    // Behind a prompt, Enter would send it to the model.
    expect(notices(store)).toContain("did not run: !ls; ↑ finds it among your earlier inputs");
    expect(answers(store)).toEqual([]);
  });

  it("G14 commands alone come back as one", async () => {
    const { submit, runCommand, interrupt, store, until } = open(script);
    submit("begin");
    await until(({ calls }) => calls.length > 0);
    runCommand("ls");
    runCommand("pwd");
    interrupt();
    await until(({ turn }) => turn.state === "idle");
    expect(store.state()).toMatchObject({ drafts: ["!ls\npwd"], queued: [] });
  });

  it("G14 a command does not come back to a prompt that was not answered", async () => {
    const slow = { main: [{ blocks: ["the answer"], waitFor: "never" }] };
    const { submit, runCommand, interrupt, store, until } = open(slow);
    submit("begin");
    await until(({ pending }) => pending !== undefined);
    runCommand("ls");
    interrupt();
    await until(({ turn }) => turn.state === "idle");
    expect(store.state()).toMatchObject({ drafts: ["begin"], queued: [] });
    expect(notices(store)).toContainEqual(expect.stringContaining("did not run: !ls"));
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
    const { submit, runCommand, store, until, ended } = open({ main });
    submit("begin");
    await until(({ calls }) => calls.length === 1 && store.state().commands.length === 1);
    submit("second words");
    runCommand("ls");
    submit("/exit");
    await until(({ questions }) => questions.length > 0);
    const [question] = store.state().questions;
    if (question?.kind !== "confirm") throw new Error(`a ${question?.kind} question`);
    expect(question.lines).toEqual([
      "This still runs in the background, and ends with the session:",
      "  command: sleep 30",
      "These 2 wait, and will not be sent:",
      "  second words",
      "  !ls",
    ]);
    question.answer(true);
    await ended;
    expect(store.state().commands).toEqual([]);
  });
});
