import { readJson } from "@snaphook/engine/internal";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addHook, deleteHook, editHook, SettingsChangeError } from "./change-hooks.ts";

const file = "settings.json";
const handler = { type: "command", command: "./new.sh" };

/** Tabs, comments, a trailing comma and keys that nothing knows. */
const settings = `{
\t// about the model
\t"model": "opus", "theirs": [1,2 ,3],
\t"hooks": {
\t\t"PreToolUse": [
\t\t\t{
\t\t\t\t"matcher": "Bash", // shell
\t\t\t\t"hooks": [
\t\t\t\t\t// the first
\t\t\t\t\t{ "type": "command", "command": "./a.sh", "note": 1 },
\t\t\t\t\t// the second
\t\t\t\t\t{ "type": "command", /* b */ "command": "./b.sh" }
\t\t\t\t],
\t\t\t},
\t\t],
\t\t"Stop": [{ "hooks": [{ "type": "command", "command": "./stop.sh" }] }]
\t}
}
`;

const parsed = (text: string) => {
  const read = readJson(file, text);
  if (!read.ok) throw new Error(read.message);
  return read.document.value as { hooks?: Record<string, unknown[]> };
};

/** The lines of a text that another one does not have. */
const gone = (before: string, after: string) =>
  before.split("\n").filter((line) => !after.split("\n").includes(line));

describe("U1 adding a hook", () => {
  it("U1 appends to the last group if that has the same matcher, else adds a group", () => {
    const same = addHook(file, settings, { event: "PreToolUse", matcher: "Bash", handler });
    expect(same.path).toBe("hooks.PreToolUse[0].hooks[2]");
    expect(parsed(same.text).hooks?.["PreToolUse"]).toMatchObject([
      { hooks: [{}, {}, { command: "./new.sh" }] },
    ]);
    const other = addHook(file, settings, { event: "PreToolUse", matcher: "Write", handler });
    expect(other.path).toBe("hooks.PreToolUse[1].hooks[0]");
    expect(parsed(other.text).hooks?.["PreToolUse"]?.[1]).toEqual({
      matcher: "Write",
      hooks: [handler],
    });
    expect(other.text).toContain("// about the model");
    expect(other.text).toContain('"theirs": [1,2 ,3],');
  });

  it("U1 a group with `sequential` gets no further hook, because it would run in its order", () => {
    const text = JSON.stringify({ hooks: { Stop: [{ sequential: true, hooks: [handler] }] } });
    expect(addHook(file, text, { event: "Stop", handler }).path).toBe("hooks.Stop[1].hooks[0]");
  });

  it("U1 refuses a file that has no hooks by event, with the place of a mistake", () => {
    const add = (text: string) => () => addHook(file, text, { event: "Stop", handler });
    for (const [text, why] of [
      ["{", "settings.json:1:2: not valid JSON"],
      ["[]", "does not have hooks by event"],
      ['{"hooks": []}', "does not have hooks by event"],
      ['{"hooks": {"Stop": {}}}', "hooks.Stop is not a list"],
    ] as const) {
      expect(add(text)).toThrow(SettingsChangeError);
      expect(add(text)).toThrow(why);
    }
  });
});

describe("U1 editing a hook", () => {
  it("U1 changes one value, and no other byte of the file", () => {
    const path = "hooks.PreToolUse[0].hooks[1]";
    const { text } = editHook(file, settings, path, { fields: { command: "./c.sh" } });
    expect(text).toBe(settings.replace("./b.sh", "./c.sh"));
  });

  it("U1 a matcher that other hooks share stays theirs: the hook moves, with its comments", () => {
    const path = "hooks.PreToolUse[0].hooks[1]";
    const moved = editHook(file, settings, path, { matcher: "Write", fields: {} });
    expect(moved.path).toBe("hooks.PreToolUse[1].hooks[0]");
    expect(parsed(moved.text).hooks?.["PreToolUse"]).toEqual([
      { matcher: "Bash", hooks: [{ type: "command", command: "./a.sh", note: 1 }] },
      { matcher: "Write", hooks: [{ type: "command", command: "./b.sh" }] },
    ]);
    expect(moved.text).toContain('{ "type": "command", /* b */ "command": "./b.sh" }');
    const alone = editHook(file, settings, "hooks.Stop[0].hooks[0]", { matcher: "x", fields: {} });
    expect(alone.path).toBe("hooks.Stop[0].hooks[0]");
    expect(parsed(alone.text).hooks?.["Stop"]).toMatchObject([{ matcher: "x" }]);
  });
});

describe("U1 deleting a hook", () => {
  it("U1 removes its lines alone; comments about others stay", () => {
    const first = deleteHook(file, settings, "hooks.PreToolUse[0].hooks[0]");
    expect(gone(settings, first)).toEqual([expect.stringContaining("./a.sh")]);
    expect(first).toContain("// the second");
    const second = deleteHook(file, settings, "hooks.PreToolUse[0].hooks[1]");
    expect(gone(settings, second)).toHaveLength(2);
    expect(parsed(second).hooks?.["PreToolUse"]).toMatchObject([{ hooks: [{ note: 1 }] }]);
  });

  it("U1 removes what is empty then: the group, the event, and `hooks`", () => {
    const stop = deleteHook(file, settings, "hooks.Stop[0].hooks[0]");
    expect(Object.keys(parsed(stop).hooks ?? {})).toEqual(["PreToolUse"]);
    const only = JSON.stringify({ a: 1, hooks: { Stop: [{ hooks: [handler] }] }, b: 2 }, null, 2);
    expect(JSON.parse(deleteHook(file, only, "hooks.Stop[0].hooks[0]"))).toEqual({ a: 1, b: 2 });
  });

  it("U1 what was added can be deleted again, in any layout: the value is the one from before", () => {
    const hook = fc.record({ type: fc.constant("command"), command: fc.string({ minLength: 1 }) });
    const group = fc.record(
      { matcher: fc.constantFrom("Bash", "Write"), hooks: fc.array(hook, { minLength: 1 }) },
      { requiredKeys: ["hooks"] },
    );
    const events = fc.dictionary(
      fc.constantFrom("PreToolUse", "Stop"),
      fc.array(group, { minLength: 1 }),
      { minKeys: 1 },
    );
    fc.assert(
      fc.property(events, fc.constantFrom(0, 2, "\t"), fc.boolean(), (hooks, indent, crlf) => {
        const plain = JSON.stringify({ before: 1, hooks, after: [2] }, null, indent);
        const text = crlf ? plain.replaceAll("\n", "\r\n") : plain;
        const added = addHook(file, text, { event: "PreToolUse", matcher: "Bash", handler });
        if (crlf && indent !== 0) expect(added.text).not.toMatch(/[^\r]\n/);
        expect(parsed(deleteHook(file, added.text, added.path))).toEqual(JSON.parse(plain));
      }),
    );
  });
});
