import { expect, it } from "vitest";
import { initializeOptions } from "./initialize-options.ts";

const servers = {
  config: () => {
    throw new Error("no server is asked for");
  },
  receive() {},
};

it("the mark between the parts of a system prompt is not a part of it", () => {
  const mark = "__SYSTEM_PROMPT_DYNAMIC_BOUNDARY__";
  const systemPrompt = ["Be brief.", mark, "It is Monday."];
  expect(initializeOptions({ systemPrompt }, servers).options).toEqual({
    systemPrompt: "Be brief.\n\nIt is Monday.",
  });
});
