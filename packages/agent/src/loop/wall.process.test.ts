import { brand } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { runAsOtherUser, whyNoOtherUser, whyNoSandbox } from "../wall/testing.ts";
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

  it("T5 a quarter of them, in the sandbox of a user who is not root: none works", {
    timeout,
  }, async ({ skip }) => {
    const because = noSandbox ?? (await whyNoOtherUser());
    skip(because !== undefined, because);
    const [tryWaysFile, waysFile] = ["try-ways", "ways-to-rewrite"].map(
      (name) => new URL(`./testing/${name}.ts`, import.meta.url).href,
    );
    const tried = (await runAsOtherUser(`
      import { tryWays } from "${tryWaysFile}";
      import { waysToRewrite } from "${waysFile}";
      const some = waysToRewrite.filter((_way, index) => index % 4 === 0);
      const { tried } = await tryWays([{ name: "user", script: "id -u" }, ...some]);
      console.log(JSON.stringify(tried));
    `)) as Awaited<ReturnType<typeof tryWays>>["tried"];
    expect(tried[0]?.text).toBe("1000");
    expect(tried.length).toBeGreaterThan(waysToRewrite.length / 4);
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
