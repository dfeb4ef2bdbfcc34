import { describe, expect, it } from "vitest";
import { splitAnswer } from "./split-answer.ts";

describe("splitAnswer", () => {
  it("keeps the block that may still grow", () => {
    expect(splitAnswer("one\n\ntwo")).toEqual({ complete: "one", rest: "two" });
    expect(splitAnswer("one\ntwo")).toEqual({ complete: "", rest: "one\ntwo" });
  });

  it("does not split a code block", () => {
    const code = "text\n\n```sh\na\n\nb";
    expect(splitAnswer(code)).toEqual({ complete: "text", rest: "```sh\na\n\nb" });
    expect(splitAnswer(`${code}\n\`\`\`\n\nafter`)).toEqual({
      complete: `${code}\n\`\`\``,
      rest: "after",
    });
  });
});
