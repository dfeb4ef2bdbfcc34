import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createHooks } from "@snaphook/engine";
import { expect, it } from "vitest";
import { makeProject, oneHook } from "../testing/make-project.ts";
import { settleWritten } from "../trust/settle-written.ts";
import { changesNothing, planAdd, planSetting, writeChange } from "./planned-change.ts";

it("U1 a key at the top of a settings file is set and removed; the rest stays", async () => {
  const text = '{\n  // mine\n  "a": [1,2 ,3]\n}\n';
  const { cwd } = makeProject({ "settings.json": text });
  const file = join(cwd, "settings.json");
  await writeChange(planSetting(file, "disableAllHooks", true));
  expect(readFileSync(file, "utf8")).toBe(
    '{\n  // mine\n  "a": [1,2 ,3],\n  "disableAllHooks": true\n}\n',
  );
  await writeChange(planSetting(file, "disableAllHooks", undefined));
  expect(readFileSync(file, "utf8")).toBe(text);
  expect(changesNothing(planSetting(file, "disableAllHooks", undefined))).toBe(true);
});

it("U1 a file with a byte order mark keeps it", async () => {
  const { cwd } = makeProject({ "settings.json": '\uFEFF{ "a": 1 }\r\n' });
  const file = join(cwd, "settings.json");
  await writeChange(planSetting(file, "disableAllHooks", true));
  const changed = '\uFEFF{ "a": 1, "disableAllHooks": true }\r\n';
  expect(readFileSync(file, "utf8")).toBe(changed);
});

it.each([
  ['{ "hooks": ', "fix the file first"],
  ["[]", "is not a JSON object"],
])("U1 a settings file with %j is not changed", (text, why) => {
  const { cwd } = makeProject({ "settings.json": text });
  expect(() => planSetting(join(cwd, "settings.json"), "disableAllHooks", true)).toThrow(why);
});

it("U1 T1 a hook that was just written is trusted before a session reads it, and no other is", async () => {
  const { cwd, home } = makeProject({ ".claude/settings.json": oneHook("Stop", "echo other") });
  const open = () => createHooks({ cwd, home, sessionId: "s" });
  const hooks = await open();
  const handler = { type: "command", command: "echo mine" };
  const planned = planAdd(hooks, "project", { event: "PreToolUse", handler });
  await hooks.close();
  await writeChange(planned);
  await settleWritten(planned, { trust: true, disable: false }, { cwd, home });
  const states = async () => {
    const opened = await open();
    const found = await opened.config.statuses();
    await opened.close();
    return found.map(({ hook, state }) => `${hook.label}: ${state}`).toSorted();
  };
  expect(await states()).toEqual(["echo mine: ready", "echo other: untrusted"]);
  await settleWritten(planned, { trust: true, disable: true }, { cwd, home });
  expect(await states()).toEqual(["echo mine: disabled", "echo other: untrusted"]);
});

it("U1 a file that changed since the plan is not written", async () => {
  const { cwd } = makeProject({ "settings.json": "{}" });
  const file = join(cwd, "settings.json");
  const planned = planSetting(file, "disableAllHooks", true);
  writeFileSync(file, '{ "theirs": 1 }');
  await expect(writeChange(planned)).rejects.toThrow("changed in the meantime");
  expect(readFileSync(file, "utf8")).toBe('{ "theirs": 1 }');
});
