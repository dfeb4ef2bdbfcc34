/** Runs work in lanes: one piece at a time in each lane, in the order in which it was added. */
export interface Lanes<Item> {
  /** Adds work; waits while its lane has too much of it. */
  add(lane: number, item: Item): Promise<void>;
  /** Waits for all work. */
  end(): Promise<void>;
}

/** How much work may wait in a lane: enough to keep all lanes busy, and little enough for the memory. */
const maxWaiting = 500;

/** `work` must not throw. */
export function createLanes<Item>(
  count: number,
  work: (item: Item, lane: number) => Promise<void>,
): Lanes<Item> {
  const lanes = Array.from({ length: count }, () => ({
    waiting: [] as Item[],
    running: undefined as Promise<void> | undefined,
    /** Called after each piece of work. */
    onDone: () => {},
  }));
  async function drain(index: number): Promise<void> {
    const lane = lanes[index];
    for (
      let item = lane?.waiting.shift();
      lane && item !== undefined;
      item = lane.waiting.shift()
    ) {
      await work(item, index);
      lane.onDone();
    }
    if (lane) lane.running = undefined;
  }
  return {
    async add(index, item) {
      const lane = lanes[index];
      if (!lane) throw new RangeError(`there is no lane ${index}`);
      while (lane.waiting.length >= maxWaiting)
        await new Promise<void>((resolve) => {
          lane.onDone = resolve;
        });
      lane.waiting.push(item);
      lane.running ??= drain(index);
    },
    end: async () => void (await Promise.all(lanes.map(({ running }) => running))),
  };
}

/**
 * The lane of an event: always the same for the same event, so that two replays give the same results even if hooks
 * keep state in files. Spread as if at random, because every second call may be the same tool.
 */
export function laneOf(index: number, count: number): number {
  let mixed = index + 1;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) % count;
}
