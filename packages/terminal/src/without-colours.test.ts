import { describe, expect, it } from "vitest";
import { removeColours, withoutColours } from "./without-colours.ts";

const style = (parameters: string) => `\u001B[${parameters}m`;

describe("NO_COLOR", () => {
  it.each([
    ["31", ""],
    ["39", ""],
    ["97", ""],
    ["38;5;200", ""],
    ["48;2;1;2;3", ""],
    ["1", style("1")],
    ["7", style("7")],
    ["", style("")],
    ["1;31", style("1")],
    ["38;5;1;1", style("1")],
    ["38;2;1;2;3;7", style("7")],
    ["0", style("0")],
  ])("%s", (parameters, kept) => {
    expect(removeColours(`a${style(parameters)}b`)).toBe(`a${kept}b`);
  });

  it("leaves everything else of the terminal as it is", () => {
    const written: unknown[] = [];
    const stdout = {
      columns: 80,
      write(text: unknown, done?: () => void) {
        written.push(text);
        done?.();
        return this === stdout;
      },
    };
    const plain = withoutColours(stdout as unknown as NodeJS.WriteStream);
    let isDone = false;
    expect(plain.write(`${style("31")}x\u001B[2K`, () => (isDone = true))).toBe(true);
    expect({ written, isDone, columns: plain.columns }).toEqual({
      written: ["x\u001B[2K"],
      isDone: true,
      columns: 80,
    });
  });
});
