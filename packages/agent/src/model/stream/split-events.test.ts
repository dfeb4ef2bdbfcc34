import fc from "fast-check";
import { expect, it } from "vitest";
import { eventSplitter } from "./split-events.ts";

const data = fc.string({ minLength: 1 }).map((text) => JSON.stringify({ text }));

it("events are the same however their text is split, with any line ends, and comments are left out", () => {
  fc.assert(
    fc.property(
      fc.array(data, { maxLength: 8 }),
      fc.constantFrom("\n", "\r\n", "\r"),
      fc.integer({ min: 1, max: 20 }),
      fc.boolean(),
      (events, end, size, isClosed) => {
        const text = events
          .map((one) => `: hm${end}event: x${end}data: ${one}${end}${end}`)
          .join("");
        const sent = isClosed ? text : text.trimEnd();
        const splitter = eventSplitter();
        const found: string[] = [];
        for (let at = 0; at < sent.length; at += size)
          found.push(...splitter.add(sent.slice(at, at + size)));
        expect([...found, ...splitter.end()]).toEqual(events);
      },
    ),
  );
});

it("the lines of one event are joined", () => {
  expect(eventSplitter().add("data: one\ndata:two\n\n")).toEqual(["one\ntwo"]);
});
