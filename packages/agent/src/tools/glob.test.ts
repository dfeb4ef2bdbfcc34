import { symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { describe, expect, test } from "vitest";
import { glob } from "./glob.ts";
import { walkFiles } from "./search/walk-files.ts";
import { call, session } from "./testing.ts";

function world(names: readonly string[]) {
  const made = session();
  for (const [index, name] of names.entries())
    utimesSync(made.write(name, name), 1000 + index, 1000 + index);
  const find = async (pattern: string, path?: string) => {
    const { response } = await call(glob, { pattern, ...(path ? { path } : {}) }, made.context);
    const { filenames } = response as { filenames: string[] };
    return filenames.map((name) => relative(made.project, name));
  };
  return { ...made, find };
}

describe("E24 Glob", () => {
  test.each(["/proc", "/proc/self", "/sys", "/dev"])("T11 does not search %s", async (path) => {
    const { context } = world([]);
    const found = call(glob, { pattern: "**/*", path }, context);
    await expect(found).rejects.toThrow("is not searched");
  });

  test("T11 says so if there are too many files to list", async () => {
    const { project } = world(["a", "b", "sub/c"]);
    const { signal } = new AbortController();
    expect(await walkFiles(project, { signal, ignored: true, most: 3 })).toHaveLength(3);
    await expect(walkFiles(project, { signal, ignored: true, most: 2 })).rejects.toThrow(
      "more than 2 files below",
    );
  });

  test("finds files, most recently changed first", async () => {
    const { find } = world(["a.ts", "src/b.ts", "src/deep/c.ts", "d.js"]);
    expect(await find("**/*.ts")).toEqual(["src/deep/c.ts", "src/b.ts", "a.ts"]);
    expect(await find("*.ts")).toEqual(["a.ts"]);
    expect(await find("src/*.{ts,js}")).toEqual(["src/b.ts"]);
    expect(await find("*.ts", "src")).toEqual(["src/b.ts"]);
    expect(await find("../**/c.ts", "src")).toEqual(["src/deep/c.ts"]);
    expect(await find("d.js")).toEqual(["d.js"]);
    expect(await find("nothing")).toEqual([]);
  });

  test("accepts an absolute path as pattern, and reports it to permissions", async () => {
    const { find, at, context } = world(["src/b.ts"]);
    expect(await find(at("src/*.ts"))).toEqual(["src/b.ts"]);
    const access = (input: object) => {
      const parsed = glob.parse(input, context);
      return parsed.ok ? glob.access(parsed.input) : parsed.problem;
    };
    expect(access({ pattern: "/etc/*" })).toEqual({ kind: "read", path: "/etc" });
    expect(access({ pattern: "*", path: "src" })).toEqual({ kind: "read", path: at("src") });
    expect(access({ pattern: "*" })).toEqual({ kind: "read" });
  });

  test("does not search .git and node_modules unless asked, nor follow loops; finds hidden files", async () => {
    const { find, at } = world([".git/x.ts", "node_modules/m/x.ts", ".hidden/x.ts", "x.ts"]);
    symlinkSync(".", at("loop"));
    expect((await find("**/*.ts")).sort()).toEqual([".hidden/x.ts", "x.ts"]);
    expect(await find("node_modules/m/*.ts")).toEqual(["node_modules/m/x.ts"]);
    expect(await find("loop/*.ts")).toEqual(["loop/x.ts"]);
  });

  test.each([
    ["ripgrep", {}],
    ["the built-in search", { ripgrep: async () => undefined }],
  ])(
    "leaves out what .gitignore excludes and links, unless nothing else matches: %s",
    async (_, more) => {
      const { write, at, context } = world([".git/HEAD", "x.ts", "y.log", "dist/x.js"]);
      write(".gitignore", "*.log\ndist/\n");
      write("kept/.gitignore", "!kept.log\n*.tmp\n");
      for (const name of ["kept/kept.log", "kept/other.log", "kept/a.tmp"]) write(name, "");
      symlinkSync("x.ts", at("link.ts"));
      const text = async (pattern: string) =>
        (await call(glob, { pattern }, { ...context, ...more })).text
          .replaceAll(at("/"), "")
          .split("\n")
          .sort()
          .join("\n");
      expect(await text("*.*")).toBe(".gitignore\nx.ts");
      expect(await text("kept/*.{log,tmp}")).toBe("kept/kept.log");
      const note = "(.gitignore excludes these files, or they are links.)";
      expect(await text("*.log")).toBe(`${note}\ny.log`);
      expect(await text("dist/*")).toBe("dist/x.js");
      expect(await text("link.*")).toBe(`${note}\nlink.ts`);
      expect(await text("*.none")).toBe("No files found.");
    },
  );

  test("outside of a repository a .gitignore has no effect, with or without ripgrep", async () => {
    const { write, at, context } = world(["x.ts", "y.log"]);
    write(".gitignore", "*.log\n");
    for (const more of [{}, { ripgrep: async () => undefined }]) {
      const { text } = await call(glob, { pattern: "*.{ts,log}" }, { ...context, ...more });
      expect(text.replaceAll(at("/"), "")).toBe("y.log\nx.ts");
    }
  });

  test("every form of the last part finds the same names with and without ripgrep", async () => {
    const names = ["a.ts", "b.d.ts", "src/a.ts", "src/[x].ts", "src/a-b_c.tsx", "ab", ".a.ts"];
    const { find, context } = world(names);
    for (const pattern of [
      "**/*.ts",
      "**/?.ts",
      "**/a*",
      "**/{a,ab}*",
      "src/**",
      "**/a.??",
      "?b",
    ]) {
      const { response } = await call(
        glob,
        { pattern },
        { ...context, ripgrep: async () => undefined },
      );
      const { filenames } = response as { filenames: string[] };
      expect(await find(pattern), pattern).toEqual(
        filenames.map((name) => relative(context.projectDirectory, name)),
      );
      expect(filenames.length, pattern).toBeGreaterThan(0);
    }
  });

  test("a name that is not UTF-8 is shown with its bytes", async () => {
    const { project, find } = world(["x.ts"]);
    writeFileSync(Buffer.concat([Buffer.from(`${project}/b`), Buffer.from([0xff])]), "");
    expect(await find("b*")).toEqual(["b\\xff"]);
  });

  test("returns at most 100 and says that there are more", async () => {
    const { context } = world(Array.from({ length: 101 }, (_, index) => `f${index}`));
    const { response, text } = await call(glob, { pattern: "f*" }, context);
    expect(response).toMatchObject({ numFiles: 100, truncated: true });
    expect(text.split("\n")).toHaveLength(101);
  });

  test("E6 a pattern that takes too long is aborted", async () => {
    const { find } = world(["a".repeat(240)]);
    await expect(find(`${"*a".repeat(12)}*b`)).rejects.toThrow("took too long");
  });

  test("E6 a path that is not a directory is a failure", async () => {
    const { find, at } = world(["a.ts"]);
    await expect(find("*", "no")).rejects.toThrow(at("no"));
    await expect(find("*", "a.ts")).rejects.toThrow("is a file");
  });
});
