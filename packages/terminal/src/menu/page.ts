import type { StyledLine } from "../text/styled-line.ts";
import type { MenuAction } from "./menu-action.ts";

/** One screen of the menu, as a value. Its texts have passed `inLine` or `visibleText`. */
export interface Page {
  readonly title: string;
  /** Lines below the title that do not scroll. */
  readonly head: readonly StyledLine[];
  /** A line that the user types. */
  readonly field?: Field;
  readonly rows: readonly PageRow[];
  /** Keys besides those for moving; while there is a field, letters belong to it. */
  readonly keys: readonly PageKey[];
  /** Where the cursor is at first. */
  readonly startAt?: number;
}

interface Field {
  readonly label: string;
  readonly text: string;
  /** An index in the text. */
  readonly cursor: number;
}

export interface PageRow {
  readonly line: StyledLine;
  /** Lines that belong to it. */
  readonly more?: readonly StyledLine[];
  /** What Enter does. */
  readonly action?: MenuAction;
}

export interface PageKey {
  /** A letter, or the name of a key. */
  readonly key: string;
  /** Missing: a row of the page says what it does. */
  readonly label?: string;
  /** For the row with the cursor, if it depends on that. */
  readonly action: MenuAction | ((row: PageRow | undefined) => MenuAction | undefined);
}
