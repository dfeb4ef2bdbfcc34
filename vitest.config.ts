import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { brand } from "./packages/protocol/src/brand.ts";
import { frameworksAreInstalled } from "./scripts/frameworks-installed.ts";
import { skippedTests } from "./scripts/skipped-tests.ts";

const conditions = ["workspace-source"];

const examplesWithFrameworks = "examples/frameworks/*.test.ts";

/** Tests that start many real processes take most of the time; `npm run check` leaves them to `npm test`. */
const processes = [
  "packages/*/src/**/*.process.test.ts",
  "examples/*/*.test.ts",
  "docs/*.process.test.ts",
  "conformance/*.process.test.ts",
];

/**
 * Tests that start the command or use packages as others would: `npm run test:packed` runs them with what is
 * published. The kill run is started with it directly.
 */
const startTheCommand = [
  "docs/*.process.test.ts",
  "conformance/drivers.process.test.ts",
  "packages/cli/src/**/!(kill).process.test.ts",
  "examples/*/*.test.ts",
];

/** Tests that count work (scripts/testing/work-of.ts), which needs modules that nothing has used before. */
const countWork = [
  "packages/agent/src/instructions/find-imports.test.ts",
  "packages/agent/src/tools/web/html-to-text.test.ts",
  "packages/engine/src/config/loading-work.test.ts",
  "packages/engine/src/rules/judging-work.test.ts",
  "packages/engine/src/trace/redact/redactor.test.ts",
  "packages/engine/src/trust/loads/loads.test.ts",
  "scripts/testing/work-of.test.ts",
];

/** Tests of processes that also run with the runner, which hosts of the tests' size would use or not by chance. */
const startProcesses = [
  "packages/engine/src/run/{host-death,process/run}.process.test.ts",
  "packages/engine/src/run/{background,prewarm,run-all,command/run-command}.test.ts",
  "packages/agent/src/tools/{bash,grep}.process.test.ts",
];
/** Tests that look at their own process: its descriptors, its listeners, its runner. Each file gets a new one. */
const inspectTheirProcess = ["packages/engine/src/run/**/*.process.test.ts"];
/** Tests with the frameworks that adapters are for. They are not among our dependencies: `npm run frameworks` installs them and runs these tests. */
const withFrameworks = ["packages/adapters/frameworks/*.test.ts", examplesWithFrameworks];
/** Sessions in a real terminal: `npm run terminal` plays all of them, `npm test` a few. */
const inTerminals = ["conformance/interactive.process.test.ts"];
const runnerIs = (state: "on" | "off") => ({ [`${brand.environmentPrefix}RUNNER`]: state });

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // Most of the time goes into tests that wait for processes: while one waits, another one can run.
    maxWorkers: 2 * availableParallelism(),
    // On a busy machine a test that starts several processes takes seconds.
    testTimeout: 60_000,
    reporters: ["default", skippedTests()],
    globalSetup: "scripts/vitest-setup.ts",
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "packages/*/src/**/*.test.{ts,tsx}",
            "conformance/*.test.ts",
            "docs/*.test.ts",
            "scripts/**/*.test.ts",
          ],
          exclude: [...processes, ...countWork],
          env: runnerIs("off"),
          // Loading the packages anew for every file would take as long as the tests.
          isolate: false,
        },
      },
      { extends: true, test: { name: "work", include: countWork, env: { COUNTS_WORK: "1" } } },
      {
        extends: true,
        test: {
          name: "processes",
          include: processes,
          exclude: [...inspectTheirProcess, examplesWithFrameworks],
          globalSetup: "scripts/vitest-command.ts",
          env: runnerIs("off"),
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: "processes-isolated", include: inspectTheirProcess, env: runnerIs("off") },
      },
      ...(process.env["TEST_FRAMEWORKS"] === undefined
        ? []
        : [{ extends: true as const, test: { name: "frameworks", include: withFrameworks } }]),
      ...(process.env["TEST_TERMINAL"] === undefined
        ? []
        : [
            {
              extends: true as const,
              test: {
                name: "terminal",
                include: inTerminals,
                globalSetup: "scripts/vitest-command.ts",
              },
            },
          ]),
      { extends: true, test: { name: "runner", include: startProcesses, env: runnerIs("on") } },
      ...(process.env["PACKED_INSTALL"] === undefined
        ? []
        : [
            {
              extends: true as const,
              test: {
                name: "packed",
                include: startTheCommand,
                exclude: frameworksAreInstalled ? [] : [examplesWithFrameworks],
                isolate: false,
              },
            },
          ]),
    ],
  },
});
