import { expect, it } from "vitest";
import { qualifiedName } from "./names.ts";
import { namedArguments } from "./prompt-commands.ts";
import { mediaOfBlocks, textOfBlocks } from "./result-blocks.ts";

it("M5 other characters than letters, digits, _ and - become _", () => {
  expect(qualifiedName("my.server", "odd/tool x-1")).toBe("mcp__my_server__odd_tool_x-1");
});

it("E25 the arguments of a prompt get the words in order, the last one all that are left", () => {
  expect(namedArguments(["who", "how"], "Ann very  kindly")).toEqual({
    who: "Ann",
    how: "very kindly",
  });
  expect(namedArguments(["who", "how"], "Ann")).toEqual({ who: "Ann" });
  expect(namedArguments([], "Ann")).toEqual({});
});

it("A5 what hooks put in place of a result is read like a result", () => {
  const image = {
    type: "image",
    source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" },
  };
  expect(textOfBlocks("text")).toBe("text");
  expect(textOfBlocks([{ type: "text", text: "a" }, image, { type: "new", x: 1 }])).toBe(
    'a\n{"type":"new","x":1}',
  );
  expect(mediaOfBlocks([image, { type: "text", text: "a" }])).toEqual([image]);
});
