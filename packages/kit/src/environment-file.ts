import { fileSystem } from "./file-system.ts";

/** A line that sets a variable in a shell, whatever its value. */
export function exportLine(name: string, value: string): string {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
    throw new TypeError(
      `"${name}" is not a valid variable name; use letters, digits and _, starting with a letter or _`,
    );
  const text = String(value);
  if (text.includes("\0"))
    throw new TypeError(
      `the value of ${name} contains a zero byte, which a shell variable cannot hold`,
    );
  return `export ${name}='${text.replaceAll("'", "'\\''")}'\n`;
}

/** P8: sets a variable for the later shell commands of the session. */
export function exportVariable(name: string, value: string): undefined {
  const line = exportLine(name, value);
  const file = process.env["CLAUDE_ENV_FILE"];
  if (file === undefined || file === "")
    throw new Error(
      `cannot set ${name}: CLAUDE_ENV_FILE is not set. The host sets it; to try the hook by hand, use CLAUDE_ENV_FILE=/tmp/variables`,
    );
  fileSystem().appendFileSync(file, line);
}
