import { it } from "vitest";
import { expectGood } from "../../../scripts/testing/expect-good.ts";

it(
  "G9 P13 sessions killed with SIGKILL at random moments are readable, lose nothing and can be continued",
  {
    timeout: 240_000,
  },
  () => expectGood("kill-run.ts", "--times", "4", "--seed", "7"),
);
