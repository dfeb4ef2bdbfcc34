import type { StatisticsById } from "./hook-statistics.ts";
import type { MenuSource } from "./menu-source.ts";

/** What a menu needs from around it. */
export interface MenuHost {
  readonly source: MenuSource;
  /** The runs of this session; undefined: there is none. */
  statistics(): StatisticsById | undefined;
  now(): number;
  close(): void;
  /** Says in the conversation what was changed. */
  said(text: string): void;
  /** Puts a text into the clipboard of the terminal. */
  copy(text: string): void;
  /** Opens a file in the user's editor, and waits until it is closed. */
  edit(file: string, line: number): Promise<void>;
}
