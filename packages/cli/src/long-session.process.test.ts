import { expect, it } from "vitest";
import { playLongSession } from "../../../scripts/long-session/long-session.ts";

const windowTokens = 50_000;
const common = { prompts: 2, windowTokens, resultTokens: 5000 };

it("E14 G8 G9 a long session is compacted as often as needed, and what hooks, output, transcript and model got adds up", async () => {
  const session = { ...common, turns: 24, limitTokens: windowTokens * 0.8 };
  const { compactions, problems } = await playLongSession(session);
  expect(problems).toEqual([]);
  expect(compactions).toBeGreaterThanOrEqual(2);
});

it("E14 G8 the same if nothing is compacted before the server refuses a request", async () => {
  const session = { ...common, turns: 12, limitTokens: windowTokens * 10 };
  const { compactions, problems } = await playLongSession(session);
  expect(problems).toEqual([]);
  expect(compactions).toBeGreaterThanOrEqual(1);
});
