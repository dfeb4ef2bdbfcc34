import { readFileSync } from "node:fs";
import { matchesGlob, posix } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import type { Packed } from "../packed/pack.ts";

const allowed = /^(package\.json|README\.md|LICENSE|dist\/[^/]+|bin\/[^/]+|schemas\/[^/]+\.json)$/;

/** What is wrong with the content of a package: files that should not be there, or files that its manifest promises. */
export async function shapeProblems(packed: Packed): Promise<readonly string[]> {
  const { files, manifest } = packed;
  const surplus = files.filter((file) => !allowed.test(file) || /\.test\.[cm]?[jt]s$/.test(file));
  const missing = promised(packed).filter((file) => !files.some((one) => matchesGlob(one, file)));
  return [
    ...(manifest.exports !== undefined && types(packed).length === 0 ? ["has no types"] : []),
    ...surplus.map((file) => `contains ${file}`),
    ...missing.map((file) => `lacks ${file}`),
    ...(await publintProblems(packed)),
  ];
}

const types = ({ manifest: { exports = {} } }: Packed): readonly string[] =>
  Object.values(exports).flatMap((entry) => entry["types"] ?? []);

/** Files that the manifest names, and those that every package has. The sources are only for the workspace. */
function promised({ manifest: { bin = {}, exports = {} } }: Packed): readonly string[] {
  const exported = Object.values(exports).flatMap(({ "workspace-source": _, ...rest }) =>
    Object.values(rest),
  );
  return [...Object.values(bin), ...exported, "README.md", "dist/THIRD-PARTY-NOTICES.txt"].map(
    (file) => posix.normalize(file),
  );
}

async function publintProblems({ tarball }: Packed): Promise<readonly string[]> {
  const bytes = readFileSync(tarball);
  const { messages, pkg } = await publint({
    pack: { tarball: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) },
    strict: true,
    level: "warning",
  });
  return messages.map((message) => `publint: ${formatMessage(message, pkg) ?? message.code}`);
}
