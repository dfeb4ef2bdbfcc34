import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fill, namer } from "./placeholders.ts";

const variables = { HOOK: "/tmp/x/hooks/hook", DIR: "/tmp/x/hooks", PROJ: "/tmp/x/project" };

describe("placeholders", () => {
  it("are replaced in texts and keys at any depth; unknown ones stay", () => {
    const value = { "{{PROJ}}/a": [{ command: "{{HOOK}} a > {{DIR}}/b" }, 1, null, "{{WHAT}}"] };
    expect(fill(value, variables)).toEqual({
      "/tmp/x/project/a": [
        { command: "/tmp/x/hooks/hook a > /tmp/x/hooks/b" },
        1,
        null,
        "{{WHAT}}",
      ],
    });
  });

  it("can be put back", () => {
    const text = fc.stringMatching(/^[a-z /]*(\{\{(HOOK|DIR|PROJ)\}\}[a-z ]*)*$/);
    fc.assert(
      fc.property(fc.dictionary(text, fc.array(text)), (value) => {
        expect(namer(variables)(fill(value, variables))).toEqual(value);
      }),
    );
  });

  it("ids are numbered in order of appearance, tool calls in the order they were made", () => {
    const name = namer(variables);
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
    expect(name([`${one}/x`, "toolu_07"])).toEqual(["<uuid1>/x", "<tool_use7>"]);
    expect(name({ id: other, first: one, call: "toolu_01" })).toEqual({
      id: "<uuid2>",
      first: "<uuid1>",
      call: "<tool_use1>",
    });
  });
});
