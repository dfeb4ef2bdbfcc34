import { describe, expect, test } from "vitest";
import { maxMediaBytes } from "../conversation/media.ts";
import { read } from "./read.ts";
import { call, session } from "./testing.ts";

const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const pdf = Buffer.from("%PDF-1.7\n%\0binary");

describe("Read shows images and PDFs", () => {
  test.each([
    ["picture.png", png, "image/png", "image"],
    ["named-wrongly.txt", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0]), "image/jpeg", "image"],
    ["a.gif", Buffer.from("GIF89a\0"), "image/gif", "image"],
    ["a.webp", Buffer.from("RIFF\0\0\0\0WEBPVP8 "), "image/webp", "image"],
    ["paper.pdf", pdf, "application/pdf", "document"],
  ])("%s", async (name, bytes, mediaType, type) => {
    const { context, write } = session();
    const path = write(name, bytes);
    const { response, text } = await call(read, { file_path: path }, context);
    const data = bytes.toString("base64");
    expect(response).toEqual({
      type: type === "image" ? "image" : "pdf",
      file: { filePath: path, base64: data, type: mediaType, originalSize: bytes.length },
    });
    expect(text).toMatch(/^\(The (?:image|PDF) .* is shown below\.\)$/);
    expect(read.media?.(response)).toEqual([
      { type, source: { type: "base64", media_type: mediaType, data } },
    ]);
    expect(read.validateOutput(response)).toBeUndefined();
  });

  test("what is too large is a failure that says what to do", async () => {
    const { context, write } = session();
    const large = Buffer.concat([pdf, Buffer.alloc(maxMediaBytes)]);
    const reading = call(read, { file_path: write("large.pdf", large) }, context);
    await expect(reading).rejects.toThrow(/too large to be shown.*pdftotext/);
  });

  test("another binary file is a failure", async () => {
    const { context, write } = session();
    const reading = call(read, { file_path: write("a.bin", Buffer.from([1, 0, 2])) }, context);
    await expect(reading).rejects.toThrow("is a binary file");
  });

  test("text has no media", async () => {
    const { context, write } = session();
    const { response } = await call(read, { file_path: write("a.txt", "hi") }, context);
    expect(read.media?.(response)).toEqual([]);
  });
});

describe("Read shows a notebook as cells", () => {
  const notebook = {
    cells: [
      { id: "intro", cell_type: "markdown", metadata: {}, source: ["# Title\n", "text\n"] },
      {
        cell_type: "code",
        source: "print(1)\nplot()",
        outputs: [
          { output_type: "stream", name: "stdout", text: ["1\n"] },
          { output_type: "display_data", data: { "image/png": "AAAA" } },
          { output_type: "execute_result", data: { "text/plain": ["<Figure>"], "text/html": "x" } },
          { output_type: "error", ename: "ValueError", evalue: "bad", traceback: ["long"] },
        ],
      },
    ],
    nbformat: 4,
    nbformat_minor: 5,
  };

  test("with ids, kinds, sources and outputs", async () => {
    const { context, write } = session();
    const path = write("a.ipynb", JSON.stringify(notebook));
    const { text } = await call(read, { file_path: path }, context);
    expect(text.replace(/^ *\d+\t/gm, "")).toBe(
      [
        '<cell id="intro" type="markdown">',
        "# Title",
        "text",
        "</cell>",
        '<cell id="cell-1" type="code">',
        "print(1)",
        "plot()",
        "<output>",
        "1",
        "(image/png, not shown)",
        "<Figure>",
        "ValueError: bad",
        "</output>",
        "</cell>",
      ].join("\n"),
    );
  });

  test("a file that is not a notebook is shown as it is", async () => {
    const { context, write } = session();
    const { text } = await call(read, { file_path: write("a.ipynb", "{broken") }, context);
    expect(text).toContain("{broken");
  });
});
