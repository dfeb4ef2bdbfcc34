// Part of npm run build: fails if a built file needs something a bundle does not have: names that only exist in
// CommonJS modules, a file next to its source, or a package that is not installed with it. Also if the command is too
// large.
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import { parseSync, transformSync } from "rolldown/utils";

const root = join(import.meta.dirname, "..");

/** `import.meta` is used to find files next to a module, which are not next to the bundle. */
const missing = ["__filename", "__dirname", "require", "module", "exports", "import.meta"];

/** Bundles with only our own modules, whose use of these names works: npm run test:packed runs the kit's hooks. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  "packages/kit/dist/index.mjs": ["import.meta"],
};

/** The names that a source uses without declaring them. Declarations, keys and strings do not matter. */
function freeNames(text: string): readonly string[] {
  // The compiler replaces only free names.
  const replaced = (name: string) => `found_${missing.indexOf(name)}_free`;
  const define = Object.fromEntries(missing.map((name) => [name, replaced(name)]));
  const { code, errors } = transformSync("bundle.mjs", text, { define });
  if (errors[0] !== undefined) throw errors[0];
  return missing.filter((name) => code.includes(replaced(name)));
}

/** What a module imports, statically or dynamically. A path that is computed at run time is the user's module. */
function importsOf(text: string): readonly string[] {
  const { module } = parseSync("bundle.mjs", text);
  const exported = module.staticExports.flatMap(({ entries }) => entries);
  const constant = module.dynamicImports.map(({ moduleRequest }) =>
    /^(["'`])([^$]*)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end)),
  );
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...exported.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ...constant.flatMap((found) => found?.[2] ?? []),
  ];
}

function problemsOf(file: string): readonly string[] {
  const text = readFileSync(join(root, file), "utf8");
  const manifest = join(root, file, "../../package.json");
  const { dependencies = {} } = JSON.parse(readFileSync(manifest, "utf8"));
  const isThere = (name: string) =>
    name.startsWith(".")
      ? existsSync(join(root, dirname(file), name))
      : isBuiltin(name) ||
        Object.keys(dependencies).some((one) => `${name}/`.startsWith(`${one}/`));
  return [
    ...freeNames(text)
      .filter((name) => !allowed[file]?.includes(name))
      .map((name) => `${file} uses ${name}, which is not there when a bundled module runs`),
    ...importsOf(text)
      .filter((name) => !isThere(name))
      .map((name) => `${file} imports ${name}, which is not installed with it`),
  ];
}

const files = globSync("packages/*/dist/*.mjs", { cwd: root });
if (files.length === 0) throw new Error("found no packages/*/dist: run npm run build");
const commandFiles = files.filter((file) => file.startsWith("packages/cli/"));
const commandSize = commandFiles.reduce((sum, file) => sum + statSync(join(root, file)).size, 0);
// A session loads less than 2 MB of it; the rest is the gateway and the bench, which are loaded when they are called.
const maxCommandSize = 2_900_000;
const problems = [
  ...files.flatMap(problemsOf),
  ...(commandSize > maxCommandSize
    ? [`the command is ${commandSize} bytes, more than ${maxCommandSize}`]
    : []),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error("use another library for it, or leave it to npm as a dependency");
  process.exitCode = 1;
}
