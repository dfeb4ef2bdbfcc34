import { expect, it } from "vitest";
import { createLanes, laneOf } from "./lanes.ts";

it("a lane does its work in order, one piece at a time, and the lanes work side by side", async () => {
  const order: string[] = [];
  let [running, most] = [0, 0];
  const lanes = createLanes<number>(2, async (item, lane) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => setImmediate(resolve));
    running -= 1;
    order.push(`${lane}:${item}`);
  });
  for (let item = 0; item < 2000; item++) await lanes.add(item % 2, item);
  await lanes.end();
  expect(most).toBe(2);
  for (const lane of [0, 1])
    expect(order.filter((text) => text.startsWith(`${lane}:`))).toEqual(
      Array.from({ length: 1000 }, (_, index) => `${lane}:${index * 2 + lane}`),
    );
});

it("events are spread over all lanes, also if every tenth is the only one that matters", () => {
  for (let count = 1; count <= 8; count++)
    for (let step = 1; step <= 20; step++) {
      const lanes = Array.from({ length: 1000 }, (_, index) => laneOf(index * step, count));
      const sizes = [...Map.groupBy(lanes, (lane) => lane).values()].map(({ length }) => length);
      expect(sizes).toHaveLength(count);
      expect(Math.max(...sizes)).toBeLessThan((1000 / count) * 1.35);
    }
});
