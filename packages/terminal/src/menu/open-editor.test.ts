import { expect, it } from "vitest";
import { editorWords } from "./open-editor.ts";

it.each([
  [{}, ["vi", "+7", "/a b.json"]],
  [{ EDITOR: "nano" }, ["nano", "+7", "/a b.json"]],
  [{ EDITOR: "nano", VISUAL: "/usr/bin/code --wait" }, ["/usr/bin/code", "--wait", "/a b.json"]],
  [{ EDITOR: " " }, ["vi", "+7", "/a b.json"]],
])("the editor of %j opens the file, at the line if it can", (env, words) => {
  expect(editorWords("/a b.json", 7, env)).toEqual(words);
});
