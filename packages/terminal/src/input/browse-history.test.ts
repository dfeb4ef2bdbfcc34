import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addEntry,
  findEntry,
  historyLimits,
  historyOf,
  newerEntry,
  olderEntry,
} from "./browse-history.ts";

describe("the history of inputs", () => {
  it("goes back and returns to the new text", () => {
    const start = historyOf(["one", "two", "two"]);
    const two = olderEntry(start, "new");
    expect(two?.text).toBe("two");
    const one = two && olderEntry(two.history, two.text);
    expect(one?.text).toBe("one");
    expect(one && olderEntry(one.history, one.text)).toBeUndefined();
    const again = one && newerEntry(one.history, one.text);
    expect(again?.text).toBe("two");
    expect(again && newerEntry(again.history, again.text)?.text).toBe("new");
    expect(newerEntry(start, "new")).toBeUndefined();
  });

  it("finds the newest entry with a text, whatever its case", () => {
    const history = historyOf(["Fix the test", "other", "fix it"]);
    expect(findEntry(history, "FIX")).toEqual({ at: 2, text: "fix it" });
    expect(findEntry(history, "fix", 2)).toEqual({ at: 0, text: "Fix the test" });
    expect(findEntry(history, "nothing")).toBeUndefined();
  });

  it("keeps a limited number of entries, without repeats and without very long ones", () => {
    expect(addEntry(["a"], "a")).toEqual(["a"]);
    expect(addEntry(["a"], "x".repeat(historyLimits.length + 1))).toEqual(["a"]);
    const many = Array.from({ length: 600 }, (_, index) => `${index}`);
    expect(addEntry(many, "last")).toHaveLength(historyLimits.entries);
    expect(addEntry(many, "last").at(-1)).toBe("last");
  });

  it("every way back leads to the new text again", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 3 })),
        fc.string(),
        fc.nat(20),
        (entries, text, steps) => {
          let [history, shown] = [historyOf(entries), text];
          let taken = 0;
          for (; taken < steps; taken++) {
            const step = olderEntry(history, shown);
            if (!step) break;
            [history, shown] = [step.history, step.text];
          }
          for (let step = newerEntry(history, shown); step; step = newerEntry(history, shown))
            [history, shown] = [step.history, step.text];
          expect(shown).toBe(text);
        },
      ),
    );
  });
});
