import { readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { esmExternalRequirePlugin } from "rolldown/plugins";
import { minifySync, parseSync } from "rolldown/utils";
import { defineConfig, type Rolldown, type UserConfig } from "tsdown";
import cli from "./packages/cli/package.json" with { type: "json" };
import { bundled, bundledInCommand } from "./scripts/bundled.ts";

/** The build says nothing unless something is wrong. */
const quiet: UserConfig = {
  logLevel: "warn",
  failOnWarn: true,
  suppressWarnings: [
    "TypeScript 7.0 does not yet have a stable API",
    // Matching needs the parser at once, so loading it later elsewhere gains nothing.
    /unbash\/dist\/parser\.js is dynamically imported by/,
  ],
  checks: { bundlerTimings: false },
};

/** What the MCP SDK imports and the agent does not use, with what the SDK expects of it. It is twice as large as the rest. */
const unusedOfMcp: readonly (readonly [file: RegExp, code: string])[] = [
  // The agent brings a validator of its own.
  [/\/ajv-provider\.js$/, "export class AjvJsonSchemaValidator {}"],
  // Only servers describe their tools.
  [/^zod-to-json-schema$/, "export const zodToJsonSchema = undefined;"],
  // Only for servers with which a user signs in.
  [
    /\/auth\.js$/,
    "export class UnauthorizedError extends Error {}\nexport const auth = undefined;\nexport const extractWWWAuthenticateParams = undefined;",
  ],
];

const withoutUnusedOfMcp: Rolldown.Plugin = {
  name: "without-unused-of-mcp",
  resolveId(source, importer = "") {
    if (!/@modelcontextprotocol\/sdk\//.test(importer)) return null;
    const index = unusedOfMcp.findIndex(([file]) => file.test(source));
    return index < 0 ? null : `\0unused-of-mcp:${index}`;
  },
  load(id) {
    const [, index] = /^\0unused-of-mcp:(\d+)$/.exec(id) ?? [];
    return index === undefined ? null : (unusedOfMcp[Number(index)]?.[1] ?? null);
  },
};

/** Ink connects to React's developer tools if DEV=true is set, which other programs use too. */
const withoutDeveloperTools: Rolldown.Plugin = {
  name: "without-developer-tools",
  transform: {
    filter: { id: /\/ink\/build\/reconciler\.js$/ },
    handler: (code) => code.replaceAll("process.env['DEV'] === 'true'", "false"),
  },
};

/** Yoga, the layout of Ink, contains its WebAssembly as a text and needs no file next to its module. */
const withoutYogaFolder: Rolldown.Plugin = {
  name: "without-yoga-folder",
  transform: {
    filter: { id: /\/yoga-wasm-base64-esm\.js$/ },
    handler: (code) => code.replace("import.meta.url", '""'),
  },
};

/**
 * No `require` in what is built: that of a module of Node becomes an import, and any other is left as it is,
 * for scripts/check-bundles.ts to find.
 */
const withoutRequire = {
  plugins: [
    esmExternalRequirePlugin({ external: [/^node:/, ...builtinModules] }),
    withoutUnusedOfMcp,
  ],
  outputOptions: {
    polyfillRequire: false,
    comments: { legal: true, annotation: true, jsdoc: false },
  },
} satisfies UserConfig;

/**
 * Smaller, but with its lines and the names of its functions: Node prints the line of an error that is not
 * caught, and the stack has to be of use to an embedder.
 */
const readable: UserConfig["minify"] = {
  compress: { keepNames: { function: true, class: true } },
  mangle: { keepNames: true },
  codegen: { removeWhitespace: false },
};

/**
 * A package of modules: its own sources in one file, its dependencies left to npm. All but those that every
 * import needs and that come in many files: to find them took longer than everything else together.
 */
const library = (name: string): UserConfig => ({
  ...quiet,
  ...withoutRequire,
  cwd: `packages/${name}`,
  entry: entriesOf(name),
  platform: "node",
  dts: true,
  minify: readable,
  deps: {
    alwaysBundle: bundled,
    onlyBundle: bundled,
    // Their types are in no public declaration: what is left of them there is refused by `onlyImport`.
    dts: { neverBundle: bundled },
    onlyImport: dependenciesOf(name),
  },
  treeshake: { moduleSideEffects: "no-external" },
  inputOptions: { resolve: { mainFields: ["module", "main"] } },
  publint: true,
});

/** The source behind each of a package's exports. */
function entriesOf(name: string): Record<string, string> {
  const exported: Record<string, Record<string, string>> = manifestOf(name).exports;
  return Object.fromEntries(
    Object.entries(exported)
      .filter(([, target]) => target["workspace-source"] !== undefined)
      .map(([path, target]) => [
        path === "." ? "index" : path.slice("./".length),
        target["workspace-source"] ?? "",
      ]),
  );
}

/** What npm installs with a package. */
const dependenciesOf = (name: string): string[] => Object.keys(manifestOf(name).dependencies ?? {});

const manifestOf = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, "packages", name, "package.json"), "utf8"));

const headerMap = join(import.meta.dirname, "packages/agent/src/model/provider/header-map.ts");

/** `Headers` of the provider packages becomes ours: Node's own loads all of `fetch`, which takes 20 ms at every start. */
const withOurHeaders: Rolldown.Plugin = {
  name: "our-headers",
  transform: {
    filter: { id: /@ai-sdk\/provider-utils/ },
    handler: (code) =>
      `import { HeaderMap as Headers } from ${JSON.stringify(headerMap)};\n${code}`,
  },
};

/**
 * Without white space the command is a tenth smaller. Node prints the line of an error that is not caught, so in our own
 * chunks every statement of a module has a line.
 */
const withoutWhiteSpace: Rolldown.Plugin = {
  name: "without-white-space",
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== "chunk") continue;
      const codegen = { removeWhitespace: true };
      const options = { compress: false, mangle: false, codegen };
      const { code } = minifySync(file.fileName, file.code, options);
      const isOurs = file.moduleIds.some((id) => !/node_modules|^\0|^builtin:/.test(id));
      file.code = isOurs ? statementPerLine(file.fileName, code) : code;
    }
  },
};

function statementPerLine(name: string, code: string): string {
  const { body, hashbang } = parseSync(name, code).program;
  const starts = body.map(({ start }) => start);
  const lines = starts.map((start, index) => code.slice(start, starts[index + 1]).trimEnd());
  return [...(hashbang ? [`#!${hashbang.value}`] : []), ...lines, ""].join("\n");
}

/** The command: everything it needs in one folder; lazy imports become chunks. */
const command: UserConfig = {
  ...quiet,
  ...withoutRequire,
  plugins: [
    ...withoutRequire.plugins,
    withOurHeaders,
    withoutDeveloperTools,
    withoutYogaFolder,
    withoutWhiteSpace,
  ],
  cwd: "packages/cli",
  entry: { [cli.name]: "src/main.ts" },
  platform: "node",
  minify: readable,
  // React's files for development are larger and slower.
  define: { "process.env.NODE_ENV": '"production"' },
  // A program cannot be part of a bundle: npm installs ripgrep for the platform.
  deps: { alwaysBundle: [/^(?!@vscode\/ripgrep$)/], onlyBundle: bundledInCommand },
  inputOptions: {
    resolve: {
      conditionNames: ["workspace-source", "import", "node", "default"],
      mainFields: ["module", "main"],
    },
  },
};

export default defineConfig([
  ...["protocol", "kit", "engine", "adapters", "agent", "bench", "gateway"].map(library),
  command,
]);
