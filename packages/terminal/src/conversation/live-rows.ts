import { inputRows } from "../input/input-height.ts";

/** Rows of the lines below: progress, status, and one that stays free because Ink clears a screen that is full. */
const fixedRows = 4;

/**
 * How many rows the changing part of the conversation may take, so that the input (at most a third of the screen and
 * its frame) fits below it. A question takes them all.
 */
export const liveRows = (rows: number, hasQuestion: boolean): number =>
  hasQuestion ? 0 : Math.max(1, rows - fixedRows - inputRows(rows));
