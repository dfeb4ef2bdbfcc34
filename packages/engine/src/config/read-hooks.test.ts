import { type Profile, profiles } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { matcherOptions } from "../testing/hook-run.ts";
import { readJson } from "./json-document.ts";
import { readHooks } from "./read-hooks.ts";

function read(text: string, profile: Profile = profiles.reference) {
  const json = readJson("settings.json", text);
  if (!json.ok) throw new Error(json.message);
  const { value } = json.document;
  const hooks = typeof value === "object" && value !== null && "hooks" in value ? value.hooks : {};
  const origin = {
    scope: "project",
    root: "/project",
    needsTrust: true,
    owner: undefined,
  } as const;
  return readHooks(json.document, hooks, { origin, profile, matcherOptions });
}

describe("readHooks", () => {
  it("C5 the advice for a list as matcher has all its names", () => {
    const adviceFor = (matcher: unknown) =>
      read(JSON.stringify({ hooks: { PreToolUse: [{ matcher, hooks: [] }] } })).diagnostics[0]
        ?.advice;
    expect(adviceFor(["Bash", "Write"])).toContain('write "matcher": "Bash|Write"');
    expect(adviceFor(1)).toContain('write "matcher": "Bash"');
  });

  it("C2 keeps the order as written and the place of every hook", () => {
    const { hooks, diagnostics } = read(`{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [
        {"type": "command", "command": "first"},
        {"type": "command", "command": "second"}
      ]}
    ]
  }
}`);
    expect(
      hooks.map(({ label, source }) => [label, source.line, source.column, source.path]),
    ).toEqual([
      ["first", 5, 9, "hooks.PreToolUse[0].hooks[0]"],
      ["second", 6, 9, "hooks.PreToolUse[0].hooks[1]"],
    ]);
    expect(diagnostics).toEqual([]);
  });

  it.each([
    ["an unknown type", `{"type": "nonsense"}`, 'unknown hook type "nonsense"'],
    ["a missing command", `{"type": "command"}`, "command is missing: a command hook needs it"],
    ["a handler that is no object", `"echo"`, "the hook is a string"],
  ])("C5 skips %s alone, with a diagnostic", (_what, entry, message) => {
    const { hooks, diagnostics } = read(
      `{"hooks": {"PreToolUse": [{"hooks": [${entry}, {"type": "command", "command": "good"}]}]}}`,
    );
    expect(hooks.map((hook) => hook.label)).toEqual(["good"]);
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]?.message).toContain(message);
    expect(diagnostics[0]?.place.path).toMatch(/^hooks\.PreToolUse\[0\]\.hooks\[0\]/);
  });

  it.each([
    ["hooks that are no object", `{"hooks": 1}`],
    ["an event that is no list", `{"hooks": {"PreToolUse": "x"}}`],
    ["a group without hooks", `{"hooks": {"PreToolUse": [{"matcher": "Bash"}]}}`],
    ["a matcher that is no string", `{"hooks": {"PreToolUse": [{"matcher": 1, "hooks": []}]}}`],
    ["an invalid expression", `{"hooks": {"PreToolUse": [{"matcher": "(", "hooks": []}]}}`],
    ["E20 an unknown event", `{"hooks": {"PreToolUses": []}}`],
  ])("C5 reports %s", (_what, text) => {
    const { hooks, diagnostics } = read(text);
    expect(hooks).toEqual([]);
    expect(diagnostics).toHaveLength(1);
  });

  it("P2 sequential that is neither true nor false is reported", () => {
    const group = (sequential: string) =>
      read(
        `{"hooks": {"Stop": [{"sequential": ${sequential}, "hooks": [{"type": "command", "command": "x"}]}]}}`,
      );
    expect(group('"true"').diagnostics).toMatchObject([
      { code: "bad-field", place: { path: "hooks.Stop[0].sequential" } },
    ]);
    expect(group('"true"').hooks[0]?.group.sequential).toBe(false);
    expect(group("true")).toMatchObject({
      diagnostics: [],
      hooks: [{ group: { sequential: true } }],
    });
  });

  it("H8 onFailure has an effect on PreCompact if the profile can block it", () => {
    const text = `{"hooks": {"PreCompact": [{"hooks": [{"type": "command", "command": "x", "onFailure": "block"}]}]}}`;
    expect(read(text).diagnostics).toMatchObject([{ code: "on-failure-ignored" }]);
    expect(read(text, profiles["claude-code"]).diagnostics).toEqual([]);
  });

  it.each([
    [
      "TeammateIdle",
      "a hook that fails cannot block TeammateIdle, so onFailure has no effect; exit 2 does block",
    ],
    ["SessionStart", "a hook that fails cannot refuse SessionStart, so onFailure has no effect"],
  ])("H8 onFailure on %s says what does block", (event, message) => {
    const hook = { type: "command", command: "x", onFailure: "block" };
    const text = JSON.stringify({ hooks: { [event]: [{ hooks: [hook] }] } });
    expect(read(text).diagnostics).toMatchObject([{ code: "on-failure-ignored", message }]);
  });

  it("C8 the id depends on the definition and its project, not on its neighbours", () => {
    const entry = `{"type": "command", "command": "guard"}`;
    const alone = read(`{"hooks": {"PreToolUse": [{"hooks": [${entry}]}]}}`);
    const later = read(
      `{"hooks": {"PreToolUse": [{"matcher": "X", "hooks": [${entry}]}, {"hooks": [${entry}]}]}}`,
    );
    expect(later.hooks[1]?.id).toBe(alone.hooks[0]?.id);
    expect(later.hooks[0]?.id).not.toBe(alone.hooks[0]?.id);
  });
});

describe("readJson", () => {
  it("C5 accepts comments and trailing commas", () => {
    expect(read(`{"hooks": {}, /* why */ }`).diagnostics).toEqual([]);
  });

  it("C5 says where a text stops being JSON", () => {
    const json = readJson("settings.json", '{\n  "hooks": ]\n}');
    expect(json).toMatchObject({
      ok: false,
      place: { file: "settings.json", line: 2, column: 12 },
    });
  });
});
