import { it } from "vitest";
import { expectGood } from "../../../scripts/testing/expect-good.ts";

it(
  "P13 G7 SIGINT at random moments ends a session with subagents cleanly, and leaves no process",
  {
    timeout: 120_000,
  },
  () => expectGood("interrupt-run.ts", "--times", "3", "--seed", "5"),
);
