import fc from "fast-check";
import { expect, test } from "vitest";
import { replaceText } from "./replace-text.ts";
import { decodeText, encodeText } from "./text-file.ts";

const parts = ["a", "b", "$&", ".*", "\n", "\r\n", "é"];
const textOf = (...pieces: readonly string[]) =>
  fc.array(fc.constantFrom(...pieces)).map((chosen) => chosen.join(""));
const old = textOf(...parts, "\r");

test("E24 Edit changes only the text it replaces, nothing before or after it", () => {
  fc.assert(
    fc.property(old, old, textOf(...parts), (before, after, next) => {
      const file = `${before}<here>${after}`;
      const replaced = replaceText(file, { oldString: "<here>", newString: next, all: false });
      if (!replaced.ok) throw new Error("not found");
      expect(replaced.places).toBe(1);
      expect(replaced.text.startsWith(before)).toBe(true);
      expect(replaced.text.endsWith(after)).toBe(true);
      const between = replaced.text.slice(before.length, replaced.text.length - after.length);
      expect(between.replaceAll("\r\n", "\n")).toBe(next.replaceAll("\r\n", "\n"));
    }),
  );
});

test("E24 Edit finds a text with whatever line ends the file has", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("one", "two", ""), { minLength: 2 }), (words) => {
      const wanted = `<${words.join("\n")}>`;
      const replaced = replaceText(`x\r\n${wanted.replaceAll("\n", "\r\n")}\r\ny`, {
        oldString: wanted,
        newString: "1\n2",
        all: true,
      });
      expect(replaced).toEqual({ ok: true, places: 1, text: "x\r\n1\r\n2\r\ny" });
    }),
  );
});

test("E24 text read and written again is the same bytes, or known not to be", () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const file = decodeText(Buffer.from(bytes));
      if (file?.isExact) expect(encodeText(file, file.text)).toEqual(Buffer.from(bytes));
      else expect(bytes.some((byte) => byte === 0 || byte > 127)).toBe(true);
    }),
  );
});
