import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createHooks } from "../engine.ts";

/** Hooks in an empty folder, and the inputs of a hook on Stop. */
async function listening(options: { readonly transcriptPath?: string } = {}) {
  const cwd = mkdtempSync(join(tmpdir(), "event-input-"));
  const inputs: Readonly<Record<string, unknown>>[] = [];
  const listen = (input: Readonly<Record<string, unknown>>) => {
    inputs.push(input);
    return {};
  };
  const hooks = await createHooks({
    cwd,
    home: cwd,
    managedFile: join(cwd, "managed.json"),
    sessionId: "s1",
    permissionMode: "plan",
    ...options,
    hooks: { Stop: [{ hooks: [listen] }], SubagentStop: [{ hooks: [listen] }] },
  });
  return { hooks, inputs, cwd };
}
const stop = { stop_hook_active: false, last_assistant_message: "done" };

describe("the input of an event", () => {
  it("E21 has the session, directory, event and permission mode beside the event's own fields", async () => {
    const { hooks, inputs, cwd } = await listening({ transcriptPath: "/t.jsonl" });
    await hooks.fire("Stop", stop);
    await hooks.close();
    expect(inputs).toEqual([
      {
        session_id: "s1",
        transcript_path: "/t.jsonl",
        cwd,
        hook_event_name: "Stop",
        permission_mode: "plan",
        ...stop,
      },
    ]);
  });

  it("E21 a host without a transcript omits the field", async () => {
    const { hooks, inputs } = await listening();
    await hooks.fire("Stop", stop);
    await hooks.close();
    expect(inputs[0]).not.toHaveProperty("transcript_path");
  });

  it("E21 inside a subagent names it, and session and transcript stay those of the main agent", async () => {
    const { hooks, inputs } = await listening({ transcriptPath: "/t.jsonl" });
    const subagent = hooks.scope({ agentId: "a1", agentType: "Explore" });
    await subagent.fire("SubagentStop", stop);
    await hooks.close();
    expect(inputs[0]).toMatchObject({
      session_id: "s1",
      transcript_path: "/t.jsonl",
      agent_id: "a1",
      agent_type: "Explore",
    });
  });
});
