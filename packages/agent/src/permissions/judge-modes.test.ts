import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type PermissionMode, permissionModes } from "./permissions.ts";
import { folders, kindOf, permissionsIn, settingsOf } from "./testing.ts";

const place = folders();
const inside = { file_path: join(place.project, "src/a.ts") };
const outside = { file_path: join(place.home, "elsewhere/a.ts") };

/** A call, and what default, plan, acceptEdits, dontAsk and bypassPermissions say about it. */
type Row = readonly [
  call: string,
  tool: string,
  input: Readonly<Record<string, unknown>>,
  answers: string,
];

/** auto is acceptEdits that never asks. */
function answersByMode(answers: string): Readonly<Record<PermissionMode, string>> {
  const [normal = "", plan = "", acceptEdits = "", dontAsk = "", bypassPermissions = ""] =
    answers.split(" ");
  const auto = acceptEdits === "question" ? "unlessGranted" : acceptEdits;
  return { default: normal, plan, acceptEdits, auto, dontAsk, bypassPermissions };
}

const table = (permissions: unknown, rows: readonly Row[]) => {
  for (const [call, tool, input, answers] of rows)
    it.each(permissionModes.map((mode) => [mode, answersByMode(answers)[mode]] as const))(
      `G1 ${call} in %s: %s`,
      async (mode: PermissionMode, answer) => {
        const { judge } = permissionsIn(place, { mode, permissions });
        expect(kindOf(await judge(tool, input))).toBe(answer);
      },
    );
};

describe("without any rule", () => {
  table({}, [
    ["Read", "Read", outside, "allow allow allow allow allow"],
    ["Glob", "Glob", { pattern: "**" }, "allow allow allow allow allow"],
    ["a task tool", "TaskCreate", {}, "allow allow allow allow allow"],
    ["a command that looks", "Bash", { command: "ls | grep x" }, "allow allow allow allow allow"],
    ["a command", "Bash", { command: "touch A" }, "question deny question unlessGranted allow"],
    ["Edit", "Edit", inside, "question deny allow unlessGranted allow"],
    ["Write", "Write", inside, "question deny allow unlessGranted allow"],
    [
      "Edit of what git runs",
      "Edit",
      { file_path: join(place.project, "sub/.git/config") },
      "question deny question unlessGranted allow",
    ],
    ["Edit outside", "Edit", outside, "question deny question unlessGranted allow"],
    [
      "NotebookEdit",
      "NotebookEdit",
      { notebook_path: join(place.project, "n.ipynb") },
      "question deny allow unlessGranted allow",
    ],
    [
      "WebFetch",
      "WebFetch",
      { url: "https://example.com/x" },
      "question question question unlessGranted allow",
    ],
    ["another tool", "mcp__a__b", {}, "question question question unlessGranted allow"],
  ]);
});

it.each([
  ["Write", inside, "ask"],
  ["Edit", inside, "ask"],
  ["Bash", { command: "touch A" }, "allow"],
  ["Bash", { command: "rm A" }, "ask"],
  ["Bash", { command: "ls" }, "allow"],
  ["Read", inside, "allow"],
])("G1 where plan mode asks about changes, %s %j: %s", async (tool, input, answer) => {
  const permissions = { allow: ["Bash(touch:*)", "Edit", "Write"] };
  const options = { mode: "plan", planModeChanges: "asked", permissions } as const;
  expect(kindOf(await permissionsIn(place, options).judge(tool, input))).toBe(answer);
});

describe("with an allow rule", () => {
  table({ allow: ["Bash(touch:*)", "Edit(/src/**)", "WebFetch(domain:example.com)", "mcp__a"] }, [
    ["a command", "Bash", { command: "touch A" }, "allow deny allow allow allow"],
    ["with one that looks", "Bash", { command: "ls && touch A" }, "allow deny allow allow allow"],
    [
      "T11 cd before it, which needs a rule too",
      "Bash",
      { command: "cd s; touch A" },
      "question deny question unlessGranted allow",
    ],
    ["Edit", "Edit", inside, "allow deny allow allow allow"],
    ["Edit elsewhere", "Edit", outside, "question deny question unlessGranted allow"],
    ["Write, which edits too", "Write", inside, "allow deny allow allow allow"],
    ["WebFetch", "WebFetch", { url: "https://example.com" }, "allow allow allow allow allow"],
    ["a tool of a server", "mcp__a__b", {}, "allow allow allow allow allow"],
    [
      "a redirection",
      "Bash",
      { command: "touch A > B" },
      "question deny question unlessGranted allow",
    ],
    [
      "a redirection of a group",
      "Bash",
      { command: "{ ls; } > B" },
      "question deny question unlessGranted allow",
    ],
    [
      "a substitution",
      "Bash",
      { command: "touch $(rm x)" },
      "question deny question unlessGranted allow",
    ],
  ]);
});

describe("with an ask rule", () => {
  table(
    { allow: ["Bash", "Edit", "Write", "Read"], ask: ["Bash(touch:*)", "Edit", "Read(~/s/**)"] },
    [
      ["a command", "Bash", { command: "ls && touch A" }, "ask deny ask deny ask"],
      ["another command", "Bash", { command: "rm A" }, "allow deny allow allow allow"],
      ["Edit", "Edit", inside, "ask deny ask deny ask"],
      ["Write, which does the same", "Write", inside, "ask deny ask deny ask"],
      ["Read", "Read", { file_path: join(place.home, "s/t") }, "ask ask ask deny ask"],
    ],
  );
});

describe("with a deny rule", () => {
  table(
    { allow: ["Bash", "Edit"], ask: ["Bash"], deny: ["Bash(touch:*)", "Edit", "Read(~/s/**)"] },
    [
      ["a command", "Bash", { command: "ls && touch A" }, "deny deny deny deny deny"],
      ["Edit", "Edit", inside, "deny deny deny deny deny"],
      ["Write", "Write", inside, "deny deny deny deny deny"],
      ["Read", "Read", { file_path: join(place.home, "s/t") }, "deny deny deny deny deny"],
    ],
  );
});

describe("the mode", () => {
  const modeOf = (flag: PermissionMode | undefined, ...scopes: [string, unknown][]) =>
    permissionsIn(place, {
      mode: flag,
      settings: () =>
        scopes.map(([scope, defaultMode]) => settingsOf({ defaultMode }, scope as "user")),
    }).mode();

  it.each([
    ["nothing is set", undefined, [], "default"],
    ["user", undefined, [["user", "plan"]], "plan"],
    [
      "project over user",
      undefined,
      [
        ["user", "plan"],
        ["project", "acceptEdits"],
      ],
      "acceptEdits",
    ],
    [
      "local over project",
      undefined,
      [
        ["project", "plan"],
        ["local", "dontAsk"],
      ],
      "dontAsk",
    ],
    [
      "--settings over local",
      undefined,
      [
        ["local", "plan"],
        ["settings-flag", "dontAsk"],
      ],
      "dontAsk",
    ],
    ["the flag over --settings", "acceptEdits", [["settings-flag", "plan"]], "acceptEdits"],
    ["managed over all", "acceptEdits", [["managed", "plan"]], "plan"],
    ["a mode that does not exist", undefined, [["user", "yolo"]], "default"],
    [
      "bypassPermissions of the user",
      undefined,
      [["user", "bypassPermissions"]],
      "bypassPermissions",
    ],
  ] as const)("G1 %s", (_, flag, scopes, expected) => {
    expect(modeOf(flag, ...(scopes as unknown as [string, unknown][]))).toBe(expected);
  });

  it.each(["project", "local"])("T4 bypassPermissions in %s settings is ignored", (scope) => {
    expect(modeOf(undefined, ["user", "plan"], [scope, "bypassPermissions"])).toBe("plan");
  });

  it.each(["managed", "user", "project", "settings-flag"] as const)(
    "E15 bypassPermissions is not in force where %s settings disable it, and cannot be chosen",
    async (scope) => {
      const settings = settingsOf({ disableBypassPermissionsMode: "disable" }, scope);
      const permissions = permissionsIn(place, {
        mode: "bypassPermissions",
        settings: () => [settings],
      });
      expect(permissions.mode()).toBe("default");
      const update = { type: "setMode", mode: "bypassPermissions", destination: "session" };
      expect(await permissions.update([update])).toEqual([
        expect.stringContaining("is disabled by permissions.disableBypassPermissionsMode in "),
      ]);
    },
  );
});
