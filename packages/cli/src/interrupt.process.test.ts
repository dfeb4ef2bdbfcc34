import { it } from "vitest";
import { expectGood } from "../../../scripts/testing/expect-good.ts";

it(
  "P13 G7 SIGINT at random moments ends a session with subagents and teammates cleanly, and leaves no process",
  {
    timeout: 120_000,
  },
  () => expectGood("interrupt-run.ts", "--times", "3", "--seed", "5"),
);

it(
  "G13 P13 SIGKILL at random moments leaves no process of subagents and teammates",
  {
    timeout: 120_000,
  },
  () => expectGood("interrupt-run.ts", "--times", "2", "--seed", "2", "--signal", "SIGKILL"),
);
