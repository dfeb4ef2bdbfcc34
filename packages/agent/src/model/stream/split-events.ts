/** Cuts server-sent events out of text that arrives in pieces: takes the next piece and returns the data of each event that is complete. */
export function eventSplitter(): EventSplitter {
  let rest = "";
  const take = (isLast: boolean): readonly string[] => {
    const found: string[] = [];
    for (;;) {
      const gap = /\r\n\r\n|\n\n|\r\r/.exec(rest);
      if (!gap) break;
      found.push(rest.slice(0, gap.index));
      rest = rest.slice(gap.index + gap[0].length);
    }
    // The last event of a careless server has no empty line after it.
    if (isLast) found.push(rest);
    return found.flatMap(dataOf);
  };
  return {
    add(piece) {
      rest += piece;
      return take(false);
    },
    end: () => take(true),
  };
}

export interface EventSplitter {
  add(piece: string): readonly string[];
  /** The event that the text ended with, if it is not empty. */
  end(): readonly string[];
}

/** Comments and events without data are left out. */
function dataOf(event: string): readonly string[] {
  const lines = event.split(/\r\n|\n|\r/).filter((line) => line.startsWith("data:"));
  const data = lines.map((line) => line.slice(line.startsWith("data: ") ? 6 : 5)).join("\n");
  return data === "" ? [] : [data];
}
