import { expect, it } from "vitest";
import { markersOf } from "./markers.ts";

it("finds a scenario's own markers, each once and in order", () => {
  const markers = markersOf({ hook: "says ORC_B", input: ["ORC_A2", "ORC_B"] });
  expect(markers({ text: "ORC_A2 then\nORC_B, ORC_A2 and ORC_OTHER" })).toEqual([
    "ORC_A2",
    "ORC_B",
  ]);
});

it("a marker repeated without a gap is one, and half a marker is not one", () => {
  const markers = markersOf("ORC_BIG_");
  expect(markers("ORC_BIG_ORC_BIG_ORC_B")).toEqual(["ORC_BIG"]);
  expect(markers("ORC_")).toEqual([]);
});

it("knows the markers of the default answers, and finds none in nothing", () => {
  const markers = markersOf({});
  expect(markers(["ORC_DONE", "ORC_PROMPT"])).toEqual(["ORC_DONE", "ORC_PROMPT"]);
  expect(markers(undefined)).toEqual([]);
});
