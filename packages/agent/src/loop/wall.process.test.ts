import { brand } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { whyNoSandbox } from "../wall/testing.ts";
import { tryWays } from "./testing/try-ways.ts";
import { waysToRewrite } from "./testing/ways-to-rewrite.ts";

const noSandbox = await whyNoSandbox();
const wallOff = { [`${brand.environmentPrefix}WALL`]: "off" };
const timeout = 180_000;

describe.concurrent("ways to rewrite a guard in a session that allows every command", () => {
  it("T5 none of them works in the sandbox", { timeout }, async ({ skip }) => {
    skip(noSandbox !== undefined, noSandbox);
    const { tried } = await tryWays(waysToRewrite);
    expect(tried.map(({ name }) => name)).toEqual(waysToRewrite.map(({ name }) => name));
    expect(tried.filter(({ hasChanged }) => hasChanged).map(({ name }) => name)).toEqual([]);
  });

  it("T5 without the sandbox each change is reported in the same turn", { timeout }, async () => {
    const harmless = waysToRewrite.filter(({ needsSandbox }) => !needsSandbox);
    const { tried } = await tryWays(harmless, { env: wallOff });
    const changed = tried.filter(({ hasChanged }) => hasChanged);
    const reported = changed.filter(({ text }) => text.includes("changed while the command ran"));
    expect(reported.map(({ name }) => name)).toEqual(changed.map(({ name }) => name));
    // The ways are real: nearly all of them work where nothing is in the way.
    expect(changed.length).toBeGreaterThan(60);
  });
});
