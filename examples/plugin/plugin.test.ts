import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brand } from "@snaphook/protocol";
import { expect, it } from "vitest";
import { bash, install, lintPlugin, newPlace } from "../testing/session.ts";

const plugin = join(import.meta.dirname, "plugin");
const write = (name: string) => [
  { tool: "Write", input: { file_path: name, content: "- a line\n" } },
];
const script = {
  main: [
    [{ tool: "mcp__plugin_house-rules_rules__list", input: {} }],
    [
      {
        tool: "Agent",
        input: { subagent_type: "house-rules:reviewer", description: "a review", prompt: "read" },
      },
    ],
    bash("touch pushed # git push --force"),
    bash("touch kept # git push"),
    [{ tool: "Skill", input: { skill: "house-rules:changelog" } }],
    write("other.md"),
    write("CHANGELOG.md"),
    ["done"],
  ],
  subagent: [["No rule is broken."]],
};

it.each([
  ["--plugin-dir", `${brand.homeFolder}/plugins/house-rules`],
  ["installed", ".claude/plugins/data/house-rules-examples"],
])("C1 C3 M5 every part of the plugin works: %s", async (way, data) => {
  const place = newPlace();
  if (way === "installed") install(place, plugin, "house-rules");
  const flags = way === "installed" ? [] : ["--plugin-dir", plugin, "--trust-project"];
  const prompt = "/house-rules:review the last commit";
  const timeline = [...flags, "--timeline"];
  const { status, stdout, stderr } = await place.run({ prompt, script, flags: timeline });
  expect(status, stderr).toBe(0);
  expect(stdout).toContain("No push with force.");
  expect(stdout).toContain("No rule is broken.");
  expect(stdout).toContain("house rule: no push with force");
  expect(stdout).toContain("the skill changelog only writes CHANGELOG.md");
  const made = ["pushed", "kept", "other.md", "CHANGELOG.md"].filter((file) => place.has(file));
  expect(made).toEqual(["kept", "CHANGELOG.md"]);
  const log = readFileSync(join(place.home, data, "lookups.jsonl"), "utf8");
  expect(JSON.parse(log)).toMatchObject({ tool_name: "mcp__plugin_house-rules_rules__list" });
});

it("C5 lint finds nothing", () => {
  expect(lintPlugin(plugin)).toBe("0 errors, 0 warnings");
});
