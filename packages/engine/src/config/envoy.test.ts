import { describe, expect, it } from "vitest";
import { createHooks } from "../engine.ts";
import { newWorld } from "./testing.ts";

/** What is said of flat settings under envoy, and the commands that were loaded. */
async function loaded(hooks: object) {
  const world = newWorld();
  const { cwd = "", home = "", managedFile = "" } = world.sources();
  world.write("home/.claude/settings.json", JSON.stringify({ hooks }));
  const snapshot = (
    await createHooks({ cwd, home, managedFile, sessionId: "s1", profile: "envoy" })
  ).config.snapshot();
  return {
    said: snapshot.diagnostics.map(({ code, level, place }) => `${level} ${code} ${place.path}`),
    hooks: snapshot.hooks.map(({ label }) => label),
  };
}

describe("envoy", () => {
  it("V7 its flat settings are read without findings", async () => {
    const good = {
      SessionStart: [
        { matcher: "startup", command: "one" },
        { matcher: "startup|clear", command: "two" },
        { command: "three" },
      ],
      PostToolUse: [
        { matcher: "filesystem_write_file|filesystem_edit_file", command: "four" },
        { matcher: "filesystem_.*", command: "five" },
      ],
    };
    expect(await loaded(good)).toEqual({
      said: [],
      hooks: ["one", "two", "three", "four", "five"],
    });
  });

  it.each([
    ["an invalid expression", "PostToolUse", { matcher: "(", command: "x" }, "invalid-matcher"],
    ["an invalid expression", "SessionStart", { matcher: "[", command: "x" }, "invalid-matcher"],
    ["a star alone", "PostToolUse", { matcher: "*", command: "x" }, "invalid-matcher"],
    ["an unknown source", "SessionStart", { matcher: "begin", command: "x" }, "dead-matcher"],
    ["a source of others", "SessionStart", { matcher: "fork", command: "x" }, "dead-matcher"],
    ["an empty command", "SessionStart", { matcher: "startup", command: "" }, "empty-field"],
    ["a blank command", "PostToolUse", { matcher: ".*", command: " " }, "empty-field"],
    ["no matcher", "PostToolUse", { command: "x" }, "matcher-needed"],
    ["an empty matcher", "PostToolUse", { matcher: "", command: "x" }, "matcher-needed"],
  ])(
    "V7 %s on %s is an error, and the other entry is loaded",
    async (_what, event, group, code) => {
      const { said, hooks } = await loaded({
        [event]: [group, { matcher: "startup|Bash", command: "neighbour" }],
      });
      expect(said).toEqual([expect.stringContaining(`error ${code} hooks.${event}[0]`)]);
      expect(hooks).toContain("neighbour");
    },
  );
});
