import { defineConfig } from "vitest/config";

const conditions = ["workspace-source"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    globalSetup: "scripts/vitest-setup.ts",
    include: ["packages/*/src/**/*.test.ts", "examples/**/*.test.ts"],
  },
});
