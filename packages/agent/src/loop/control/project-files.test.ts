import { mkdirSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { session } from "../../tools/testing.ts";
import { projectFiles } from "./project-files.ts";

describe.each([
  { how: "with ripgrep", more: {} },
  { how: "without ripgrep", more: { ripgrep: async () => undefined } },
])("the files of a project, $how", ({ more }) => {
  it("are those that the agent's search looks at", async () => {
    const { context, write, at } = session(more);
    mkdirSync(at(".git"));
    write(".gitignore", "ignored\n");
    write("src/a file.ts", "");
    write("ignored/b.ts", "");
    write("node_modules/c.ts", "");
    symlinkSync(at("src"), at("link"));
    expect((await projectFiles(context)).toSorted()).toEqual([".gitignore", "src/a file.ts"]);
  });
});
