import { describeValue } from "@snaphook/protocol";
import { expect, it } from "vitest";
import { createHooks } from "../engine.ts";
import { bashCall, openHooks } from "../testing/open-hooks.ts";

const call = { name: "Bash", input: { command: "ls" }, id: "call_1" };

it("an option of a call that must be a function, and is not, is named before anything runs", async () => {
  const { hooks } = await openHooks();
  for (const [name, value] of [
    ["permission", "deny"],
    ["ask", true],
    ["validate", {}],
  ])
    await expect(
      hooks.tool(call, async () => "ran", { [String(name)]: value } as never),
    ).rejects.toThrow(
      `${name} of the call of Bash must be a function, but is ${describeValue(value)}`,
    );
});

it("a cwd that is not a folder is refused: it would have no settings, and no one would notice", async () => {
  const { hooks } = await openHooks();
  const cwd = `${hooks.cwd}/gone`;
  await expect(createHooks({ cwd, sessionId: "s" })).rejects.toThrow(
    `cwd must be a folder that exists, but is ${JSON.stringify(cwd)}`,
  );
});

it("E21 a field that is nearly one of the event is reported once; fields of the host are not", async () => {
  const { hooks } = await openHooks();
  const end = { stopHookActive: true, last_assistant_message: "done", ticket: "A-1" };
  await hooks.fire("Stop", end as never);
  await hooks.fire("Stop", end as never);
  expect(hooks.config.snapshot().diagnostics).toMatchObject([
    {
      code: "host-mistake",
      place: { path: 'fire("Stop")' },
      message: expect.stringContaining('"stopHookActive"'),
      advice: 'write "stop_hook_active"',
    },
  ]);
});

it("an event that is fired, but not in fires, is reported, and its hooks are then called active", async () => {
  const { hooks } = await openHooks({
    fires: ["Stop"],
    hooks: { PreToolUse: [{ hooks: [() => ({ decision: "block" as const, reason: "no" })] }] },
  });
  expect((await hooks.config.inactive()).entries).toMatchObject([{ kind: "not-fired" }]);
  expect(await hooks.tool(call, async () => "ran")).toMatchObject({ action: "refused" });
  expect(hooks.config.snapshot().diagnostics).toMatchObject([
    { code: "host-mistake", advice: 'add "PreToolUse" to fires' },
  ]);
  expect((await hooks.config.inactive()).entries).toEqual([]);
  expect((await hooks.explain("PreToolUse", bashCall())).hooks).toMatchObject([
    { state: "would-run" },
  ]);
});
