/** A hook's name as people read it: a script of the project is shown with its path in the project. */
export function shortLabel(label: string): string {
  const [line = ""] = label.split("\n");
  return line
    .replaceAll(/"\$\{?CLAUDE_PROJECT_DIR\}?\/([^"]*)"/g, "$1")
    .replaceAll(/"?\$\{?CLAUDE_PROJECT_DIR\}?"?\//g, "");
}
