import { expect, it } from "vitest";
import { createCurrentTurn } from "./current-turn.ts";

it("G10 a stop ends the turn that is running and no other", () => {
  const turn = createCurrentTurn();
  expect(turn.stop("before any")).toBe(false);
  turn.begin();
  expect(turn.checkpoint()).toEqual({ do: "continue" });
  expect(turn.stop("enough")).toBe(true);
  turn.stop("later");
  expect(turn.checkpoint()).toEqual({ do: "stop", reason: "enough" });
  turn.end();
  expect(turn.stop("between two")).toBe(false);
  turn.begin();
  expect(turn.checkpoint()).toEqual({ do: "continue" });
});
