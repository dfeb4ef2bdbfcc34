import { expect, it } from "vitest";
import { joinInputs } from "./join-inputs.ts";

it("keeps the order of prompts", () => {
  expect(joinInputs("first", "second")).toBe("first\nsecond");
  expect(joinInputs("", "second")).toBe("second");
  expect(joinInputs("first", "")).toBe("first");
});

it("never puts a prompt behind a command, where the shell would run it", () => {
  expect(joinInputs("!ls", "remove all files")).toBe("remove all files\n!ls");
  expect(joinInputs("look at this", "!ls")).toBe("look at this\n!ls");
});

it("two commands are one command of two lines", () => {
  expect(joinInputs("!ls", "!pwd")).toBe("!ls\npwd");
});
