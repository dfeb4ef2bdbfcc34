import { dirname, join, resolve } from "node:path";
import { anyStandardModule } from "./python-files.ts";

/** Where a script is, and where the script that loads it is: Python looks for modules there. */
export interface ScriptPlace {
  readonly path: string;
  readonly top: string;
}

// The quantifiers are bounded, so that no text takes more than linear time.
const javaScriptNames = ["js", "mjs", "cjs", "json", "ts", "mts", "cts", "tsx", "jsx", "node"];

const specifier =
  /\b(?:from|import|require(?:\.resolve)?|Worker|fork|URL)\s{0,9}\(?\s{0,9}(["'`])(\.{1,2}(?:\/[^"'`\n]{0,999})?|\/[^"'`\n]{1,999})\1/g;

const joinedSpecifier =
  /\b(?:join|resolve)\(\s{0,9}(?:__dirname|import\.meta\.dirname)\s{0,9}((?:,\s{0,9}["'`][^"'`\n]{0,999}["'`]\s{0,9}){1,9})\)/g;

/** Every file that a relative `require` or `import` may mean, existing or not. */
export function javaScriptLoads(text: string, { path }: ScriptPlace): readonly string[] {
  const literal = [...text.matchAll(specifier)].map(([, , name = ""]) => name);
  const joined = [...text.matchAll(joinedSpecifier)].map(([, parts = ""]) =>
    [...parts.matchAll(/["'`]([^"'`]*)["'`]/g)].map(([, part]) => part).join("/"),
  );
  return [...literal, ...joined].flatMap((name) => {
    const base = resolve(dirname(path), name);
    const withoutName = base.replace(/\.[mc]?jsx?$/, "");
    return [
      base,
      ...javaScriptNames.map((extension) => `${base}.${extension}`),
      ...javaScriptNames.map((extension) => join(base, `index.${extension}`)),
      join(base, "package.json"),
      ...(withoutName === base
        ? []
        : ["ts", "mts", "cts", "tsx"].map((extension) => `${withoutName}.${extension}`)),
    ];
  });
}

const pythonImport = /^[ \t]{0,99}import[ \t]{1,9}([^\n#;]{1,999})/gm;
const pythonFrom =
  /^[ \t]{0,99}from[ \t]{1,9}(\.{0,9})([\w.]{0,999})[ \t]{1,9}import[ \t]{1,9}(\([^)]{0,999}\)|[^\n#;]{1,999})/gm;

/** Every file beside the script, or in a package of it, that an `import` may mean; for the names see python-files.ts. */
export function pythonLoads(text: string, { path, top }: ScriptPlace): readonly string[] {
  const own = dirname(path);
  const bases = [...new Set([own, dirname(top)])];
  const plain = [...text.matchAll(pythonImport)].flatMap(([, names = ""]) =>
    namesIn(names).flatMap((name) => bases.flatMap((base) => modulesOf(base, name))),
  );
  const from = [...text.matchAll(pythonFrom)].flatMap(([, dots = "", name = "", names = ""]) => {
    const starts = dots === "" ? bases : [resolve(own, ...Array(dots.length - 1).fill(".."))];
    const inside = namesIn(names).map((one) => (name === "" ? one : `${name}.${one}`));
    return starts.flatMap((base) => [
      ...(dots === "" ? [] : [join(base, "__init__.*")]),
      ...[...(name === "" ? [] : [name]), ...inside].flatMap((one) => modulesOf(base, one)),
    ]);
  });
  const found = [...plain, ...from];
  return found.length === 0 ? [] : [...found, join(dirname(top), anyStandardModule)];
}

/** `a.b as c, d` → `a.b`, `d` */
const namesIn = (list: string): readonly string[] =>
  list
    .replaceAll(/[()\\]/g, " ")
    .split(",")
    .map((one) => one.trim().split(/\s/)[0] ?? "")
    .filter((name) => /^[\w.]+$/.test(name));

/** `a.b`: the packages on the way and the module, as a file or a folder. */
function modulesOf(base: string, name: string): readonly string[] {
  const parts = name.split(".").filter((part) => part !== "");
  return parts.flatMap((_part, index) => {
    const module = join(base, ...parts.slice(0, index + 1));
    return [`${module}.*`, join(module, "__init__.*")];
  });
}

const otherLoad =
  /\b(?:require_relative|require|load|do|include|require_once|include_once)\b\s{0,9}\(?\s{0,9}(?:__DIR__\s{0,9}\.\s{0,9})?["']([^"'\n$]{1,999})["']/g;

/** Ruby, Perl and PHP. */
export const otherLoads = (text: string, { path }: ScriptPlace): readonly string[] =>
  [...text.matchAll(otherLoad)].flatMap(([, name = ""]) => {
    const base = join(dirname(path), name);
    return [base, ...["rb", "pl", "pm", "php"].map((extension) => `${base}.${extension}`)];
  });
