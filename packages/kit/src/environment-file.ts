import { fileSystem } from "./file-system.ts";

/** A line that sets a variable in a shell, whatever its value. */
export function exportLine(name: string, value: string): string {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
    throw new TypeError(`"${name}" is no name for a variable`);
  const text = String(value);
  if (text.includes("\0")) throw new TypeError(`the value of ${name} has a zero byte in it`);
  return `export ${name}='${text.replaceAll("'", "'\\''")}'\n`;
}

/** P8: sets a variable for the later shell commands of the session. */
export function exportVariable(name: string, value: string): undefined {
  const line = exportLine(name, value);
  const file = process.env["CLAUDE_ENV_FILE"];
  if (file === undefined || file === "")
    throw new Error(
      `cannot set ${name}: the host names no file in CLAUDE_ENV_FILE (by hand: CLAUDE_ENV_FILE=/tmp/variables)`,
    );
  fileSystem().appendFileSync(file, line);
}
