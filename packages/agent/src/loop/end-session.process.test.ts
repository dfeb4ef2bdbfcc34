import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { play } from "./testing/play.ts";

const inBackground = (command: string) => ({
  hooks: { Stop: [{ hooks: [{ type: "command", command, async: true }] }] },
});

it("P12 a background hook of the last Stop does what is short before it is ended", async () => {
  const { cwd, events } = await play({ userSettings: inBackground("touch begun") });
  expect(existsSync(join(cwd, "begun"))).toBe(true);
  expect(events.filter(({ type }) => type === "notice")).toEqual([]);
});

it("P12 one that takes longer is ended with the session, and the user is told", async () => {
  const { cwd, events } = await play({
    userSettings: inBackground("touch begun; sleep 30; touch over"),
  });
  expect(["begun", "over"].filter((name) => existsSync(join(cwd, name)))).toEqual(["begun"]);
  expect(events).toContainEqual(
    expect.objectContaining({ type: "notice", text: expect.stringContaining("still ran") }),
  );
});
