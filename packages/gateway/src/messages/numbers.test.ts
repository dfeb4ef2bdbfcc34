import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { play } from "../testing/play.ts";
import { lostNumber } from "./numbers.ts";

describe("numbers that JavaScript cannot hold", () => {
  it.each([
    ["12345678901234567890", true],
    ["9007199254740993", true],
    ["1e400", true],
    ["-1e400", true],
    ["1e-400", true],
    ["0.1000000000000000055", true],
    ["1.0", false],
    ["-0", false],
    ["100e-2", false],
    ["1e21", false],
    ["12345678901234567000000", true],
    ["123456789012345680000", false],
    ["0.000000123", false],
  ])("%s: %s", (number, isLost) => {
    expect(lostNumber(`{"a":["\\"1e400",${number}]}`)).toBe(isLost ? number : undefined);
  });

  it("any value that JavaScript printed", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(lostNumber(JSON.stringify(value))).toBeUndefined();
      }),
    );
  });

  it("a call with one is refused, and the client reads why", async () => {
    const { fromClient, sent, answerTo } = await play();
    await fromClient(
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"pay","arguments":{"amount":12345678901234567890}}}',
    );
    expect(sent).toEqual([]);
    expect(await answerTo(1)).toMatchObject({
      error: { code: -32602, message: expect.stringContaining("12345678901234567890") },
    });
  });
});
