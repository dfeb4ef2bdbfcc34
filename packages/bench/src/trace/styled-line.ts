/** How a part of a line looks on a terminal that shows colours. */
export type Style = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";

interface StyledPart {
  readonly text: string;
  readonly style?: Style;
}

export type StyledLine = readonly StyledPart[];
