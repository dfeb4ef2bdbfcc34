import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { type BackgroundRequest, watchForBackgroundRequest } from "./background-request.ts";
import { capture } from "./capture.ts";

/** What is found when the pieces come one after another, and after which piece. */
async function lookAt(...pieces: readonly string[]) {
  const stream = new PassThrough();
  const found: (BackgroundRequest & { readonly after: number })[] = [];
  let after = 0;
  const look = watchForBackgroundRequest((first) => found.push({ ...first, after }));
  const captured = capture(stream, "/dev/null", { onData: () => look(captured) });
  for (const piece of pieces) {
    after++;
    const read = new Promise((resolve) => stream.once("data", resolve));
    stream.write(piece);
    await read;
  }
  return found;
}

describe("P12 a background request", () => {
  it.each([
    ["at once", ['{"async":true}'], { after: 1, length: 14, asyncTimeout: undefined }],
    ["with a newline and more", ['{"async":true}\nmore'], { after: 1, length: 14 }],
    ["with a limit", ['{"async": true, "asyncTimeout": 250}'], { asyncTimeout: 250 }],
    ["after white space", ['\n  {"async":true}'], { length: 17 }],
    ["split over writes", ['{"as', 'ync":tr', "ue", "}"], { after: 4, length: 14 }],
    ["split in a text with braces", ['{"a":"}', "{\\", '"}","async":true}'], { after: 3 }],
    ["with an object inside", ['{"a":{"b":1},', '"async":true}'], { after: 2 }],
  ])("is found %s", async (_, pieces, expected) => {
    expect(await lookAt(...pieces)).toMatchObject([expected]);
  });

  it.each([
    ["of plain text", ["async", '{"async":true}']],
    ["of an answer", ['{"continue":true}', '{"async":true}']],
    ["of another value", ['{"async":"true"}']],
    ["of broken JSON", ['{"async":true,}', '{"async":true}']],
    ["of an array", ['[{"async":true}]']],
    ["past the head", [`{"a":"${"x".repeat(5000)}`, '","async":true}']],
    ["past a head of wide characters", [`{"a":"${"ä".repeat(2500)}`, '","async":true}']],
    ["that never ends", ['{"async":true']],
  ])("is not found in a stream %s", async (_, pieces) => {
    expect(await lookAt(...pieces)).toEqual([]);
  });

  it("ignores an invalid limit", async () => {
    for (const limit of ["0", "-5", '"9"', "null"])
      expect(await lookAt(`{"async":true,"asyncTimeout":${limit}}`)).toMatchObject([
        { asyncTimeout: undefined },
      ]);
  });
});
