interface InputContent {
  /** Rows of the whole text. */
  readonly textRows: number;
  readonly proposals: number;
  readonly hasHint: boolean;
}

/** Lines above and below the text. */
const frame = 2;
/** So many proposals are more important than further rows of the text. */
const fewProposals = 3;
const mostProposals = 8;

/** All rows that the input line may take: a third of the screen and its frame. The conversation above it has the rest. */
export const inputRows = (rows: number): number => Math.max(3, Math.floor(rows / 3) + frame);

/** How the rows of the input line are shared. */
export function inputHeight(
  rows: number,
  { textRows, proposals, hasHint }: InputContent,
): { readonly text: number; readonly list: number } {
  const free = inputRows(rows) - frame - (hasHint ? 1 : 0);
  const text = Math.max(1, Math.min(textRows, free - Math.min(proposals, fewProposals)));
  return { text, list: Math.max(0, Math.min(proposals, mostProposals, free - text)) };
}
