import { chmodSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createHooks } from "@snaphook/engine";

/** A project with the given files and an empty home. Scripts are executable. */
export function makeProject(files: Readonly<Record<string, string>>) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "bench-")));
  const [cwd, home] = [join(base, "project"), join(base, "home")];
  for (const folder of [cwd, home]) mkdirSync(folder);
  const write = (path: string, text: string): void => {
    const file = join(cwd, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    if (text.startsWith("#!")) chmodSync(file, 0o755);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  /** Trusts everything in the project, as the user would. */
  const trustAll = async (): Promise<void> => {
    const hooks = await createHooks({ cwd, home, sessionId: "trust" });
    await hooks.trust.trust((await hooks.trust.list()).map(({ subject }) => subject));
    await hooks.close();
  };
  return { cwd, home, write, trustAll };
}

/** Settings with one command hook. */
export const oneHook = (
  event: string,
  command: string,
  { matcher, ...more }: { readonly matcher?: string; readonly [key: string]: unknown } = {},
): string =>
  JSON.stringify({
    hooks: {
      [event]: [
        {
          ...(matcher === undefined ? {} : { matcher }),
          hooks: [{ type: "command", command, ...more }],
        },
      ],
    },
  });
