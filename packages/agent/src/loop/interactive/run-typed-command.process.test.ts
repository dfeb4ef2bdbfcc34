import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../agent-event.ts";
import type { AgentSession } from "../agent-session.ts";
import { lastOf, play, userTexts } from "../testing/play.ts";
import { interruptedNote } from "./interrupted-call.ts";

const typedCommands = (events: readonly AgentEvent[]) =>
  events.filter(({ type }) => type.startsWith("typed-command"));

describe("a command that the user types", () => {
  it.concurrent("G14 fires no event of prompts or tools; the model gets what it printed and answers, then Stop is fired", async () => {
    const { firedEvents, requests, events, cwd } = await play({
      headless: false,
      permissionMode: "default",
      userSettings: { permissions: { deny: ["Bash(echo:*)"] } },
      script: [["first"], ["I see"]],
      async afterPrompts(session) {
        const result = await session.runCommand("echo printed; mkdir below; cd below");
        expect(result).toMatchObject({ result: "I see", terminalReason: "completed" });
      },
    });
    expect(firedEvents).toEqual([
      "SessionStart",
      "UserPromptSubmit",
      "Stop",
      "CwdChanged",
      "Stop",
      "SessionEnd",
    ]);
    const text = lastOf(userTexts(lastOf(requests).messages));
    expect(text).toContain("echo printed; mkdir below; cd below");
    expect(text).toContain("printed");
    expect(existsSync(join(cwd, "below"))).toBe(true);
    expect(typedCommands(events)).toMatchObject([
      { command: "echo printed; mkdir below; cd below" },
      { text: "printed", isError: false },
    ]);
  });

  it.concurrent("that fails is reported with its exit code, to the user and the model", async () => {
    const { events, requests } = await play({
      headless: false,
      script: [["first"], ["I see"]],
      afterPrompts: async (session) => void (await session.runCommand("echo no >&2; exit 3")),
    });
    expect(typedCommands(events).at(-1)).toMatchObject({
      isError: true,
      text: expect.stringContaining("3"),
    });
    expect(lastOf(userTexts(lastOf(requests).messages))).toContain("no");
  });

  it.concurrent("G14 can be interrupted; the model hears of it with the next prompt", async () => {
    let session: AgentSession | undefined;
    const { requests, events, firedEvents } = await play({
      headless: false,
      script: [["first"], ["second"]],
      onOpen(open) {
        session = open;
      },
      emit(event) {
        if (event.type === "typed-command-started") setTimeout(() => session?.interrupt(), 50);
      },
      async afterPrompts(open) {
        const result = await open.runCommand("sleep 20");
        expect(result).toMatchObject({ terminalReason: "aborted_streaming" });
        expect(result.withdrawnPrompts).toBeUndefined();
        await open.prompt("what now");
      },
    });
    expect(typedCommands(events)).toHaveLength(2);
    expect(firedEvents.filter((name) => name === "Stop")).toHaveLength(2);
    const texts = userTexts(lastOf(requests).messages);
    expect(texts.slice(-2)).toEqual([interruptedNote, "what now"]);
    expect(texts.at(-3)).toContain("sleep 20");
  });
});
