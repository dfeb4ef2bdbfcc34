import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import type { AgentSession } from "../agent-session.ts";
import { lastOf, newFolders, play, specific, userTexts } from "../testing/play.ts";

it("G14 a prompt is sent now: the command that runs continues in the background, and hooks and the model hear of both", async () => {
  const folders = newFolders();
  const go = join(folders.cwd, "go");
  const command = `echo begun > began; until test -e ${go}; do sleep 0.05; done; echo ended`;
  let session: AgentSession | undefined;
  const sending = (async () => {
    while (!existsSync(join(folders.cwd, "began"))) await delay(5);
    expect(await session?.sendNow()).toBe("no-prompt");
    await session?.queue.add("look at this first");
    expect(await session?.sendNow()).toBe("moved");
  })();
  const played = await play({
    headless: false,
    profile: "claude-code",
    in: folders,
    script: [[{ tool: "Bash", input: { command } }], ["first this"], ["then that"]],
    answers: {
      UserPromptSubmit: [{}, specific("UserPromptSubmit", { additionalContext: "about it" }), {}],
    },
    onOpen(open) {
      session = open;
    },
    async afterPrompts(open) {
      await sending;
      expect(await open.runQueued()).toBeUndefined();
      expect(open.control.tasks()).toMatchObject([{ type: "command", description: command }]);
      writeFileSync(go, "");
      expect(await open.waitForAgents()).toBe(true);
      expect(await open.reportAgents()).toMatchObject({ result: "then that" });
    },
  });
  expect(played.results).toMatchObject([{ result: "first this" }]);
  const response = played.hookInputs.find(
    ({ hook_event_name }) => hook_event_name === "PostToolUse",
  )?.["tool_response"] as Record<string, string>;
  expect(response).toMatchObject({
    backgroundTaskId: expect.stringMatching(/^command-/),
    backgroundedToDeliverMessage: true,
  });
  expect(userTexts(played.requests[1]?.messages ?? [])).toEqual([
    "hello",
    expect.stringContaining("continues in the background"),
    "look at this first",
    '<hook event="UserPromptSubmit">\nabout it\n</hook>',
  ]);
  expect(lastOf(userTexts(lastOf(played.requests).messages))).toContain("has ended");
  expect(readFileSync(String(response["outputFile"]), "utf8")).toContain("ended\n");
});
