// Writes the licences of bundled packages next to the bundles.
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bundled, bundledInCommand } from "./bundled.ts";

const root = join(import.meta.dirname, "..");

function notice(name: string): string {
  const folder = join(root, "node_modules", name);
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const [file] = globSync("LICEN[CS]E*", { cwd: folder });
  const text =
    file === undefined ? `Licence: ${manifest.license}` : readFileSync(join(folder, file), "utf8");
  return `${name} ${manifest.version}\n\n${text.trim()}\n`;
}

for (const dist of globSync("packages/*/dist", { cwd: root })) {
  const names = dirname(dist).endsWith("cli") ? bundledInCommand : bundled;
  const used = names.filter((name) => existsSync(join(root, "node_modules", name)));
  writeFileSync(
    join(root, dist, "THIRD-PARTY-NOTICES.txt"),
    used.map(notice).join(`\n${"-".repeat(72)}\n\n`),
  );
}
