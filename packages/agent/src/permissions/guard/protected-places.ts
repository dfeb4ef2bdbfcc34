import { statSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { isInside } from "../../is-inside.ts";
import { realTarget } from "./real-target.ts";

/** What a call would change that it may not change without more (T5). */
export type Touch =
  /** What the user trusts: never. */
  | { readonly kind: "trust" }
  /** A settings file or a trusted script: only after a question. */
  | { readonly kind: "settings"; readonly file: string };

/** The files that the agent's own tools do not change like others (T5). */
export interface ProtectedPlaces {
  readonly projectDirectory: string;
  /** Settings files and trusted scripts, as they were named. */
  readonly files: readonly ProtectedFile[];
  /** The trust store's folder, by every path that it is known under. */
  readonly trustFolders: readonly string[];
  /** The files in it that decide. */
  readonly trustFiles: readonly string[];
  /** What changing the file at this path touches. */
  at(path: string): Touch | undefined;
  /** What lies below this folder. */
  below(folder: string): Touch | undefined;
}

interface ProtectedFile {
  /** As it was named. */
  readonly file: string;
  /** Where it is: the name in its real folder, and where that leads if it is a link. */
  readonly paths: readonly string[];
}

export interface PlacesOptions {
  readonly projectDirectory: string;
  readonly home: string;
  readonly trustStore: string;
  /** Settings files and scripts beside the three that every session has. */
  readonly protectedFiles: readonly string[];
}

/** Beside the store: the switches of hooks and the texts as they were trusted. */
const otherTrustNames = ["toggles.json", "trusted-scripts"];

/** Front matter of these folders is configuration: a new file in them is too. */
const frontMatterFolders = ["agents", "commands", "skills"];

/** Looks up where the protected files are now. */
export function protectedPlaces(options: PlacesOptions): ProtectedPlaces {
  const { projectDirectory, home, trustStore, protectedFiles } = options;
  const roots = [projectDirectory, home];
  const own = roots.flatMap((root) =>
    ["settings.json", "settings.local.json"].map((name) => join(root, ".claude", name)),
  );
  const files = [...new Set([...own, ...protectedFiles])].map(locate);
  const identities = new Map(
    files.flatMap(({ file }) => {
      const identity = identityOf(file);
      return identity === undefined ? [] : [[identity, file] as const];
    }),
  );
  const markdown = roots.flatMap((root) =>
    frontMatterFolders.map((name) => realTarget(join(root, ".claude", name))),
  );
  const folder = dirname(resolve(trustStore));
  const trustFolders = [...new Set([folder, realTarget(folder)])];

  const isTrust = (path: string) => trustFolders.some((trust) => isOfTrust(trust, path));
  const known = (path: string) =>
    files.find(({ paths }) => paths.some((other) => sameName(path, other)))?.file;

  function at(path: string): Touch | undefined {
    const paths = placesOf(path);
    if (paths.some(isTrust)) return { kind: "trust" };
    const identity = identityOf(path);
    const file =
      paths.map(known).find((found) => found !== undefined) ??
      (identity === undefined ? undefined : identities.get(identity)) ??
      paths.find((one) => isMarkdown(one) && markdown.some((other) => isInside(other, one)));
    return file === undefined ? undefined : { kind: "settings", file };
  }

  function below(directory: string): Touch | undefined {
    const found = placesOf(directory).flatMap((path) =>
      files.filter(({ paths }) => paths.some((other) => isInside(path, other))),
    )[0];
    if (found !== undefined) return { kind: "settings", file: found.file };
    const front = placesOf(directory).find((path) => markdown.some((one) => isInside(one, path)));
    return front === undefined || isMarkdown(front) ? undefined : { kind: "settings", file: front };
  }

  const trustFiles = trustFolders.flatMap((trust) =>
    [basename(trustStore), ...otherTrustNames].map((name) => join(trust, name)),
  );
  return { projectDirectory, files, trustFolders, trustFiles, at, below };
}

/** A path's place in its real folder, and where it leads if it is a link. */
const placesOf = (path: string): readonly string[] => [
  ...new Set([join(realTarget(dirname(path)), basename(path)), realTarget(path)]),
];

const locate = (file: string): ProtectedFile => ({ file, paths: placesOf(resolve(file)) });

const isMarkdown = (path: string): boolean => /\.(?:md|markdown|mdx)$/i.test(path);

/** The folder, what lies in it, and the texts kept for it; not the sessions and traces in other folders. */
function isOfTrust(folder: string, path: string): boolean {
  if (!isInside(folder, path)) return false;
  const [first = "", ...rest] = relative(folder, path).split(sep);
  return rest.length === 0 || first === "trusted-scripts";
}

const ignoresCase = process.platform === "darwin" || process.platform === "win32";

const sameName = (one: string, other: string): boolean =>
  one === other || (ignoresCase && one.toLowerCase() === other.toLowerCase());

/** The file itself, whatever it is called: a hard link is the same file. */
function identityOf(path: string): string | undefined {
  try {
    const stats = statSync(path, { bigint: true });
    return stats.isFile() ? `${stats.dev}:${stats.ino}` : undefined;
  } catch {
    return undefined;
  }
}
