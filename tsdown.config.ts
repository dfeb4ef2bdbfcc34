import { defineConfig, type UserConfig } from "tsdown";
import cli from "./packages/cli/package.json" with { type: "json" };
import { bundled } from "./scripts/bundled.ts";

/**
 * A package of modules: its own sources in one file, its dependencies left to npm. All but those that every
 * import needs and that come in many files: to find them took longer than everything else together.
 */
const library = (name: string): UserConfig => ({
  cwd: `packages/${name}`,
  entry: { index: "src/index.ts" },
  platform: "node",
  dts: true,
  minify: true,
  deps: { alwaysBundle: bundled, onlyBundle: bundled },
  inputOptions: { resolve: { mainFields: ["module", "main"] } },
  publint: true,
});

/** The command: everything it needs in one folder; lazy imports become chunks. */
const command: UserConfig = {
  cwd: "packages/cli",
  entry: { [cli.name]: "src/main.ts" },
  platform: "node",
  minify: true,
  deps: { alwaysBundle: [/./], onlyBundle: false },
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
