import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCase } from "./run-case.ts";

const target = (fault: string) => [
  process.execPath,
  "--conditions=workspace-source",
  join(import.meta.dirname, "minimal-agent.ts"),
  fault,
];

describe("runCase", () => {
  it("passes an agent that does what was recorded", async () => {
    for (const name of ["ups-exit1", "ups-matcher-ignored"])
      expect(await runCase(name, { target: target("none") })).toMatchObject({ differences: [] });
  });

  it.each(["order", "told", "outcomes", "model", "result"])(
    "fails one that is wrong about %s, and about nothing else",
    async (level) => {
      const { differences } = await runCase("ups-exit1", { target: target(level) });
      // Without its last hook there is one record less, too.
      const other = level === "order" ? ["outcomes"] : [];
      expect(new Set(differences.map((one) => one.level))).toEqual(new Set([level, ...other]));
    },
  );

  it("kills an agent that does not end", async () => {
    const { differences } = await runCase("ups-exit1", { target: target("run"), limitMs: 3000 });
    expect(differences).toContainEqual({ level: "run", text: "did not end in time" });
  });

  it("keeps the sandbox on request, and what was printed on stderr", async () => {
    const wrong = [process.execPath, "--no-such-option"];
    const { folder, stderr, differences } = await runCase("ups-exit1", {
      target: wrong,
      keep: true,
    });
    expect(existsSync(join(String(folder), "project/.claude/settings.json"))).toBe(true);
    expect(stderr).toContain("--no-such-option");
    expect(differences.map(({ level }) => level)).toContain("order");
  });
});
