import { brand } from "@snaphook/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { notificationBytes, notificationChannels } from "./notification-bytes.ts";

describe("notificationBytes", () => {
  it.each([
    [{ TERM_PROGRAM: "iTerm.app" }, "\u001B]9;hello\u0007"],
    [{ TERM: "foot" }, `\u001B]777;notify;${brand.name};hello\u0007`],
    [{ TERM: "xterm-256color" }, "\u0007"],
    [{ TERM_PROGRAM: "iTerm.app", TMUX: "/tmp/tmux" }, "\u0007"],
  ])("chooses what the terminal understands: %j", (env, bytes) => {
    expect(notificationBytes("auto", "hello", env)).toBe(bytes);
  });

  it("a chosen message passes through tmux", () => {
    expect(notificationBytes("osc9", "hello", { TMUX: "x" })).toBe(
      "\u001BPtmux;\u001B\u001B]9;hello\u0007\u001B\\",
    );
  });

  it("off writes nothing", () => {
    expect(notificationBytes("off", "hello", {})).toBe("");
  });

  it("a text of others cannot end the message or begin another sequence", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...notificationChannels),
        fc.string({ unit: "binary" }),
        (channel, text) => {
          const bytes = notificationBytes(channel, text, { TERM: "foot" });
          const inner = bytes.slice(bytes.startsWith("\u001B]") ? 2 : 0, -1);
          expect(inner).not.toMatch(/\p{Cc}/u);
        },
      ),
    );
  });
});
