import { join } from "node:path";
import { expect, it } from "vitest";
import { newFolders, play } from "./testing/play.ts";

const files = { ".env": "TOKEN=1\n", "open.txt": "TOKEN=2\n" };
const settings = { userSettings: { permissions: { ask: ["Read(.env)"] } } };
const grep = (input: object) => ({
  tool: "Grep",
  input: { pattern: "TOKEN", output_mode: "content", ...input },
});

it("G1 an ask rule for Read leaves a file out of a search, which says so; named by its path, it is asked about", async () => {
  const folders = newFolders();
  const asked: unknown[] = [];
  const { newTexts } = await play({
    ...settings,
    in: folders,
    files,
    permissionMode: "default",
    script: [[grep({})], [grep({ path: join(folders.cwd, ".env") })], ["done"]],
    ask: async ({ call }) => {
      asked.push(call.input["path"]);
      return { behavior: "allow" };
    },
  });
  expect(newTexts[1]?.[0]).toContain("TOKEN=2");
  expect(newTexts[1]?.[0]).not.toContain("TOKEN=1");
  expect(newTexts[1]?.[0]).toContain("Matches in a file are left out");
  expect(asked).toEqual([join(folders.cwd, ".env")]);
  expect(newTexts[2]?.[0]).toContain("TOKEN=1");
});
