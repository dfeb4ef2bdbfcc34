import { mkdirSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { hookId } from "./hook-id.ts";
import { newWorld, settingsWith } from "./testing.ts";

const parts = {
  scope: "project",
  root: "/project",
  event: "PreToolUse",
  matcher: "Bash",
  handler: { type: "command", command: "guard", timeout: 5 },
};

describe("hookId", () => {
  it("C8 is the same in every version: toggles and trust are kept under it", () => {
    expect(hookId(parts)).toBe("a7169ee18142");
  });

  it.each([
    ["scope", "local"],
    ["root", "/other"],
    ["root", undefined],
    ["event", "PostToolUse"],
    ["matcher", undefined],
    ["matcher", ""],
    ["handler", { ...parts.handler, timeout: 6 }],
  ])("C8 differs by %s %j", (key, value) => {
    expect(hookId({ ...parts, [key]: value })).not.toBe(hookId(parts));
  });

  it("C8 does not depend on the order of keys, at any depth", () => {
    const one = { type: "http", headers: { a: "1", b: "2" }, list: [1, { x: 1, y: 2 }] };
    const two = { list: [1, { y: 2, x: 1 }], headers: { b: "2", a: "1" }, type: "http" };
    expect(hookId({ ...parts, handler: one })).toBe(hookId({ ...parts, handler: two }));
    const turned = { ...one, list: [{ x: 1, y: 2 }, 1] };
    expect(hookId({ ...parts, handler: one })).not.toBe(hookId({ ...parts, handler: turned }));
  });
});

describe("C8 ids of files", () => {
  const file = "project/.claude/settings.json";
  const group = (...hooks: readonly object[]) => ({ hooks: { PreToolUse: [{ hooks }] } });
  const guard = { type: "command", command: "guard" };

  it("C8 stay when the file is reformatted, commented or has more before them", async () => {
    const world = newWorld();
    const idOf = async (text: string) => {
      world.write(file, text);
      return (await world.load()).hooks.find(({ label }) => label === "guard")?.id;
    };
    const id = await idOf(JSON.stringify(group(guard)));
    expect(id).toMatch(/^[0-9a-f]{12}$/);
    const other = { type: "command", command: "other" };
    for (const text of [
      JSON.stringify(group(guard), undefined, 4).replaceAll("\n", "\r\n"),
      `// note\n${JSON.stringify(group(guard))}`,
      JSON.stringify(group(other, { command: "guard", type: "command" })),
      JSON.stringify(group(guard)).replace("guard", "\\u0067uard"),
      JSON.stringify({ model: "x", ...group(guard) }),
    ])
      expect(await idOf(text)).toBe(id);
  });

  it("C8 differ across projects, and not across paths to one project", async () => {
    const world = newWorld();
    world.write(file, settingsWith("guard"));
    world.write("second/.claude/settings.json", settingsWith("guard"));
    mkdirSync(world.at("links"));
    symlinkSync(world.project, world.at("links", "project"));
    const idIn = async (cwd: string) => (await world.load({ cwd })).hooks[0]?.id;
    const id = await idIn(world.project);
    expect(await idIn(world.at("second"))).not.toBe(id);
    expect(await idIn(world.at("links", "project"))).toBe(id);
  });
});
