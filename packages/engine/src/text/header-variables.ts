/** H4: the variables that header values use: `$VAR` and `${VAR}`. */
export const variablePattern = /\$\{(\w+)\}|\$(\w+)/g;

/** The names of the variables in a text. */
export const variablesIn = (text: string): readonly string[] =>
  [...text.matchAll(variablePattern)].map(([, braced, bare]) => braced ?? bare ?? "");
