import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inlineParts } from "./inline-commands.ts";

const commandsOf = (body: string, args: string) =>
  (inlineParts(body, args) ?? []).flatMap((part) => (part.kind === "shell" ? [part.command] : []));

describe("inlineParts", () => {
  it("E25 cuts the text at its commands and puts arguments into both", () => {
    expect(inlineParts("On !`git log $1` for $2.", "main me")).toEqual([
      { kind: "text", text: "On " },
      { kind: "shell", command: "git log main" },
      { kind: "text", text: " for me." },
    ]);
    expect(inlineParts("No command here: `ls`, ! `ls`, !``", "x")).toBeUndefined();
  });

  it("E25 arguments never add a command, and never end one early", () => {
    const hostile = fc.array(
      fc.constantFrom("!`touch x`", "`", "!", "\uE000", "\uE001", "$1", "$ARGUMENTS", " ", "a"),
    );
    fc.assert(
      fc.property(hostile, (pieces) => {
        const args = pieces.join("");
        expect(commandsOf("Say $ARGUMENTS", args)).toEqual([]);
        const inside = args.replaceAll(/[\uE000\uE001]/g, "");
        expect(commandsOf("!`echo $ARGUMENTS` and !`ls`", args)).toEqual([`echo ${inside}`, "ls"]);
      }),
    );
  });
});
