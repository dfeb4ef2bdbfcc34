import { existsSync, readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { bashCall, openHooks } from "../testing/open-hooks.ts";

it("P18 cancelRuns ends hooks that run, waits until they are gone, and later events run as always", async () => {
  const { hooks, world } = await openHooks({
    user: {
      hooks: {
        PreToolUse: [
          {
            hooks: [
              {
                type: "command",
                command:
                  "trap 'sleep 0.3; echo tidied >> ../log; exit 0' TERM; echo begun >> ../log; sleep 20 & wait",
              },
            ],
          },
        ],
        SessionEnd: [{ hooks: [{ type: "command", command: "echo ended >> ../log" }] }],
      },
    },
  });
  const log = world.at("log");
  const cancelled = hooks.fire("PreToolUse", bashCall());
  await vi.waitUntil(() => existsSync(log), { timeout: 5000 });
  await hooks.cancelRuns();
  expect(await cancelled).toMatchObject({ action: "stop" });
  await hooks.fire("SessionEnd", { reason: "other" });
  expect(readFileSync(log, "utf8")).toBe("begun\ntidied\nended\n");
});
