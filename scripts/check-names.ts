// Fails on what must not stand in the repository: the product's name written again, machine paths, download addresses.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

interface Rule {
  readonly what: string;
  readonly pattern: RegExp;
  /** Files in which it is right. */
  readonly except: RegExp;
}

const name = "snap" + "hook";
const rules: readonly Rule[] = [
  {
    what: "the product's name outside the one file, docs and package names",
    pattern: new RegExp(`(?<!@)${name}(?!-workspace)`, "i"),
    except: /(^packages\/protocol\/src\/brand\.ts|^LICENSE|\.md|(^|\/)package(-lock)?\.json)$/,
  },
  {
    what: "another spelling of the product's name",
    pattern: new RegExp(`snap[-_ ]hook|Snap${"Hook"}`),
    except: /^$/,
  },
  {
    what: "a path of somebody's machine",
    pattern: /(?<![\w.])\/(work|root|home\/(?!user\b)\w+|Users\/\w+)\//,
    except: /^$/,
  },
  {
    what: "a download address",
    pattern:
      /https?:\/\/(?!json-schema\.org\/|127\.0\.0\.1|localhost|\[::1\]|\$\{|[\w.-]*\.?example\b)/i,
    except: /^package-lock\.json$/,
  },
  {
    what: "a download address in the lock file",
    pattern: /"resolved": "https?:/,
    except: /^(?!package-lock\.json$)/,
  },
];

const root = join(import.meta.dirname, "..");
const files = execFileSync(
  "git",
  ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
  {
    cwd: root,
    encoding: "utf8",
  },
);
const own = "scripts/check-names.ts";
for (const file of files.split("\0").filter((path) => path !== "" && path !== own)) {
  const lines = readFileSync(join(root, file), "utf8").split("\n");
  for (const { what, pattern, except } of rules) {
    if (except.test(file)) continue;
    for (const [index, line] of lines.entries()) {
      if (!pattern.test(line)) continue;
      console.error(`${file}:${index + 1}: ${what}: ${line.trim().slice(0, 120)}`);
      process.exitCode = 1;
    }
  }
}
