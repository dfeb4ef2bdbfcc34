import { readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { esmExternalRequirePlugin } from "rolldown/plugins";
import { minifySync } from "rolldown/utils";
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

/**
 * No `require` in what is built: that of a module of Node becomes an import, and any other is left as it is,
 * for scripts/check-bundles.ts to find.
 */
const withoutRequire = {
  plugins: [esmExternalRequirePlugin({ external: [/^node:/, ...builtinModules] })],
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

/** Chunks with only other people's modules lose their lines too: no one looks for a mistake there. */
const smallDependencies: Rolldown.Plugin = {
  name: "small-dependencies",
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (
        file.type !== "chunk" ||
        file.moduleIds.some((id) => !/node_modules|^\0|^builtin:/.test(id))
      )
        continue;
      const codegen = { removeWhitespace: true };
      file.code = minifySync(file.fileName, file.code, {
        compress: false,
        mangle: false,
        codegen,
      }).code;
    }
  },
};

/** The command: everything it needs in one folder; lazy imports become chunks. */
const command: UserConfig = {
  ...quiet,
  ...withoutRequire,
  plugins: [...withoutRequire.plugins, withOurHeaders, smallDependencies],
  cwd: "packages/cli",
  entry: { [cli.name]: "src/main.ts" },
  platform: "node",
  minify: readable,
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
  ...["protocol", "kit", "engine", "agent", "bench"].map(library),
  command,
]);
