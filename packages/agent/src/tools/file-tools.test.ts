import {
  chmodSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { describe, expect, test } from "vitest";
import { edit } from "./edit.ts";
import { read } from "./read.ts";
import { call, session } from "./testing.ts";
import { write } from "./write.ts";

describe("E24 Read", () => {
  test("answers with the lines and their numbers", async () => {
    const { context, write: put } = session();
    const file_path = put("a.txt", "one\r\ntwo\nthree\n");
    const { response, text } = await call(read, { file_path }, context);
    expect(response).toEqual({
      type: "text",
      file: {
        filePath: file_path,
        content: "one\ntwo\nthree",
        numLines: 3,
        startLine: 1,
        totalLines: 3,
      },
    });
    expect(text).toBe("     1\tone\n     2\ttwo\n     3\tthree");
  });

  test("reads a part, and says how to continue", async () => {
    const { context, write: put } = session();
    const lines = Array.from({ length: 2500 }, (_, index) => `line ${index + 1}`);
    const file_path = put("a.txt", lines.join("\n"));
    const whole = await call(read, { file_path }, context);
    expect(whole.text.split("\n")).toHaveLength(2001);
    expect(whole.text).toMatch(/2500 lines.*offset 2001/);
    const part = await call(read, { file_path, offset: "2499", limit: 5 }, context);
    expect(part.text).toBe("  2499\tline 2499\n  2500\tline 2500");
    expect((await call(read, { file_path, offset: 9999 }, context)).text).toContain("2500 lines");
  });

  test("cuts long lines and long texts, but never inside a character", async () => {
    const { context, write: put } = session();
    const file_path = put(
      "a.txt",
      `${"x".repeat(1999)}😀tail\n${`${"y".repeat(1500)}\n`.repeat(100)}`,
    );
    const { text, response } = await call(read, { file_path }, context);
    expect(text.split("\n")[0]).toMatch(/^ {5}1\tx{1999}… \(2005 characters/);
    expect(text.length).toBeLessThan(101_000);
    expect(text).toMatch(/read from offset \d+/);
    expect(response).toMatchObject({ file: { numLines: 101 } });
  });

  test("says that an empty file is empty", async () => {
    const { context, write: put } = session();
    expect((await call(read, { file_path: put("a", "") }, context)).text).toContain("is empty");
  });

  test("E6 what cannot be read is a failure with a helpful message", async () => {
    const { context, project, write: put, at } = session();
    const fails = (file_path: string) => expect(call(read, { file_path }, context)).rejects;
    put("settings.json", "{}");
    put("component.tsx", "");
    put("image.png", Buffer.from([0x89, 0x50, 0, 1]));
    await fails(at("setings.json")).toThrow(`Did you mean ${at("settings.json")}?`);
    await fails(at("component.ts")).toThrow(at("component.tsx"));
    await fails(at("no/such/file")).toThrow("neither does its folder");
    await fails(project).toThrow("is a directory");
    await fails(at("image.png")).toThrow("is a binary file");
    await fails("/dev/zero").toThrow("device");
  });
});

describe("E24 Write", () => {
  test("creates a file and its folders; the text names the file and not its content", async () => {
    const { context, at, read: content } = session();
    const { input, response, text } = await call(
      write,
      { file_path: "deep/er/a.txt", content: "secret words" },
      context,
    );
    expect(input).toEqual({ file_path: at("deep/er/a.txt"), content: "secret words" });
    expect(response).toEqual({
      type: "create",
      filePath: at("deep/er/a.txt"),
      content: "secret words",
      originalFile: null,
      structuredPatch: [],
    });
    expect(text).toContain("a.txt");
    expect(text).not.toContain("secret");
    expect(content("deep/er/a.txt")).toBe("secret words");
    expect(readdirSync(at("deep/er"))).toEqual(["a.txt"]);
  });

  test("E17 a file that was not read, or changed since, is not overwritten", async () => {
    const { context, write: put, read: content } = session();
    const file_path = put("a.txt", "old");
    const attempt = () => call(write, { file_path, content: "new" }, context);
    await expect(attempt()).rejects.toThrow("has not been read");
    await call(read, { file_path }, context);
    put("a.txt", "other");
    await expect(attempt()).rejects.toThrow("changed since");
    expect(content("a.txt")).toBe("other");
    await call(read, { file_path }, context);
    utimesSync(file_path, 1, 1);
    expect((await attempt()).response).toMatchObject({ type: "update" });
    expect((await attempt()).response).toMatchObject({ type: "update" });
  });

  test("keeps the mode, writes through a link, and keeps other names of the file", async () => {
    const { context, write: put, at, read: content } = session();
    const file_path = put("script.sh", "old");
    chmodSync(file_path, 0o755);
    symlinkSync("script.sh", at("link"));
    await call(read, { file_path: "link" }, context);
    await call(write, { file_path: "link", content: "new" }, context);
    expect(content("script.sh")).toBe("new");
    expect(lstatSync(at("link")).isSymbolicLink()).toBe(true);
    expect(statSync(file_path).mode & 0o777).toBe(0o755);
    linkSync(file_path, at("twin"));
    await call(write, { file_path, content: "newer" }, context);
    expect(content("twin")).toBe("newer");
  });

  test("E6 what cannot be written is a failure", async () => {
    const { context, write: put, project } = session();
    const file_path = `${put("file", "")}/below`;
    await expect(call(write, { file_path, content: "" }, context)).rejects.toThrow(
      "was not written",
    );
    await expect(call(write, { file_path: project, content: "" }, context)).rejects.toThrow(
      "directory",
    );
  });
});

describe("E24 Edit", () => {
  const opened = async (content: string | Buffer) => {
    const world = session();
    const file_path = world.write("a.txt", content);
    await call(read, { file_path }, world.context);
    return {
      ...world,
      bytes: () => readFileSync(file_path),
      change: (old_string: string, new_string: string, more: object = {}) =>
        call(edit, { file_path, old_string, new_string, ...more }, world.context),
    };
  };

  test("replaces the only occurrence; replace_all is filled in", async () => {
    const { change, read: content, at } = await opened("one $& two\n");
    const { input, response } = await change("two", "$& $1");
    expect(input).toEqual({
      file_path: at("a.txt"),
      old_string: "two",
      new_string: "$& $1",
      replace_all: false,
    });
    expect(response).toMatchObject({
      filePath: at("a.txt"),
      oldString: "two",
      newString: "$& $1",
      replaceAll: false,
    });
    expect(content("a.txt")).toBe("one $& $& $1\n");
    await change("one", "1");
    expect(content("a.txt")).toBe("1 $& $& $1\n");
  });

  test("E17 its own check refuses before any hook", async () => {
    const { change, context, at, write: put, read: content } = await opened("aXbXc");
    await expect(change("zzz", "y")).rejects.toThrow("was not found in");
    await expect(change("X", "y")).rejects.toThrow("2 times");
    await expect(change("X", "X")).rejects.toThrow("the same");
    await expect(change("", "y")).rejects.toThrow("empty");
    put("b.txt", "X");
    const other = (file_path: string) =>
      call(edit, { file_path, old_string: "X", new_string: "y" }, context);
    await expect(other(at("b.txt"))).rejects.toThrow("has not been read");
    await expect(other(at("c.txt"))).rejects.toThrow("does not exist");
    expect((await change("X", "y", { replace_all: "true" })).text).toContain("2 places");
    expect(content("a.txt")).toBe("aybyc");
    writeFileSync(at("a.txt"), "by somebody else");
    await expect(change("else", "y")).rejects.toThrow("changed since");
  });

  test("an empty old_string creates a file", async () => {
    const { context, read: content } = session();
    await call(edit, { file_path: "new/a.txt", old_string: "", new_string: "x" }, context);
    expect(content("new/a.txt")).toBe("x");
  });

  test.each([
    ["one\r\ntwo\r\nthree\r\n", "one\ntwo", "1\n2", "1\r\n2\r\nthree\r\n"],
    ["one\r\ntwo\nthree\n", "one\ntwo", "1\n2", "1\n2\nthree\n"],
    ["one\ntwo\r\nthree\r\n", "one", "1\n1", "1\r\n1\ntwo\r\nthree\r\n"],
    ["\uFEFFone\n", "one", "1", "\uFEFF1\n"],
    ["a.c[1]\n", "a.c[1]", "x", "x\n"],
  ])("keeps line ends and byte-order mark: %j", async (before, old, next, after) => {
    const { change, bytes } = await opened(before);
    await change(old, next);
    expect(bytes()).toEqual(Buffer.from(after));
  });

  test("UTF-16 stays UTF-16; bytes that are not text are not damaged", async () => {
    const wide = await opened(Buffer.from("\uFEFFone", "utf16le"));
    await wide.change("one", "two");
    expect(wide.bytes()).toEqual(Buffer.from("\uFEFFtwo", "utf16le"));
    const latin = Buffer.from([0x61, 0xe9, 0x62]);
    const odd = await opened(latin);
    await expect(odd.change("a", "b")).rejects.toThrow("UTF-8");
    expect(odd.bytes()).toEqual(latin);
  });
});
