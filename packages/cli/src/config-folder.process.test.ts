import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { command, workplace } from "./testing/workplace.ts";

/** A workplace whose user keeps settings, instructions and commands in another folder than ~/.claude. */
function elsewhere(script: unknown = [["done"]]) {
  const place = workplace({ hooks: { Stop: command("touch from-home") }, script });
  const folder = join(place.base, "config");
  mkdirSync(join(folder, "commands"), { recursive: true });
  const hooks = { Stop: command("touch from-config"), InstructionsLoaded: command("cat > loaded") };
  writeFileSync(join(folder, "settings.json"), JSON.stringify({ hooks }));
  writeFileSync(join(folder, "CLAUDE.md"), "Be brief.");
  writeFileSync(join(folder, "commands/greet.md"), "Greet $ARGUMENTS.");
  const run = async (args: readonly string[], CLAUDE_CONFIG_DIR = folder) => {
    const started = place.start(args, { CLAUDE_CONFIG_DIR });
    started.child.stdin.end();
    return started.ended;
  };
  return { ...place, folder, run };
}

it("C1 CLAUDE_CONFIG_DIR replaces ~/.claude: settings, instructions and commands", async () => {
  const place = elsewhere();
  expect(await place.run(["-p", "/greet you", ...place.model])).toEqual({
    code: 0,
    stdout: "done\n",
    stderr: "",
  });
  expect([place.has("from-config"), place.has("from-home")]).toEqual([true, false]);
  expect(JSON.parse(place.read("loaded"))).toMatchObject({
    file_path: join(place.folder, "CLAUDE.md"),
    memory_type: "User",
  });
  expect(place.transcripts()[0]).toContain("Greet you.");
});

it("C1 the other commands look there too", async () => {
  const place = elsewhere();
  const { stdout } = await place.run(["hooks"]);
  expect(stdout).toContain("touch from-config");
  expect(stdout).not.toContain("touch from-home");
});

it("T5 the agent's own tools do not change settings there without asking", async () => {
  const file = "../config/settings.local.json";
  const write = { tool: "Write", input: { file_path: file, content: "{}" } };
  const place = elsewhere([[write], ["done"]]);
  const args = ["--permission-mode", "acceptEdits", "--add-dir", place.folder];
  const { stderr } = await place.run(["-p", "go", ...place.model, ...args]);
  expect(stderr).toMatch(/refused: Write \(.*settings\.local\.json\)/);
});

it("T1 a relative path is not used, and the user is told", async () => {
  const place = elsewhere();
  const { code, stderr } = await place.run(["-p", "go", ...place.model], "../config");
  expect(code).toBe(0);
  expect(stderr).toMatch(/CLAUDE_CONFIG_DIR is "\.\.\/config", which is not an absolute path/);
  expect([place.has("from-config"), place.has("from-home")]).toEqual([false, true]);
});
