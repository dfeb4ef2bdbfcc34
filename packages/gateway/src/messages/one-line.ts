/** What programs take for the end of a line: Node's readline (CR, U+2028, U+2029), Python (those, NEL). */
const separators = /[\t\r\n\u0085\u2028\u2029](?!$)|[\t\n\u0085\u2028\u2029]$/g;

/**
 * A message in a form that every program reads as one line: otherwise a second message, which no hook judged, could be
 * hidden in it. Its value stays the same. In valid JSON, tabs, CR and LF are only outside of strings, and the others only
 * inside. A CR at the end is part of the line's end.
 */
export const oneLine = (json: string): string =>
  json.replace(separators, (char) =>
    char < " " ? " " : `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
