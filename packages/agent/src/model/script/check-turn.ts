import { isObject } from "@snaphook/engine/internal";
import type { Usage } from "../usage.ts";
import type { ScriptBlock, ScriptTurn } from "./script.ts";

/** Keys and positions from the root to a value. */
export type Place = readonly (string | number)[];
export type Report = (place: Place, text: string) => void;

/** A turn as written: a list of blocks, or an object that says more. */
export function checkTurn(value: unknown, place: Place, report: Report): ScriptTurn {
  if (Array.isArray(value)) return { blocks: blocksOf(value, place, report) };
  if (!isObject(value)) {
    report(place, `found ${shortText(value)}, expected a turn: a list of strings and tool calls`);
    return { blocks: [] };
  }
  const { blocks = [], error } = value;
  const expect = (ok: boolean, key: string, expected: string) => {
    if (!ok) report([...place, key], `found ${shortText(value[key])}, expected ${expected}`);
    return ok;
  };
  for (const key of Object.keys(value))
    expect(keys.includes(key), key, `one of the keys ${keys.join(", ")}`);
  if (value["blocks"] === undefined && error === undefined)
    report(place, `found ${shortText(value)}, expected "blocks" or "error"`);
  expect(Array.isArray(blocks), "blocks", "a list of strings and tool calls");
  const valid = Object.entries(details).filter(
    ([key, { fits, expected }]) => key in value && expect(fits(value[key]), key, expected),
  );
  return {
    blocks: Array.isArray(blocks) ? blocksOf(blocks, [...place, "blocks"], report) : [],
    ...(Object.fromEntries(valid.map(([key]) => [key, value[key]])) as Omit<ScriptTurn, "blocks">),
  };
}

function blocksOf(
  values: readonly unknown[],
  place: Place,
  report: Report,
): readonly ScriptBlock[] {
  return values.filter((value, index): value is ScriptBlock => {
    const ok = isBlock(value);
    if (!ok)
      report(
        [...place, index],
        `found ${shortText(value)}, expected a string or {"tool": "Bash", "input": {"command": "ls"}}`,
      );
    return ok;
  });
}

const isBlock = (value: unknown): value is ScriptBlock =>
  typeof value === "string" ||
  (isObject(value) &&
    typeof value["tool"] === "string" &&
    "input" in value &&
    (value["id"] === undefined || typeof value["id"] === "string"));

const isError = (value: unknown): value is { status: number; message: string } =>
  isObject(value) && isCount(value["status"]) && typeof value["message"] === "string";

const isUsage = (value: unknown): value is Partial<Usage> =>
  isObject(value) && Object.values(value).every(isCount);

const isPath = (value: unknown): value is string => typeof value === "string" && value !== "";

const isCount = (value: unknown): value is number =>
  typeof value === "number" && Number.isFinite(value) && value >= 0;

/** The keys of a turn besides its blocks. */
const details: Readonly<
  Record<
    Exclude<keyof ScriptTurn, "blocks">,
    { readonly fits: (value: unknown) => boolean; readonly expected: string }
  >
> = {
  delayMs: { fits: isCount, expected: "a number of milliseconds" },
  waitFor: { fits: isPath, expected: "the path of a file" },
  pieceMs: { fits: isCount, expected: "a number of milliseconds" },
  error: { fits: isError, expected: '{"status": 500, "message": "…"}' },
  usage: { fits: isUsage, expected: '{"input_tokens": 10}' },
  stopReason: {
    fits: (value) => typeof value === "string",
    expected: 'a text such as "max_tokens"',
  },
};

const keys = ["blocks", ...Object.keys(details)];

/** A value as it is written in the file, as much of it as fits in a line. */
export function shortText(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
