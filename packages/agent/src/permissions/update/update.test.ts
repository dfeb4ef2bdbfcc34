import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folders, kindOf, permissionsIn, settingsOf } from "../testing.ts";

const allowTouch = {
  type: "addRules",
  rules: [{ toolName: "Bash", ruleContent: "touch:*" }],
  behavior: "allow",
} as const;

const json = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));

describe("G6 changes of the session", () => {
  it("G6 rules are added, replaced and removed, in force at once", async () => {
    const place = folders();
    const { bash, update } = permissionsIn(place);
    const change = async (more: object) =>
      update([{ ...allowTouch, destination: "session", ...more }]);
    expect(kindOf(await bash("touch A"))).toBe("question");
    expect(await change({})).toEqual([]);
    expect(await bash("touch A")).toBe("allow");
    await change({ type: "replaceRules", rules: [{ toolName: "Bash", ruleContent: "rm A" }] });
    expect([kindOf(await bash("touch A")), await bash("rm A")]).toEqual(["question", "allow"]);
    await change({ type: "removeRules", rules: [{ toolName: "Bash", ruleContent: "rm A" }] });
    expect(kindOf(await bash("rm A"))).toBe("question");
    await change({ behavior: "deny", rules: [{ toolName: "Bash" }] });
    expect(kindOf(await bash("ls"))).toBe("deny");
    expect(existsSync(join(place.project, ".claude"))).toBe(false);
  });

  it("G6 a rule of --disallowedTools cannot be removed", async () => {
    const { bash, update } = permissionsIn(folders(), { disallowedTools: ["Bash(rm:*)"] });
    const rules = [{ toolName: "Bash", ruleContent: "rm:*" }];
    await update([
      { type: "removeRules", rules, behavior: "deny", destination: "session" },
      { type: "replaceRules", rules: [], behavior: "deny", destination: "session" },
    ]);
    expect(kindOf(await bash("rm A"))).toBe("deny");
  });

  it("G6 the mode changes; bypassPermissions only where the session was started with it", async () => {
    const place = folders();
    const bypass = { type: "setMode", mode: "bypassPermissions", destination: "session" };
    const careful = permissionsIn(place);
    expect(await careful.update([{ ...bypass, mode: "plan" }])).toEqual([]);
    expect(careful.mode()).toBe("plan");
    expect(await careful.update([bypass])).toEqual([expect.stringContaining("started with it")]);
    expect(careful.mode()).toBe("plan");
    const bold = permissionsIn(place, { mode: "bypassPermissions" });
    await bold.update([{ ...bypass, mode: "plan" }]);
    expect(await bold.update([bypass])).toEqual([]);
    expect(bold.mode()).toBe("bypassPermissions");
    expect(await bold.update([{ ...bypass, destination: "localSettings" }])).toHaveLength(1);
  });

  it("G6 directories are added and removed", async () => {
    const place = folders();
    const { judge, update } = permissionsIn(place, { mode: "acceptEdits" });
    const edit = async () =>
      kindOf(await judge("Edit", { file_path: join(place.home, "other/a") }));
    const change = (type: string, directory: string) =>
      update([{ type, directories: [directory], destination: "session" }]);
    expect(await edit()).toBe("question");
    expect(await change("addDirectories", "../other")).toEqual([]);
    expect(await edit()).toBe("allow");
    expect(await change("removeDirectories", "~/other")).toEqual([]);
    expect(await edit()).toBe("question");
  });

  it.each([
    ["nothing", undefined, "not an object"],
    ["a text", "addRules", "not an object"],
    ["an unknown type", { type: "addRule", destination: "session" }, '"addRule"'],
    ["no destination", { ...allowTouch }, "destination"],
    ["an unknown destination", { ...allowTouch, destination: "managed" }, '"managed"'],
    ["no behavior", { ...allowTouch, behavior: undefined, destination: "session" }, "behavior"],
    ["no rules", { ...allowTouch, rules: "Bash", destination: "session" }, "list of rules"],
    ["a rule without a tool", { ...allowTouch, rules: [{}], destination: "session" }, "toolName"],
    [
      "a rule that is broken",
      { ...allowTouch, rules: [{ toolName: "Edit", ruleContent: "!x" }], destination: "session" },
      "negates",
    ],
    [
      "a pattern in the tool's name",
      {
        ...allowTouch,
        rules: [{ toolName: "Bash(a) x(", ruleContent: "b" }],
        destination: "session",
      },
      "is not a rule",
    ],
    [
      "an unknown mode",
      { type: "setMode", mode: "automatic", destination: "session" },
      '"automatic"',
    ],
    [
      "a directory that is none",
      { type: "addDirectories", directories: [7], destination: "session" },
      "directory",
    ],
  ])("G6 %s is reported, and the other updates are applied", async (_, bad, words) => {
    const { bash, update } = permissionsIn(folders());
    const problems = await update([bad, { ...allowTouch, destination: "session" }]);
    expect(problems).toEqual([expect.stringContaining(words)]);
    expect(await bash("touch A")).toBe("allow");
  });
});

describe("G6 changes that are written", () => {
  it.each([
    ["localSettings", "project/.claude/settings.local.json"],
    ["projectSettings", "project/.claude/settings.json"],
    ["userSettings", ".claude/settings.json"],
  ])("G6 %s: the file is created, and the rule is in force at once", async (destination, path) => {
    const place = folders();
    const { bash, update } = permissionsIn(place);
    expect(await update([{ ...allowTouch, destination }])).toEqual([]);
    expect(json(join(place.home, path))).toEqual({ permissions: { allow: ["Bash(touch:*)"] } });
    expect(await bash("touch A")).toBe("allow");
    expect(await update([{ ...allowTouch, type: "removeRules", destination }])).toEqual([]);
    expect(json(join(place.home, path))).toEqual({ permissions: { allow: [] } });
    expect(kindOf(await bash("touch A"))).toBe("question");
  });

  it("G6 everything else in the file is unchanged, including its mode, and no temporary file remains", async () => {
    const place = folders({
      "project/.claude/settings.json":
        '{\n  // guards\n  "hooks": {},\n  "permissions": {"deny": ["Edit"], "allow": ["x", 7]}\n}\n',
    });
    const file = join(place.project, ".claude/settings.json");
    chmodSync(file, 0o640);
    const { update } = permissionsIn(place);
    const destination = "projectSettings";
    const directories = ["/elsewhere"];
    expect(
      await update([
        { ...allowTouch, destination },
        { type: "setMode", mode: "plan", destination },
        { type: "addDirectories", directories, destination },
      ]),
    ).toEqual([]);
    const text = readFileSync(file, "utf8");
    expect(text).toContain("  // guards\n");
    expect(JSON.parse(text.replace("// guards", ""))).toEqual({
      hooks: {},
      permissions: {
        deny: ["Edit"],
        allow: ["x", 7, "Bash(touch:*)"],
        defaultMode: "plan",
        additionalDirectories: ["/elsewhere"],
      },
    });
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(readdirSync(join(place.project, ".claude"))).toEqual(["settings.json"]);
  });

  it("G6 changes at the same time are all kept", async () => {
    const place = folders();
    const { update } = permissionsIn(place);
    const names = Array.from({ length: 20 }, (_, index) => `Tool${index}`);
    await Promise.all(
      names.map((toolName) =>
        update([{ ...allowTouch, rules: [{ toolName }], destination: "localSettings" }]),
      ),
    );
    const file = join(place.project, ".claude/settings.local.json");
    expect(json(file)).toEqual({ permissions: { allow: names } });
  });

  it("T6 writing a rule to an untrusted file does not put the rest of that file into force", async () => {
    const place = folders({
      "project/.claude/settings.json": '{"permissions": {"allow": ["Bash(rm:*)"]}}',
    });
    const { bash, update } = permissionsIn(place);
    expect(await update([{ ...allowTouch, destination: "projectSettings" }])).toEqual([]);
    expect([await bash("touch A"), kindOf(await bash("rm A"))]).toEqual(["allow", "question"]);
  });

  it("C7 once settings are read again, they apply as written", async () => {
    const place = folders();
    let settings = [settingsOf({ allow: ["Bash(rm:*)"] }, "local")];
    const { bash, update } = permissionsIn(place, { settings: () => settings });
    await update([{ ...allowTouch, destination: "localSettings" }]);
    expect([await bash("touch A"), await bash("rm A")]).toEqual(["allow", "allow"]);
    settings = [settingsOf({ allow: ["Bash(mv:*)"] }, "local")];
    expect(kindOf(await bash("touch A; rm A"))).toBe("question");
    expect(await bash("mv A B")).toBe("allow");
  });

  it("T4 a link of the project does not lead the change into the user's settings", async () => {
    const place = folders({ ".claude/settings.json": "{}" });
    mkdirSync(join(place.project, ".claude"));
    const file = join(place.project, ".claude/settings.local.json");
    symlinkSync(join(place.home, ".claude/settings.json"), file);
    const { bash, update } = permissionsIn(place);
    const problems = await update([{ ...allowTouch, destination: "localSettings" }]);
    expect(problems).toEqual([expect.stringContaining("leads out of")]);
    expect(json(join(place.home, ".claude/settings.json"))).toEqual({});
    expect(kindOf(await bash("touch A"))).toBe("question");
  });

  it("G6 user settings that are a link are changed where they are", async () => {
    const place = folders({ "dotfiles/s.json": "{}" });
    mkdirSync(join(place.home, ".claude"));
    symlinkSync("../dotfiles/s.json", join(place.home, ".claude/settings.json"));
    await permissionsIn(place).update([{ ...allowTouch, destination: "userSettings" }]);
    expect(json(join(place.home, "dotfiles/s.json"))).toEqual({
      permissions: { allow: ["Bash(touch:*)"] },
    });
  });

  it.each([
    ["not JSON", (file: string) => writeFileSync(file, "{ nonsense"), "not a JSON object"],
    ["a folder", (file: string) => mkdirSync(file), "not a regular file"],
    [
      "of another shape",
      (file: string) => writeFileSync(file, '{"permissions": {"allow": "Bash"}}'),
      "not a list",
    ],
  ])("G6 a file that is %s is left alone, and nothing changes", async (_, make, words) => {
    const place = folders();
    mkdirSync(join(place.project, ".claude"));
    make(join(place.project, ".claude/settings.json"));
    const { bash, update } = permissionsIn(place);
    const problems = await update([{ ...allowTouch, destination: "projectSettings" }]);
    expect(problems).toEqual([expect.stringContaining(words)]);
    expect(kindOf(await bash("touch A"))).toBe("question");
    expect(readdirSync(join(place.project, ".claude"))).toEqual(["settings.json"]);
  });
});
