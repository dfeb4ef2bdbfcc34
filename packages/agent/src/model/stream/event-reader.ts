/** Reads the events of one answer, in order, into what the provider's library understands. */
export type EventReader = (data: string) => ReadEvent;

export interface ReadEvent {
  /** The events to pass on; none if the library does not know this one. */
  readonly pass: readonly (object | string)[];
  /** The answer is complete. */
  readonly isLast?: boolean;
}

export const skipped: ReadEvent = { pass: [] };
