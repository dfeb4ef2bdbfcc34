/** Clears the screen, sets the title, hides and turns text; then wide characters. */
export const evil = "\u001B[2J\u001B]0;x\u0007\u009B31m\u202Etxt\u200B\r漢字漢字";

/** Characters that a terminal acts on, or that hide something. */
export const dangerous = /(?![\n\t])[\p{Cc}\p{Cf}]/u;
