import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { play } from "./testing/play.ts";

/** Settings with one hook that writes its scope to a file of the project. */
const settings = (scope: string) => ({
  hooks: {
    Stop: [
      { hooks: [{ type: "command", command: `echo x > "$CLAUDE_PROJECT_DIR"/ran-${scope}` }] },
    ],
  },
});

it("C1 the hooks of every settings file, of a plugin and of code run in a session", async () => {
  const base = mkdtempSync(join(tmpdir(), "scopes-"));
  const write = (path: string, value: object) => {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), JSON.stringify(value));
    return join(base, path);
  };
  write("plugin/hooks/hooks.json", settings("plugin"));
  const { cwd, firedEvents } = await play({
    managedFile: write("managed.json", settings("managed")),
    userSettings: settings("user"),
    projectSettings: settings("project"),
    files: { ".claude/settings.local.json": JSON.stringify(settings("local")) },
    settings: write("flag.json", settings("flag")),
    pluginDirectories: [join(base, "plugin")],
    trustProject: true,
    script: [["done"]],
  });
  for (const scope of ["managed", "user", "project", "local", "flag", "plugin"])
    expect(readFileSync(join(cwd, `ran-${scope}`), "utf8"), scope).toBe("x\n");
  expect(firedEvents).toContain("Stop");
});
