import { expect, it } from "vitest";
import { editorWords, openEditor } from "./open-editor.ts";

it.each([
  [{}, ["vi", "+7", "/a b.json"]],
  [{ EDITOR: "nano" }, ["nano", "+7", "/a b.json"]],
  [{ EDITOR: "nano", VISUAL: "/usr/bin/code --wait" }, ["/usr/bin/code", "--wait", "/a b.json"]],
  [{ EDITOR: " " }, ["vi", "+7", "/a b.json"]],
])("the editor of %j opens the file, at the line if it can", (env, words) => {
  expect(editorWords("/a b.json", 7, env)).toEqual(words);
});

it("says that an editor is not installed", async () => {
  await expect(openEditor("/a.json", 1, { EDITOR: "no-such-editor" })).rejects.toThrow(
    "no-such-editor is not installed; set EDITOR to another editor",
  );
});
