import type { Key } from "ink";
import { describe, expect, it } from "vitest";
import { noKey } from "../testing/keys.ts";
import { keystrokesOf } from "./keystroke.ts";

describe("keystrokesOf", () => {
  it.each<readonly [string, Partial<Key>, readonly unknown[]]>([
    ["a", {}, [{ text: "a" }]],
    ["A", { shift: true }, [{ text: "A" }]],
    ["\r", { return: true }, [{ key: "enter" }]],
    ["\r", { return: true, meta: true }, [{ key: "alt+enter" }]],
    ["\r", { return: true, shift: true }, [{ key: "shift+enter" }]],
    ["\n", {}, [{ key: "ctrl+j" }]],
    ["c", { ctrl: true }, [{ key: "ctrl+c" }]],
    ["b", { meta: true }, [{ key: "alt+b" }]],
    ["", { leftArrow: true, ctrl: true }, [{ key: "ctrl+left" }]],
    ["", { tab: true, shift: true }, [{ key: "shift+tab" }]],
    ["", { escape: true, meta: true }, [{ key: "escape" }, { key: "escape" }]],
    ["text\r", {}, [{ text: "text" }, { key: "enter" }]],
    ["a\u0001b\t", {}, [{ text: "a" }, { key: "ctrl+a" }, { text: "b" }, { key: "tab" }]],
    ["x", { eventType: "release" }, []],
  ])("%j %j", (input, key, expected) => {
    expect(keystrokesOf(input, { ...noKey, ...key })).toEqual(expected);
  });
});
