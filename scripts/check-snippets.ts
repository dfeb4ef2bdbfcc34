// Type-checks every TypeScript snippet of every page, and every `@example` of what the packages export.
//
// A snippet is complete: it imports what it uses. Names from the reader's program (their model, their tools) are
// declared in a comment before it: <!-- declare function runShell(command: string): Promise<string> -->
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

interface Snippet {
  readonly file: string;
  /** The line of its first line of code. */
  readonly line: number;
  readonly code: string;
  /** Lines put before the code. */
  readonly preamble: readonly string[];
}

const root = join(import.meta.dirname, "..");
const folder = join(root, "node_modules/.cache/snippets");

const tracked = (...patterns: readonly string[]): readonly string[] =>
  execFileSync("git", ["ls-files", "-z", ...patterns], { cwd: root, encoding: "utf8" })
    .split("\0")
    .filter(Boolean);

/** The fences of a page that hold TypeScript. */
function snippetsOfPage(file: string): readonly Snippet[] {
  const snippets: Snippet[] = [];
  let preamble: string[] = [];
  let open: { readonly line: number; readonly code: string[] } | undefined;
  for (const [index, line] of readFileSync(join(root, file), "utf8").split("\n").entries()) {
    const declared = /^<!-- (declare .*) -->$/.exec(line)?.[1];
    if (open === undefined && declared !== undefined) preamble.push(declared);
    else if (open === undefined && /^```(ts|typescript)$/.test(line))
      open = { line: index + 2, code: [] };
    else if (open !== undefined && line === "```") {
      snippets.push({ file, line: open.line, code: open.code.join("\n"), preamble });
      [open, preamble] = [undefined, []];
    } else open?.code.push(line);
  }
  return snippets;
}

/** The examples in doc comments of a source file. */
function examplesOf(file: string): readonly Snippet[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(/^ \* @example\n((?: \*(?: .*)?\n)+?)(?= \*\/| \* @)/gm)].map(
    (match) => {
      const line = text.slice(0, match.index).split("\n").length + 1;
      const code = (match[1] ?? "").replace(/^ \* ?/gm, "");
      return { file, line, code, preamble: givenFor(file, code) };
    },
  );
}

/** What examples in doc comments may use without declaring it: the package's own exports, and these values. */
const givenValues = {
  hooks: 'import("@snaphook/engine").Hooks',
  outcome: 'import("@snaphook/engine").Outcome',
  done: 'import("@snaphook/engine").ToolCallResult<{ readonly stdout: string }>',
};

function givenFor(file: string, code: string): readonly string[] {
  const name = file.split("/")[1] ?? "";
  const index = readFileSync(join(root, "packages", name, "src/index.ts"), "utf8");
  const uses = (word: string) => new RegExp(`\\b${word}\\b`).test(code);
  const exported = [...index.matchAll(/^export \{([^}]*)\}/gm)]
    .flatMap(([, list = ""]) => list.split(","))
    .map((one) => one.trim())
    .filter((one) => /^\w+$/.test(one) && uses(one));
  const values = Object.entries(givenValues).filter(
    ([value]) => uses(value) && !code.includes(`const ${value} `),
  );
  return [
    `import { ${exported.join(", ")} } from "@snaphook/${name}";`,
    ...values.map(([value, type]) => `declare const ${value}: ${type};`),
  ];
}

const snippets = [
  ...tracked("*.md")
    .filter((file) => !file.startsWith("conformance/"))
    .flatMap(snippetsOfPage),
  ...tracked("packages/*.ts")
    .filter((file) => !file.includes(".test."))
    .flatMap(examplesOf),
];

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const names = snippets.map(({ file, line, code, preamble }) => {
  const name = `${file.replaceAll(/[^\w]/g, "_")}_${line}.ts`;
  writeFileSync(join(folder, name), [...preamble, code, "export {};", ""].join("\n"));
  return name;
});
const extended = relative(folder, join(root, "tsconfig.json"));
writeFileSync(
  join(folder, "tsconfig.json"),
  JSON.stringify({
    extends: extended,
    compilerOptions: { typeRoots: [join(root, "node_modules/@types")] },
    include: ["*.ts"],
  }),
);
const { status, stdout } = spawnSync(
  process.execPath,
  [join(root, "node_modules/typescript/bin/tsc"), "-p", folder, "--pretty", "false"],
  { cwd: folder, encoding: "utf8" },
);
for (const line of stdout.split("\n").filter(Boolean)) {
  const [, name, row = "0", rest = ""] = /^(\S+?)\((\d+),\d+\): (.*)$/.exec(line) ?? [];
  const snippet = snippets[names.indexOf(name ?? "")];
  if (snippet === undefined) console.error(line);
  else
    console.error(
      `${snippet.file}:${snippet.line + Number(row) - 1 - snippet.preamble.length}: ${rest}`,
    );
}
if (snippets.length === 0) throw new Error("found no snippet");
if (status === 0) console.log(`${snippets.length} snippets compile`);
process.exitCode = status ?? 1;
