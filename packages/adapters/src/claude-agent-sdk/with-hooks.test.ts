import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHooks } from "@snaphook/engine";
import { expect, it, onTestFinished } from "vitest";
import { withHooks } from "./with-hooks.ts";

it("a tool call before the first prompt leaves the context of SessionStart for the prompt", async () => {
  const folder = mkdtempSync(join(tmpdir(), "adapters-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const additionalContext = "the project is called Loom";
  const hooks = await createHooks({
    cwd: folder,
    home: join(folder, "home"),
    managedFile: join(folder, "managed.json"),
    sessionId: "s1",
    env: {},
    hooks: {
      SessionStart: [
        {
          hooks: [
            () => ({ hookSpecificOutput: { hookEventName: "SessionStart", additionalContext } }),
          ],
        },
      ],
    },
  });
  onTestFinished(() => hooks.close().then(() => undefined));
  const options: { hooks?: Record<string, { hooks: Callback[] }[]> } = withHooks({}, hooks);
  type Callback = (input: object, id: string | undefined, more: object) => Promise<unknown>;
  const fire = (event: string, input: object) =>
    options.hooks?.[event]?.[0]?.hooks[0]?.({ hook_event_name: event, ...input }, undefined, {
      signal: AbortSignal.timeout(5000),
    });
  const tool = { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "t1" };
  await fire("PreToolUse", tool);
  const answer = await fire("UserPromptSubmit", { prompt: "hello" });
  expect(JSON.stringify(answer)).toContain(additionalContext);
});
