// Fails on text that must not be in the repository: the product's name outside its one file, machine paths, download
// addresses, branches on the type of a handler, tests that measure time, and anything that lets a package detect the
// conformance cases.
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

interface Rule {
  readonly what: string;
  readonly pattern: RegExp;
  /** Files in which it is allowed. */
  readonly except: RegExp;
}

const root = join(import.meta.dirname, "..");
const name = "snap" + "hook";
/** Names of cases, except those that are ordinary words. */
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
    except:
      /(^packages\/protocol\/src\/brand\.ts|^packages\/engine\/src\/generated\/runner-source\.ts|^LICENSE|^action\.yml|^Dockerfile|^docs\/pictures\/.*\.svg|\.md|(^|\/)package(-lock)?\.json)$/,
  },
  {
    what: "another spelling of the product's name",
    pattern: new RegExp(`snap[-_ ]hook|Snap${"Hook"}`),
    except: /^$/,
  },
  {
    what: "a path on someone's machine",
    pattern: /(?<![\w.])\/(work|root|home\/(?!user\b)\w+|Users\/\w+)\//,
    except: /^$/,
  },
  {
    what: "a web address outside the file with the models' addresses",
    pattern:
      /https?:\/\/(?!www\.w3\.org\/2000\/svg"|json-schema\.org\/|opentelemetry\.io\/schemas\/|(u:p@)?\d+\.\d+\.\d+\.\d+|localhost|\[::1\]|\[?\$\{|…|[\w.-]*\.?example\b|[\w.-]+\.test\b)/i,
    except: /^((.*\/)?package-lock\.json|packages\/agent\/src\/model\/choose-model(\.test)?\.ts)$/,
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
    except: /^(?!(.*\/)?package-lock\.json$)/,
  },
  {
    what: "a direct start of the command's sources; use scripts/packed/tested.ts",
    pattern: /(?<![\w-])main\.ts["'`]/,
    except: /^(scripts\/packed\/tested\.ts|tsdown\.config\.ts|package\.json)$/,
  },
  {
    what: "a branch on the type of a handler; put the difference into the type's definition",
    pattern: new RegExp(
      [
        String.raw`\bhandler(Type|\??\.type|\["type"\])\s*[!=]==?`,
        String.raw`(switch |includes|has|get)\((\w+\??\.)*handler(Type|\.type|\["type"\])\)`,
        String.raw`(?<!typeof |\.)\btype\s*[!=]==?\s*"(${handlerTypes.join("|")})"`,
      ].join("|"),
    ),
    except: /^(?!packages\/(engine|bench|agent|gateway|cli)\/src\/)|\.test\.ts$/,
  },
  {
    what: "a marker, key or folder of the conformance suite",
    pattern: /(?<![a-z])orc(?![a-z])|no-key-is-needed|fake-key/i,
    except: outsidePackages,
  },
  {
    what: "a mention of the conformance suite, which no package may detect",
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
