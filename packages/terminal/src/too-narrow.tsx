import { Text } from "ink";

const minColumns = 10;

/** Whether nothing can be read at this width. What is complete is printed when the window is wider again. */
export const isTooNarrow = (columns: number): boolean => columns < minColumns;

/** It fits into most of such windows. */
export const TooNarrow = () => <Text wrap="truncate">too small</Text>;
