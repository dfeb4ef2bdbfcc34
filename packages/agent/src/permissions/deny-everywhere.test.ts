import { denyHolds, parseRule } from "@snaphook/engine/rules";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { permissionModes } from "./permissions.ts";
import { folders, permissionsIn } from "./testing.ts";

const place = folders();
const word = fc.constantFrom(
  "ls",
  "rm",
  "git",
  "-c",
  "x",
  "bash",
  "&&",
  ";",
  "|",
  "$(rm y)",
  ">",
  "a*",
);
const command = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(" "));
const path = fc
  .array(fc.constantFrom("src", "..", ".claude", "settings.json", "a.ts"), { minLength: 1 })
  .map((names) => `${place.project}/${names.join("/")}`);
const rule = fc.constantFrom(
  ...["Bash", "Bash(rm:*)", "Bash(git *)", "Bash(* x)", "Edit", "Edit(/src/**)", "Edit(*.ts)"],
  ...["Write(~/**)", "Read(**)", "WebFetch", "mcp__a", "Bash(", "Edit()"],
);
const call = fc.oneof(
  command.map((text) => ({ tool: "Bash", input: { command: text } })),
  fc
    .tuple(fc.constantFrom("Edit", "Write", "Read"), path)
    .map(([tool, file_path]) => ({ tool, input: { file_path } })),
  fc.constant({ tool: "WebFetch", input: { url: "https://example.com" } }),
  fc.constant({ tool: "mcp__a__b", input: {} }),
);
const rules = fc.array(rule, { maxLength: 3 });

describe("properties of permissions", () => {
  it("G1 a deny rule that matches refuses in every mode, whatever else is configured", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ call, deny: rules, ask: rules, allow: rules }),
        fc.constantFrom(...permissionModes),
        async ({ call: { tool, input }, ...permissions }, mode) => {
          const answer = await permissionsIn(place, { mode, permissions }).judge(tool, input);
          const context = { cwd: place.project, projectDirectory: place.project, home: place.home };
          const denied = permissions.deny.some((text) => {
            const parsed = parseRule(text);
            const judged = { toolName: tool, toolInput: input };
            return parsed.ok && denyHolds(parsed.rule, judged, context).holds;
          });
          if (denied) expect(answer).toHaveProperty("deny");
          if (answer === "allow") expect(denied).toBe(false);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("G1 more allow rules never turn a refusal by rule into permission", async () => {
    await fc.assert(
      fc.asyncProperty(call, rules, rules, async ({ tool, input }, deny, allow) => {
        const without = await permissionsIn(place, { permissions: { deny } }).judge(tool, input);
        const together = await permissionsIn(place, { permissions: { deny, allow } }).judge(
          tool,
          input,
        );
        if (typeof without === "object" && "deny" in without) expect(together).toEqual(without);
      }),
      { numRuns: 200 },
    );
  });
});
