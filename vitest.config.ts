import { defineConfig } from "vitest/config";

const conditions = ["workspace-source"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // Tests start real processes, several each; on a busy machine that takes seconds.
    testTimeout: 60_000,
    globalSetup: "scripts/vitest-setup.ts",
    include: ["packages/*/src/**/*.test.ts", "examples/**/*.test.ts"],
  },
});
