// Fails on what must not stand in the repository: the product's name written again, machine paths, download
// addresses, branches on the type of a handler, tests that measure time, and anything by which a package could know
// that it is being tried by conformance/.
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

interface Rule {
  readonly what: string;
  readonly pattern: RegExp;
  /** Files in which it is right. */
  readonly except: RegExp;
}

const root = join(import.meta.dirname, "..");
const name = "snap" + "hook";
/** Names of cases, as far as they are no words that anybody might write. */
const cases = globSync("conformance/cases/*.json", { cwd: root })
  .map((file) => basename(file, ".json"))
  .filter((word) => word.length > 8 && word.includes("-"));
const outsidePackages = /^(?!packages\/)/;
/** Names of handler types, as their definitions say them. */
const handlerTypes = globSync("packages/protocol/src/handlers/*.ts", { cwd: root })
  .flatMap((file) => [
    ...readFileSync(join(root, file), "utf8").matchAll(/^ {2}(?:readonly )?type: "(\w+)"/gm),
  ])
  .map(([, type]) => type);
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
    what: "an address in the network outside the file that knows the models' addresses",
    pattern:
      /https?:\/\/(?!www\.w3\.org\/2000\/svg"|json-schema\.org\/|\d+\.\d+\.\d+\.\d+|localhost|\[::1\]|\$\{|[\w.-]*\.?example\b)/i,
    except: /^(package-lock\.json|packages\/agent\/src\/model\/choose-model(\.test)?\.ts)$/,
  },
  {
    what: "a test that measures time: it fails on a busy machine; move a held clock, count work, or look at the order of events",
    pattern:
      /performance\.now|hrtime|process\.uptime|Date\.now\(\) - [a-z]|\b(?:elapsed|took|lasted|duration(?:Ms)?)\)\.toBe(?:Less|Greater)\w*\(\d/,
    except: /^(?!.*(?:\.test\.ts|\/testing\.ts|\/testing\/[^/]+\.ts)$)/,
  },
  {
    what: "a download address in the lock file",
    pattern: /"resolved": "https?:/,
    except: /^(?!package-lock\.json$)/,
  },
  {
    what: "a start of the command's sources; what tests start is decided in scripts/packed/tested.ts",
    pattern: /(?<![\w-])main\.ts["'`]/,
    except: /^(scripts\/packed\/tested\.ts|tsdown\.config\.ts|package\.json)$/,
  },
  {
    what: "a branch on the type of a handler, which the definition of the type is there for",
    pattern: new RegExp(
      [
        String.raw`\bhandler(Type|\??\.type|\["type"\])\s*[!=]==?`,
        String.raw`(switch |includes|has|get)\((\w+\??\.)*handler(Type|\.type|\["type"\])\)`,
        String.raw`(?<!typeof |\.)\btype\s*[!=]==?\s*"(${handlerTypes.join("|")})"`,
      ].join("|"),
    ),
    except: /^(?!packages\/(engine|bench|agent|cli)\/src\/)|\.test\.ts$/,
  },
  {
    what: "a marker, key or folder of the conformance suite",
    pattern: /(?<![a-z])orc(?![a-z])|no-key-is-needed|fake-key/i,
    except: outsidePackages,
  },
  {
    what: "the conformance suite, of which no package may know",
    pattern: /conformance/i,
    except: outsidePackages,
  },
  {
    what: "the name of a conformance case",
    pattern: new RegExp(`(?<![\\w-])(${cases.join("|")})(?![\\w-])`),
    except: outsidePackages,
  },
];

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
