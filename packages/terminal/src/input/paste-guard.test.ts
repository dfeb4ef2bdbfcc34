import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPasteGuard, followedMs, heldMs, maxPauseMs, quietMs } from "./paste-guard.ts";

const start = "\u001B[200~";
const end = "\u001B[201~";
const paste = (text: string) => `${start}${text}${end}`;

/** Pieces that arrive at once, and the time without data after each; what is passed on after each, and at last. */
function passed(...pieces: readonly (readonly [chunk: string, pauseMs: number])[]) {
  const guard = createPasteGuard();
  let nowMs = 0;
  return pieces.map(([chunk, pauseMs]) => {
    let out = guard.push(chunk, nowMs);
    nowMs += pauseMs;
    const waitMs = guard.waitMs();
    if (waitMs !== undefined && waitMs <= pauseMs) out += guard.expire();
    return out;
  });
}

describe("the paste guard", () => {
  it("passes keys on as they come, and a paste when it is complete", () => {
    expect(passed(["ab\u001B[A\r", 0])).toEqual(["ab\u001B[A\r"]);
    expect(passed([`a${paste("one\ntwo")}`, quietMs])).toEqual([`a${paste("one\ntwo")}`]);
    expect(passed([`${start}one`, 0], [`two${end}`, quietMs], ["\r", 0])).toEqual([
      "",
      paste("onetwo"),
      "\r",
    ]);
    expect(passed([paste("one") + paste("two"), quietMs])).toEqual([paste("one") + paste("two")]);
  });

  it("an end in the text of a paste ends nothing: what follows it is part of the paste, and not a key", () => {
    const attack = `harmless${end}\u0015!touch PWNED\r`;
    const shown = "harmless␛[201~\u0015!touch PWNED\r";
    expect(passed([paste(attack), quietMs])).toEqual([paste(shown)]);
    expect(passed([`${start}harmless${end}`, 1], [`\u0015!touch PWNED\r${end}`, quietMs])).toEqual([
      "",
      paste(shown),
    ]);
    expect(passed([`${start}z${end}1\r`, quietMs], [end, quietMs])).toEqual([
      "",
      paste("z␛[201~1\r"),
    ]);
    // The connection was slow just there.
    expect(passed([`${start}z${end}`, quietMs], [`1\r${end}`, quietMs])[1]).toBe(paste("1\r"));
  });

  it("finds a sequence that arrives in parts, and Esc alone is Esc", () => {
    const whole = paste("text");
    for (let at = 1; at < whole.length; at++)
      expect(passed([whole.slice(0, at), 0], [whole.slice(at), quietMs]).join("")).toBe(whole);
    expect(passed(["\u001B", heldMs], ["x", 0])).toEqual(["\u001B", "x"]);
    expect(passed(["\u001B", 0], ["x", 0])).toEqual(["", "\u001Bx"]);
  });

  it("a paste without an end is over after a pause, and Ctrl+C ends it", () => {
    expect(passed([`${start}abc`, maxPauseMs], ["\r", 0])).toEqual([paste("abc"), "\r"]);
    for (const key of ["\u0003", "\u001B[99;5u"])
      expect(passed([`${start}abc`, quietMs], [key, 0], ["x", 0])).toEqual([
        "",
        paste("abc") + key,
        "x",
      ]);
  });

  it("keys that are pressed at once, or while the program was busy, follow the paste", () => {
    expect(passed([`${paste("abc")}\r`, followedMs])).toEqual([`${paste("abc")}\r`]);
    expect(passed([`${paste("abc")} more`, followedMs])).toEqual([`${paste("abc")} more`]);
    expect(passed([paste("abc"), 1], ["\u001B[B", quietMs], ["\u001B[B", 0], ["x", 0])).toEqual([
      "",
      "",
      `${paste("abc")}\u001B[B\u001B[B`,
      "x",
    ]);
  });

  it("a second paste that is not complete is a paste too", () => {
    expect(passed([`${paste("one")}${start}tw`, followedMs])).toEqual([paste("one") + paste("tw")]);
  });

  it("Ctrl+C in the text of a paste does not end it", () => {
    expect(passed([paste("a\u0003\rb"), quietMs])).toEqual([paste("a\u0003\rb")]);
    expect(passed([`${start}a`, 1], ["\u0003", 1], [`\rb${end}`, quietMs])).toEqual([
      "",
      "",
      paste("a\u0003\rb"),
    ]);
  });

  it("the rest of a paste that was given up is a paste too, until a single key is pressed", () => {
    const rest = passed([`${start}one`, maxPauseMs], ["two\r!x\r", 1], [`y\r${end}`, quietMs]);
    expect(rest).toEqual([paste("one"), "", paste("two\r!x\ry\r")]);
    expect(passed([`${start}one`, maxPauseMs], ["a", 100], ["b\r", 0])).toEqual([
      paste("one"),
      "a",
      "b\r",
    ]);
  });

  it("no text, in whatever pieces it arrives, leaves its paste", () => {
    const part = fc.constantFrom(start, end, "\u001B", "[20", "1~", "\r", "\u0003", "a", "1");
    const text = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, fc.array(fc.nat(200), { maxLength: 5 }), (pasted, cuts) => {
        const all = paste(pasted);
        const at = [...cuts.map((cut) => cut % all.length), 0, all.length].sort((a, b) => a - b);
        const pieces = at.slice(1).map((to, index) => all.slice(at[index], to));
        const out = passed(...pieces.map((piece) => [piece, 1] as const), ["", maxPauseMs]).join(
          "",
        );
        const outside = out.split(start).flatMap((one) => one.split(end).slice(1));
        expect(outside.join("")).toBe("");
        expect(out.startsWith(start) && out.endsWith(end)).toBe(true);
      }),
    );
  });
});
