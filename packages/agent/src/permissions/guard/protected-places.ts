import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { realTarget, userServersFile } from "@snaphook/engine/internal";
import { isInside } from "../../is-inside.ts";

/** What protected file a call would change (T5). */
export type Touch =
  /** The trust store: never allowed. */
  | { readonly kind: "trust" }
  /** A settings file or a trusted script: only with approval. */
  | { readonly kind: "settings"; readonly file: string };

/** The files that are protected from the agent's own tools (T5). */
export interface ProtectedPlaces {
  readonly projectDirectory: string;
  /** Settings files and trusted scripts, as they were named. */
  readonly files: readonly ProtectedFile[];
  /** The trust store's folder, as written and with links resolved. */
  readonly trustFolders: readonly string[];
  /** The files in it that decide what is trusted. */
  readonly trustFiles: readonly string[];
  /** Folders with files whose front matter is configuration. */
  readonly frontMatterFolders: readonly string[];
  /** What a change of the file at this path would touch. */
  at(path: string): Touch | undefined;
  /** What a change of everything below this folder would touch. */
  below(folder: string): Touch | undefined;
}

interface ProtectedFile {
  /** As it was named. */
  readonly file: string;
  /** Its path with the folder's links resolved, and its target if it is a link itself. */
  readonly paths: readonly string[];
}

export interface PlacesOptions {
  readonly projectDirectory: string;
  readonly home: string;
  /** The user's folder with settings, if it is another than `.claude` in the home. */
  readonly configFolder?: string | undefined;
  readonly trustStore: string;
  /** Settings files and scripts in addition to those that every session has. */
  readonly protectedFiles: readonly string[];
}

/** Beside the store: the toggles of hooks and the trusted content of scripts. */
const otherTrustNames = ["toggles.json", "trusted-scripts"];

/** Front matter in these folders is configuration, also in new files. */
const frontMatterFolders = ["agents", "commands", "skills"];

/** Looks up where the protected files are now. */
export function protectedPlaces(options: PlacesOptions): ProtectedPlaces {
  const { projectDirectory, home, configFolder, trustStore, protectedFiles } = options;
  const roots = [
    ...[projectDirectory, home].map((folder) => join(folder, ".claude")),
    ...(configFolder === undefined ? [] : [configFolder]),
  ];
  const standardFiles = [
    ...roots.flatMap((root) =>
      ["settings.json", "settings.local.json"].map((name) => join(root, name)),
    ),
    userServersFile({ home, configFolder: configFolder ?? join(home, ".claude") }),
  ];
  const files = [...new Set([...standardFiles, ...protectedFiles])].map(locate);
  const identities = new Map(
    files.flatMap(({ file }) => {
      const identity = identityOf(file);
      return identity === undefined ? [] : [[identity, file] as const];
    }),
  );
  const markdown = roots.flatMap((root) =>
    frontMatterFolders.map((name) => realTarget(join(root, name))),
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
    const all = placesOf(directory).flatMap((path) =>
      files.filter(({ paths }) => paths.some((other) => isInside(path, other))),
    );
    // A file that is there says more to the user than one that could be made.
    const found = all.find(({ file }) => existsSync(file)) ?? all[0];
    if (found !== undefined) return { kind: "settings", file: found.file };
    const front = placesOf(directory).find((path) => markdown.some((one) => isInside(one, path)));
    return front === undefined || isMarkdown(front) ? undefined : { kind: "settings", file: front };
  }

  const trustFiles = trustFolders.flatMap((trust) =>
    [basename(trustStore), ...otherTrustNames].map((name) => join(trust, name)),
  );
  return {
    projectDirectory,
    files,
    trustFolders,
    trustFiles,
    frontMatterFolders: markdown,
    at,
    below,
  };
}

/** A path with its folder's links resolved, and its target if it is a link itself. */
const placesOf = (path: string): readonly string[] => [
  ...new Set([join(realTarget(dirname(path)), basename(path)), realTarget(path)]),
];

const locate = (file: string): ProtectedFile => ({ file, paths: placesOf(resolve(file)) });

const isMarkdown = (path: string): boolean => /\.(?:md|markdown|mdx)$/i.test(path);

/** The folder, the files in it and the trusted scripts; not the sessions and traces in other folders. */
function isOfTrust(folder: string, path: string): boolean {
  if (!isInside(folder, path)) return false;
  const [first = "", ...rest] = relative(folder, path).split(sep);
  return rest.length === 0 || first === "trusted-scripts";
}

const ignoresCase = process.platform === "darwin" || process.platform === "win32";

const sameName = (one: string, other: string): boolean =>
  one === other || (ignoresCase && one.toLowerCase() === other.toLowerCase());

/** Identifies a file independently of its name: a hard link is the same file. */
function identityOf(path: string): string | undefined {
  try {
    const stats = statSync(path, { bigint: true });
    return stats.isFile() ? `${stats.dev}:${stats.ino}` : undefined;
  } catch {
    return undefined;
  }
}
