import { brand } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { createProgram } from "./create-program.ts";

/** The words that the agent gets from a command line. */
async function wordsOf(...args: readonly string[]): Promise<readonly string[] | undefined> {
  let got: readonly string[] | undefined;
  const program = createProgram(args, async (_flags, words) => {
    got = words;
  });
  await program.parseAsync(args, { from: "user" });
  return got;
}

describe("a prompt of one word", () => {
  it.each(["hello", "lint", "help", "--help", "-p"])("-- %s is a prompt", async (word) => {
    expect(await wordsOf("--", word)).toEqual([word]);
    expect(await wordsOf("--verbose", "--", word)).toEqual([word]);
  });

  it("without -- it is an unknown command, and the message says how to send it", async () => {
    await expect(wordsOf("hello")).rejects.toThrow(
      `(a prompt of one word: ${brand.command} -- hello, or with -p)`,
    );
  });
});
