import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A package as it would be published. */
export interface Packed {
  readonly name: string;
  readonly tarball: string;
  /** The paths of what is in it. */
  readonly files: readonly string[];
  readonly manifest: Manifest;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  /** Only part of the command. */
  readonly private?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const root = join(import.meta.dirname, "../..");

/** Makes a tarball of every package of the workspace. */
export function pack(folder: string): readonly Packed[] {
  const { workspaces } = readJson<{ readonly workspaces: readonly string[] }>(root);
  const published = workspaces.filter(
    (workspace) => !readJson<Manifest>(join(root, workspace)).private,
  );
  return published.map((workspace) => {
    const source = join(root, workspace);
    const output = execFileSync("npm", ["pack", "--json", "--pack-destination", folder], {
      cwd: source,
      encoding: "utf8",
    });
    const [packed] = JSON.parse(output) as readonly {
      readonly filename: string;
      readonly files: readonly { readonly path: string }[];
    }[];
    if (packed === undefined) throw new Error(`npm pack made no tarball of ${workspace}`);
    const manifest = readJson<Manifest>(source);
    return {
      name: manifest.name,
      tarball: join(folder, packed.filename),
      files: packed.files.map(({ path }) => path),
      manifest,
    };
  });
}

const readJson = <Value>(folder: string): Value =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
