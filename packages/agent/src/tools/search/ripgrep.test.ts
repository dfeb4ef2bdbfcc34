import { expect, test } from "vitest";
import { readMatches } from "./ripgrep.ts";

const report = (type: string, data: object) => JSON.stringify({ type, data });
const path = (text: string) => ({ path: { text } });

test("E24 Grep reads ripgrep's output: context, bytes that are not text, binary files, a truncated end", () => {
  const output = [
    report("begin", path("./a.ts")),
    report("context", { ...path("./a.ts"), lines: { text: "one\n" }, line_number: 1 }),
    report("match", { ...path("./a.ts"), lines: { text: "two\r\nthree\r\n" }, line_number: 2 }),
    report("end", { ...path("./a.ts"), binary_offset: null }),
    report("match", {
      path: { bytes: Buffer.from("b.ts").toString("base64") },
      lines: { bytes: Buffer.from([0x78, 0xff]).toString("base64") },
      line_number: 7,
    }),
    report("match", { ...path("./c.bin"), lines: { text: "x\n" }, line_number: 1 }),
    report("end", { ...path("./c.bin"), binary_offset: 12 }),
    report("summary", {}),
    '{"type":"match","data":{"pa',
  ].join("\n");
  expect(readMatches(output, "/folder")).toEqual([
    {
      path: "/folder/a.ts",
      lines: [
        { number: 1, text: "one", isMatch: false },
        { number: 2, text: "two", isMatch: true },
        { number: 3, text: "three", isMatch: true },
      ],
    },
    { path: "/folder/b.ts", lines: [{ number: 7, text: "x\uFFFD", isMatch: true }] },
  ]);
});
