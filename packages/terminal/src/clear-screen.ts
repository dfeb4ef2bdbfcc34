/**
 * Clears the rows of the screen; what was above them stays in the terminal's history. The first row is cleared by
 * itself and stays empty: tmux moves everything that is cleared from the first row on into the history, and the input
 * line would be there once for each time it is drawn.
 */
export const clearScreen = "\u001B[H\u001B[2K\u001B[2;1H\u001B[J";
