import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { textBlock } from "../../effects/hook-text.ts";
import type { Model } from "../../model/model.ts";
import { noUsage } from "../../model/usage.ts";
import type { AgentEvent } from "../agent-event.ts";
import type { AgentSession } from "../agent-session.ts";
import { lastOf, newFolders, type Play, play, specific, userTexts } from "../testing/play.ts";
import { interruptedNote } from "./interrupted-call.ts";

const bash = (command: string) => ({ tool: "Bash", input: { command } });

async function until(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; !isTrue(); tries += 1) {
    if (tries > 1000) throw new Error("it did not happen");
    await delay(5);
  }
}

/** Notes its start and a SIGTERM, and would run for a long time. */
const slowly = (log: string) =>
  `trap 'echo term >> ${log}; exit 0' TERM; echo begun >> ${log}; sleep 20 & wait`;

/** A first turn that is interrupted when its slow hook or command has begun, and a second one. */
async function interrupted(
  options: Play & {
    readonly slow: string | ((log: string) => Partial<Play>);
    readonly prompts?: readonly string[];
  },
) {
  const { slow, prompts = ["first", "second"], ...rest } = options;
  const folders = newFolders();
  const log = join(folders.base, "log");
  let session: AgentSession | undefined;
  const more =
    typeof slow === "string"
      ? {
          userSettings: {
            // Only once: the second turn is to end.
            hooks: {
              [slow]: [
                {
                  hooks: [{ type: "command", command: `test -e ${log} || { ${slowly(log)}; }` }],
                },
              ],
            },
          },
        }
      : slow(log);
  const hasBegun = () => existsSync(log);
  const interrupting = until(hasBegun).then(() => session?.interrupt());
  const played = await play({
    headless: false,
    profile: "claude-code",
    in: folders,
    prompts,
    onOpen(open) {
      session = open;
    },
    ...rest,
    ...more,
  });
  await interrupting;
  return { ...played, log: () => readFileSync(log, "utf8").trim().split("\n") };
}

/** What the model reads in its last request, after the first prompt. */
const lastTexts = ({ requests }: Awaited<ReturnType<typeof play>>) =>
  userTexts(lastOf(requests).messages);

const gone = /^The user interrupted this call/;
const notRun = "The user interrupted before this call ran.";

describe("an interrupt in an interactive session", () => {
  it.concurrent("E16 G14 ends a command that runs; no further event of the turn is fired, and calls that were done keep their results", async () => {
    const played = await interrupted({
      slow: (log) => ({
        script: [[bash("echo one"), bash(slowly(log)), bash("echo three")], ["done"]],
      }),
    });
    expect(played.firedEvents).toEqual([
      "SessionStart",
      "UserPromptSubmit",
      "PreToolUse",
      "PostToolUse",
      "PreToolUse",
      "UserPromptSubmit",
      "Stop",
      "SessionEnd",
    ]);
    expect(played.results[0]).toMatchObject({ terminalReason: "aborted_tools" });
    expect(played.results[0]?.withdrawnPrompts).toBeUndefined();
    expect(played.log()).toEqual(["begun", "term"]);
    expect(lastTexts(played)).toEqual([
      "first",
      "one",
      expect.stringMatching(gone),
      "The user interrupted before this call ran",
      interruptedNote,
      "second",
    ]);
  });

  it.concurrent("E16 G14 ends a PreToolUse hook; the call does not run", async () => {
    const played = await interrupted({
      slow: "PreToolUse",
      script: [[bash("touch ran")], ["done"]],
    });
    expect(played.log()).toEqual(["begun", "term"]);
    expect(existsSync(join(played.cwd, "ran"))).toBe(false);
    expect(played.firedEvents).toEqual([
      "SessionStart",
      "UserPromptSubmit",
      "PreToolUse",
      "UserPromptSubmit",
      "Stop",
      "SessionEnd",
    ]);
    expect(lastTexts(played).slice(1)).toEqual([notRun, interruptedNote, "second"]);
  });

  it.concurrent("E16 G14 ends a PostToolUse hook; the result of the call is an error", async () => {
    const played = await interrupted({
      slow: "PostToolUse",
      script: [[bash("touch ran")], ["done"]],
    });
    expect(played.log()).toEqual(["begun", "term"]);
    expect(existsSync(join(played.cwd, "ran"))).toBe(true);
    expect(played.firedEvents).not.toContain("PostToolBatch");
    expect(played.firedEvents.filter((name) => name === "Stop")).toHaveLength(1);
    expect(lastTexts(played).slice(1)).toEqual([
      expect.stringMatching(gone),
      interruptedNote,
      "second",
    ]);
  });

  it.concurrent("E16 G14 ends a Stop hook; the turn is interrupted, and its answer stays", async () => {
    const played = await interrupted({ slow: "Stop", script: [["answer"], ["done"]] });
    expect(played.log()).toEqual(["begun", "term"]);
    expect(played.results[0]).toMatchObject({ terminalReason: "aborted_streaming" });
    expect(played.results[0]?.withdrawnPrompts).toBeUndefined();
    expect(lastTexts(played)).toEqual(["first", interruptedNote, "second"]);
  });

  it.concurrent("E16 G14 ends a UserPromptSubmit hook; the prompt is withdrawn", async () => {
    const played = await interrupted({ slow: "UserPromptSubmit", script: [["done"]] });
    expect(played.log()).toEqual(["begun", "term"]);
    expect(played.results[0]).toMatchObject({ withdrawnPrompts: ["first"] });
    expect(lastTexts(played)).toEqual(["second"]);
  });

  it.concurrent("E1 G14 withdraws a prompt that waits for a SessionStart hook, which continues", async () => {
    const folders = newFolders();
    const log = join(folders.base, "log");
    const command = `trap 'echo term >> ${log}; exit 0' TERM; echo begun >> ${log}; sleep 0.5 & wait; echo done >> ${log}; echo context`;
    const hooks = { SessionStart: [{ hooks: [{ type: "command", command }] }] };
    let early: Promise<unknown> | undefined;
    const played = await play({
      headless: false,
      profile: "claude-code",
      in: folders,
      prompts: ["second"],
      script: [["done"]],
      userSettings: { hooks },
      onOpen(session) {
        void until(() => existsSync(log)).then(async () => {
          early = session.prompt("first");
          await delay(20);
          session.interrupt();
        });
      },
    });
    expect(await early).toMatchObject({ withdrawnPrompts: ["first"] });
    expect(readFileSync(log, "utf8")).toBe("begun\ndone\n");
    expect(lastTexts(played)).toEqual([expect.stringContaining("context"), "second"]);
    expect(played.firedEvents).toEqual(["SessionStart", "UserPromptSubmit", "Stop", "SessionEnd"]);
  });

  it.concurrent("E1 sends a prompt that waited for a SessionStart hook when that has ended", async () => {
    const hooks = { SessionStart: [{ hooks: [{ type: "command", command: "sleep 0.3" }] }] };
    let early: Promise<unknown> | undefined;
    const { firedEvents } = await play({
      headless: false,
      prompts: ["/model"],
      script: [["done"]],
      userSettings: { hooks },
      onOpen(session) {
        setImmediate(() => {
          early = session.prompt("first");
        });
      },
      async afterPrompts() {
        expect(await early).toMatchObject({ result: "done" });
      },
    });
    expect(firedEvents).toEqual(["SessionStart", "UserPromptSubmit", "Stop", "SessionEnd"]);
  });

  it.concurrent("E14 G14 ends a PreCompact hook; the conversation is unchanged", async () => {
    const played = await interrupted({
      slow: "PreCompact",
      prompts: ["a", "/compact", "second"],
      script: { main: [["one"], ["done"]], compact: [["summary"]] },
    });
    expect(played.log()).toEqual(["begun", "term"]);
    expect(played.results[1]).toMatchObject({ terminalReason: "aborted_streaming" });
    expect(lastTexts(played).filter((text) => text !== interruptedNote)).toEqual(["a", "second"]);
  });

  it.concurrent("G6 a no that interrupts ends the turn: later calls of the same answer do not run, and nothing more is fired", async () => {
    const played = await play({
      headless: false,
      profile: "claude-code",
      permissionMode: "default",
      ask: async () => ({ behavior: "deny", message: "no", interrupt: true }),
      prompts: ["first", "second"],
      script: [[bash("echo one"), bash("touch two"), bash("touch three")], ["done"]],
    });
    expect(played.firedEvents.slice(1, -3)).toEqual([
      "UserPromptSubmit",
      "PreToolUse",
      "PostToolUse",
      "PreToolUse",
      "PermissionRequest",
    ]);
    expect(existsSync(join(played.cwd, "three"))).toBe(false);
    expect(lastTexts(played).slice(-3)).toEqual([
      "This call did not run, because the turn was interrupted.",
      interruptedNote,
      "second",
    ]);
  });

  it.concurrent("G14 a report about a background command that hooks were checking is reported as lost", async () => {
    const folders = newFolders();
    const log = join(folders.base, "log");
    const isReport = `grep -q "has ended"`;
    const hooks = {
      UserPromptSubmit: [
        { hooks: [{ type: "command", command: `if ${isReport}; then ${slowly(log)}; fi` }] },
      ],
    };
    const started = { tool: "Bash", input: { command: "true", run_in_background: true } };
    const played = await play({
      headless: false,
      profile: "claude-code",
      in: folders,
      userSettings: { hooks },
      script: [[started], ["done"], ["never"]],
      async afterPrompts(session) {
        await session.waitForAgents();
        void until(() => existsSync(log)).then(() => session.interrupt());
        expect(await session.reportAgents()).toMatchObject({ terminalReason: "aborted_streaming" });
      },
    });
    expect(readFileSync(log, "utf8")).toBe("begun\nterm\n");
    const notices = played.events.flatMap((event) => (event.type === "notice" ? [event.text] : []));
    expect(notices.join("\n")).toContain("the model did not get this, because you interrupted");
  });

  it.concurrent("G14 ends the hooks of a prompt that was typed during the turn; it is not queued", async () => {
    const folders = newFolders();
    const log = join(folders.base, "log");
    const command = `if grep -q "and this"; then ${slowly(log)}; fi`;
    const hooks = { UserPromptSubmit: [{ hooks: [{ type: "command", command }] }] };
    let session: AgentSession | undefined;
    let step: Promise<unknown> | undefined;
    const played = await play({
      headless: false,
      profile: "claude-code",
      in: folders,
      userSettings: { hooks },
      script: [[bash("sleep 20")], ["never"]],
      onOpen(open) {
        session = open;
        void until(() => existsSync(log)).then(() => open.interrupt());
      },
      emit({ type }) {
        if (type === "tool-started") step = session?.queue.add("and this");
      },
    });
    expect(await step).toEqual({ do: "withdrawn" });
    expect(played.session.queue.waiting()).toEqual([]);
    expect(readFileSync(log, "utf8")).toBe("begun\nterm\n");
  });

  /** A model whose first answer is interrupted when half of it has arrived. */
  function halfAnswer() {
    let session: AgentSession | undefined;
    let requests = 0;
    const streaming: Model = {
      id: "streaming",
      async answer({ onText, signal }) {
        requests += 1;
        if (requests > 1)
          return {
            id: "2",
            model: "streaming",
            content: [textBlock("done")],
            stopReason: "end_turn",
            usage: noUsage,
          };
        onText?.("The first ");
        onText?.("half");
        setImmediate(() => session?.interrupt());
        await delay(10_000, undefined, { signal });
        throw new Error("not reached");
      },
    };
    const onOpen = (open: AgentSession) => {
      session = open;
    };
    return { model: async () => streaming, onOpen };
  }

  it.concurrent("G14 shows what the model has said to MessageDisplay hooks, and keeps it", async () => {
    const hide = ({ delta }: Readonly<Record<string, unknown>>) =>
      specific("MessageDisplay", { displayContent: String(delta).replace("first", "*****") });
    const played = await play({
      headless: false,
      profile: "claude-code",
      prompts: ["first", "second"],
      ...halfAnswer(),
      answers: { MessageDisplay: hide },
    });
    const [shown] = played.events.filter(({ type }) => type === "text-delta");
    expect(shown).toMatchObject({ text: "The ***** half" });
    expect(played.events).toContainEqual(
      expect.objectContaining({
        type: "assistant",
        message: { role: "assistant", content: [textBlock("The first half")] },
        shown: { role: "assistant", content: [textBlock("The ***** half")] },
      }),
    );
    expect(lastOf(played.requests).messages[1]?.content).toEqual([textBlock("The first half")]);
  });

  it.concurrent("G14 keeps what the model has said, and tells it with the next prompt", async () => {
    const played = await play({
      headless: false,
      profile: "claude-code",
      prompts: ["first", "second"],
      ...halfAnswer(),
    });
    expect(lastOf(played.requests).messages).toEqual([
      { role: "user", content: [textBlock("first")] },
      { role: "assistant", content: [textBlock("The first half")] },
      { role: "user", content: [textBlock(interruptedNote), textBlock("second")] },
    ]);
    expect(played.firedEvents.filter((name) => name === "Stop")).toHaveLength(1);
    const continued = await play({
      in: played,
      session: { kind: "continue" },
      script: { main: [], after: "x" },
    });
    expect(lastTexts(continued)).toEqual(["first", interruptedNote, "second", "hello"]);
  });

  it.concurrent("G14 the transcript has no withdrawn prompt in its conversation", async () => {
    const played = await interrupted({
      slow: (log) => ({
        prompts: ["first"],
        script: { main: [{ blocks: ["late"], delayMs: 9000 }] },
        emit: (event: AgentEvent) => {
          if (event.type === "user")
            setTimeout(() => void import("node:fs").then((fs) => fs.writeFileSync(log, "x")), 20);
        },
      }),
    });
    expect(played.results[0]).toMatchObject({ withdrawnPrompts: ["first"] });
    expect(readFileSync(played.session.transcriptPath, "utf8")).toContain('"subtype":"withdraw"');
    const continued = await play({
      in: played,
      session: { kind: "continue" },
      script: { main: [], after: "x" },
    });
    expect(lastTexts(continued)).toEqual(["hello"]);
  });

  it.concurrent("E15 P18 hooks of SessionEnd start when the processes of a hook that was interrupted are gone", async () => {
    const played = await interrupted({
      prompts: ["first"],
      script: [[bash("echo one")]],
      slow: (log) => ({
        userSettings: {
          hooks: {
            PreToolUse: [
              {
                hooks: [
                  {
                    type: "command",
                    command: `trap 'sleep 0.4; echo tidied >> ${log}; exit 0' TERM; echo begun >> ${log}; sleep 20 & wait`,
                  },
                ],
              },
            ],
            SessionEnd: [{ hooks: [{ type: "command", command: `echo ended >> ${log}` }] }],
          },
        },
      }),
    });
    expect(played.log()).toEqual(["begun", "tidied", "ended"]);
  });
});
