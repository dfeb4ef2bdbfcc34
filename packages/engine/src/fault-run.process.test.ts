import { it } from "vitest";
import { expectGood } from "../../../scripts/testing/expect-good.ts";

it("P9 P10 P13 hooks that crash, hang, flood and fork at random return in time and leave nothing", () =>
  expectGood("fault-run.ts", "--seed", "7", "--dispatches", "60"));

// Kills of the runner alone are part of `npm run kill-hosts`, which runs without other tests beside it.
it("P13 they leave nothing when their host is killed at random", () =>
  expectGood("kill-hosts.ts", "--seed", "7", "--dispatches", "60"));
