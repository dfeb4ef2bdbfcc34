/** Programs that look up what to run in project files or in a registry. */
export const runsScriptsOf: ReadonlyMap<string, string> = new Map([
  ...forEach(
    ["npm", "pnpm", "yarn", "bun", "corepack"],
    "scripts of package.json and programs of node_modules are looked up when the hook runs",
  ),
  ...forEach(
    ["npx", "pnpx", "bunx", "uv", "uvx", "pipx", "poetry", "deno"],
    "the program is looked up, or downloaded, when the hook runs",
  ),
  ...forEach(
    ["make", "just", "task", "rake", "gradle", "gradlew", "mvn", "cargo", "go", "bazel"],
    "rules are read from the project's build files when the hook runs",
  ),
  ...forEach(["docker", "podman"], "the image and what it contains are not read"),
]);

const javaScript = ["node", "bun", "deno", "tsx", "ts-node"];
const python = ["python", "python3"];

/** The flags after which a program text follows. */
export const inlineFlags: ReadonlyMap<string, readonly string[]> = new Map([
  ...forEach(["sh", "bash", "dash", "zsh", "ksh", "fish", "pwsh"], ["-c", "-lc", "-ec"]),
  ...forEach(javaScript, ["-e", "--eval", "-p", "--print"]),
  ...forEach(python, ["-c"]),
  ...forEach(["perl", "ruby"], ["-e"]),
  ...forEach(["php"], ["-r"]),
]);

/** The flags after which the name of a module follows. */
export const moduleFlags: ReadonlyMap<string, readonly string[]> = new Map([
  ...forEach(javaScript, ["-r", "--require", "--import", "--loader"]),
  ...forEach(python, ["-m"]),
  ...forEach(["ruby"], ["-r"]),
  ...forEach(["perl"], ["-M"]),
]);

const builtins: ReadonlySet<string> = new Set(
  `. : [ alias bg break builtin cd command continue declare echo eval exec exit export false fg getopts
  hash jobs kill local popd printf pushd pwd read readonly return set shift shopt source test times trap
  true type typeset ulimit umask unalias unset wait`.split(/\s+/),
);

/** Whether the shell itself does it, without a program. */
export const isBuiltin = (name: string): boolean => builtins.has(name);

function forEach<Value>(names: readonly string[], value: Value): readonly [string, Value][] {
  return names.map((name) => [name, value]);
}
