import type { DOMElement } from "ink";
import type { RefObject } from "react";

/**
 * Where the cursor is, as Ink needs it: rows from the top of everything that is drawn. Parts above the input line grow
 * without it being drawn again, so the row is computed when it is read.
 */
export function cursorPlace(
  element: RefObject<DOMElement | null>,
  { column, row }: { readonly column: number; readonly row: number },
): { readonly x: number; readonly y: number } {
  return {
    x: column,
    get y() {
      return (element.current ? topOf(element.current) : 0) + row;
    },
  };
}

function topOf(element: DOMElement): number {
  const top = element.yogaNode?.getComputedTop() ?? 0;
  return element.parentNode ? topOf(element.parentNode) + top : top;
}
