import { events } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { allow, ask, deny } from "./replies.ts";

describe("replies", () => {
  it.each([
    ["allow", allow],
    ["deny", deny],
    ["ask", ask],
  ] as const)("A5 %s is an answer the contract accepts", (decision, reply) => {
    const parsed = events.PreToolUse.output.parse(reply("because"));
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    expect(events.PreToolUse.opinion(parsed.value)).toMatchObject({ decision, reason: "because" });
  });
});
