import { describe, expect, it, vi } from "vitest";
import { App } from "../app.tsx";
import { hookStarted } from "../testing/agent-events.ts";
import { noActions, overflowing, renderScreen, widths } from "../testing/render-screen.tsx";
import { createInputModel } from "./input-model.ts";

const enter = "\r";
const evil = "\u001B[2J\u202E漢字👨‍👩‍👧\u0007";

const withCommands = (
  commands: readonly { readonly name: string; readonly description: string }[],
) =>
  ({
    describe: () => ({ commands: commands.map((one) => ({ ...one, argumentHint: "" })) }),
    mayBypass: () => false,
  }) as unknown as ReturnType<typeof noActions.control>;

const paste = (text: string) => `\u001B[200~${text}\u001B[201~`;

describe.each(widths)("the input line at %i columns", (columns) => {
  it("wraps, scrolls inside a third of the screen, and shows what would control the terminal", async () => {
    const screen = renderScreen(<App />, { columns, rows: 24 });
    for (let part = 0; part < 9; part++) await screen.type(paste(`${evil} and words `.repeat(20)));
    await screen.shows("\\x1b[2J\\u{202e}漢字👨‍👩‍👧\\x07");
    expect(overflowing(screen.lines(), columns)).toEqual([]);
    expect(screen.lines().filter((line) => line !== "").length).toBeLessThanOrEqual(11);
    expect(screen.text()).toContain("↑ ");
  });

  it.each([10, 12, 24, 50])(
    "with %i rows, everything that changes fits the screen",
    async (rows) => {
      const control = withCommands(
        Array.from({ length: 40 }, (_, n) => ({ name: `x${n}`, description: "" })),
      );
      const actions = { ...noActions, control: () => control };
      const screen = renderScreen(<App />, { columns, rows, actions });
      screen.store.dispatch({ type: "turn-started", prompt: undefined });
      const text = `${"a long line of an answer ".repeat(20)}\n`.repeat(40);
      screen.store.dispatch({ type: "event", event: { type: "text-delta", text } });
      await screen.shows("a long line");
      await screen.type("/x");
      await screen.shows("> /x");
      expect(screen.lines().length).toBeLessThan(rows);
      await screen.type(paste(`\n${"x\n".repeat(8)}`));
      await screen.type(paste(`${"y\n".repeat(8)}@x`));
      await screen.shows("@x");
      expect(screen.lines().length).toBeLessThan(rows);
    },
  );

  it("shows a long paste as a label and sends it in full", async () => {
    const submit = vi.fn();
    const screen = renderScreen(<App />, { columns, actions: { ...noActions, submit } });
    const long = Array.from({ length: 120 }, (_, n) => `line ${n}`).join("\n");
    await screen.type("look: ");
    await screen.type(paste(long));
    await screen.shows("> look: [pasted 120 lines]");
    await screen.type(enter);
    expect(submit).toHaveBeenCalledWith(`look: ${long}`);
  });

  it("lists commands with their descriptions", async () => {
    const control = withCommands(
      Array.from({ length: 40 }, (_, n) => ({ name: `x${n}`, description: evil.repeat(20) })),
    );
    const actions = { ...noActions, control: () => control };
    const screen = renderScreen(<App />, { columns, rows: 24, actions });
    await screen.type("/");
    await screen.shows("/add-dir <folder>");
    await screen.type("x");
    await screen.shows("› /x0");
    expect(overflowing(screen.lines(), columns)).toEqual([]);
    expect(screen.lines().length).toBeLessThan(24);
    await screen.type("\u001B[B");
    await screen.shows("› /x1 ");
    await screen.type("\t");
    await screen.shows(/^> \/x1$/m);
  });

  it("lists files whose names would control the terminal", async () => {
    const input = createInputModel({ now: () => 0, listFiles: async () => [`src/${evil}.ts`] });
    const screen = renderScreen(<App />, { columns, input });
    await screen.type("@src");
    await screen.shows("› src/");
    await screen.type("\u001B[B");
    await screen.shows("› src/\\x1b[2J\\u{202e}漢字👨‍👩‍👧\\x07.ts");
    expect(overflowing(screen.lines(), columns)).toEqual([]);
  });
});

describe("the input line", () => {
  it("sends text and Enter that arrive in one piece", async () => {
    const submit = vi.fn();
    const screen = renderScreen(<App />, { actions: { ...noActions, submit } });
    await screen.type(`first${enter}second${enter}`);
    expect(submit.mock.calls).toEqual([["first"], ["second"]]);
  });

  it("says what the second Ctrl+C would end and drop", async () => {
    const screen = renderScreen(<App />);
    const task = { id: "1", kind: "command", description: "", callId: "", outputFile: "" } as const;
    screen.store.dispatch({ type: "event", event: { type: "task-started", ...task } });
    screen.store.dispatch({ type: "queued", prompts: ["one", "two"] });
    await screen.type("\u0003");
    await screen.shows(
      "Press Ctrl+C again to leave (ends 1 background task, drops 2 waiting prompts)",
    );
  });

  it("says that ! runs a command in the shell, and runs it", async () => {
    const runCommand = vi.fn();
    const screen = renderScreen(<App />, { actions: { ...noActions, runCommand } });
    await screen.type("!ls -l");
    await screen.shows("! runs this in the shell");
    await screen.type(enter);
    expect(runCommand).toHaveBeenCalledWith("ls -l");
  });

  it("answers an unknown command with a suggestion, and keeps it in the line", async () => {
    const submit = vi.fn();
    const control = withCommands([{ name: "deploy", description: "" }]);
    const actions = { ...noActions, submit, control: () => control };
    const screen = renderScreen(<App />, { actions });
    await screen.type(`/depoly${enter}`);
    await screen.shows("There is no command /depoly. Did you mean /deploy?");
    await screen.shows("> /depoly");
    await screen.type(`\u0015/usr/bin is a path${enter}`);
    expect(submit.mock.calls).toEqual([["/usr/bin is a path"]]);
  });

  it("takes a refused prompt back, once", async () => {
    const screen = renderScreen(<App />);
    screen.store.dispatch({ type: "draft", text: "refused prompt" });
    await screen.shows("> refused prompt");
    screen.store.dispatch({ type: "view", view: { kind: "help" } });
    await screen.shows("Esc closes");
    screen.store.dispatch({ type: "view", view: undefined });
    await screen.shows("> refused prompt");
    expect(screen.text().match(/refused prompt/g)).toHaveLength(1);
  });

  it("keeps what was typed while a view covers it", async () => {
    const screen = renderScreen(<App />);
    await screen.type("half a prompt");
    screen.store.dispatch({ type: "view", view: { kind: "help" } });
    await screen.shows("Esc closes");
    await screen.type("\u001B");
    await screen.shows("> half a prompt");
  });

  it("says what the second Ctrl+C ends while the session ends", async () => {
    const screen = renderScreen(<App />);
    const end = hookStarted({ label: "slow.sh", event: "SessionEnd", subject: "other" });
    screen.store.dispatch({ type: "ending" });
    screen.store.dispatch({ type: "event", event: end });
    await screen.type("\u0003");
    await screen.shows("Press Ctrl+C again to end the SessionEnd hook");
  });

  it("Shift+Tab goes through the permission modes in their order", async () => {
    const modes: string[] = [];
    const setPermissionMode = (permissionMode: string) => {
      modes.push(permissionMode);
      const session = { id: "s", model: "m", cwd: "/", profile: "reference", permissionMode };
      screen.store.dispatch({ type: "session", session });
    };
    const screen = renderScreen(<App />, { actions: { ...noActions, setPermissionMode } });
    await screen.type("\u001B[Z\u001B[Z\u001B[Z");
    expect(modes).toEqual(["acceptEdits", "plan", "default"]);
  });

  it("Ctrl+C twice leaves, also while a view is open", async () => {
    const leave = vi.fn();
    const screen = renderScreen(<App />, { actions: { ...noActions, leave } });
    await screen.type("\u0003");
    await screen.shows("Press Ctrl+C again to leave");
    expect(leave).not.toHaveBeenCalled();
    screen.store.dispatch({ type: "view", view: { kind: "help" } });
    await screen.shows("Esc closes");
    await screen.type("\u0003");
    expect(leave).toHaveBeenCalledOnce();
  });

  it("a key redraws the input line and nothing else", async () => {
    const screen = renderScreen(<App />);
    let notified = 0;
    screen.store.subscribe(() => notified++);
    await screen.type("abc");
    await screen.shows("> abc");
    expect(notified).toBe(0);
  });

  it("a key of a text that is being typed does not answer a question that opens meanwhile", async () => {
    const input = createInputModel({ now: () => 0, listFiles: async () => [], pauseMs: 150 });
    const screen = renderScreen(<App />, { input });
    await screen.type("next step");
    let answer: boolean | undefined;
    const question = {
      id: 1,
      kind: "confirm",
      title: "Really leave?",
      lines: [],
      yes: "Leave",
      no: "Stay",
      answer: (isYes: boolean) => {
        answer = isYes;
      },
    } as const;
    screen.store.dispatch({ type: "question-opened", question });
    await screen.shows("A question waits until you stop typing");
    await screen.type(" 1");
    await screen.shows("> next step 1");
    expect(answer).toBeUndefined();
    await screen.shows("Really leave?");
    await screen.type("1");
    await expect.poll(() => answer).toBeDefined();
    expect(input.state().edited.text).toBe("next step 1");
  });
});
