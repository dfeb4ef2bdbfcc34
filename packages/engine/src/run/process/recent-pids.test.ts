import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { currentEra, isInRange, pidsSince } from "./recent-pids.ts";

const pidOfNew = () => spawnSync("true").pid;

describe.skipIf(!existsSync("/proc/loadavg"))(
  "P10 the pids of processes started since another",
  () => {
    // Begins a new era if other tests of this worker started very many processes.
    beforeEach(() => {
      pidsSince([]);
    });

    it("include every younger process and no older one", () => {
      const older = pidOfNew();
      const birth = { pid: pidOfNew(), era: currentEra() };
      const younger = Array.from({ length: 5 }, pidOfNew);
      const range = pidsSince([birth]);
      if (range === undefined) throw new Error("the range is not known");
      expect([birth.pid, ...younger].filter((pid) => !isInRange(pid, range))).toEqual([]);
      expect(isInRange(older, range)).toBe(false);
    });

    it("reach back to the oldest of several", () => {
      const era = currentEra();
      const [first, second] = [pidOfNew(), pidOfNew()];
      const both = pidsSince([
        { pid: second, era },
        { pid: first, era },
      ]);
      expect(both?.first).toBe(first);
    });

    it("are not known for a process of another era, or one whose pid is not known", () => {
      expect(pidsSince([{ pid: pidOfNew(), era: currentEra() - 1 }])).toBeUndefined();
      expect(pidsSince([undefined])).toBeUndefined();
    });

    it("continue with the lowest after the highest", () => {
      const range = { first: 32_000, last: 400 };
      expect([31_999, 32_000, 32_700, 300, 400, 401].map((pid) => isInRange(pid, range))).toEqual([
        false,
        true,
        true,
        true,
        true,
        false,
      ]);
    });
  },
);
