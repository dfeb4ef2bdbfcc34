import { isObject } from "@snaphook/engine/internal";
import { firstCharacters } from "../../long-text/ends-of-text.ts";
import type { Cell } from "./notebook.ts";

/** Outputs can be whole data sets; the notebook has the rest. */
const maxOutputLength = 4000;

/** A cell as the model reads it: its id for NotebookEdit, its kind, its source and what it printed. */
export function printCell(cell: Cell, index: number): string {
  const id = typeof cell.id === "string" ? cell.id : `cell-${index}`;
  const { outputs } = cell as Cell & { readonly outputs?: unknown };
  const printed = Array.isArray(outputs) ? outputs.flatMap(printOutput) : [];
  return [
    `<cell id="${id}" type="${cell.cell_type}">`,
    joined(cell.source),
    ...(printed.length > 0 ? ["<output>", shortened(printed.join("\n")), "</output>"] : []),
    "</cell>",
  ].join("\n");
}

function printOutput(output: unknown): readonly string[] {
  if (!isObject(output)) return [];
  if (output["output_type"] === "error")
    return [[output["ename"], output["evalue"]].map(String).join(": ")];
  if (output["text"] !== undefined) return [joined(output["text"])];
  const data = isObject(output["data"]) ? output["data"] : {};
  if (data["text/plain"] !== undefined) return [joined(data["text/plain"])];
  const kinds = Object.keys(data);
  return kinds.length > 0 ? [`(${kinds.join(", ")}, not shown)`] : [];
}

/** Notebooks keep texts as one string, or as a list of lines with their ends. */
const joined = (text: unknown): string =>
  (Array.isArray(text) ? text.join("") : String(text)).replace(/\n$/, "");

const shortened = (text: string): string =>
  text.length > maxOutputLength
    ? `${firstCharacters(text, maxOutputLength)}… (${text.length} characters)`
    : text;
