import fc from "fast-check";
import { expect, it } from "vitest";
import { encode, type FromRunner, messageReader } from "./messages.ts";

it("P11 messages between host and runner arrive unchanged, in whatever pieces", () => {
  const text = fc.string({ unit: "binary" });
  fc.assert(
    fc.property(fc.array(text), fc.integer({ min: 1, max: 40 }), (texts, size) => {
      const received: FromRunner[] = [];
      const read = messageReader((message: FromRunner) => received.push(message));
      const sent = texts.map((why): FromRunner => ({ is: "crashed", why }));
      const bytes = Buffer.from(sent.map(encode).join(""));
      for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size));
      expect(received).toEqual(sent);
    }),
  );
});

it("T5 what is not a message, or never ends, is reported and not thrown", () => {
  const problems: string[] = [];
  const received: FromRunner[] = [];
  const read = messageReader(
    (message: FromRunner) => received.push(message),
    (why) => problems.push(why),
  );
  read(Buffer.from('{"is":\n{"is":"ready"}\n'));
  expect(received).toEqual([{ is: "ready" }]);
  const piece = Buffer.alloc(16 * 1024 * 1024, "x");
  for (let at = 0; at < 5; at++) read(piece);
  expect(problems).toEqual([
    "it sent something that is not a message",
    "it sent a message that is too long",
  ]);
});
