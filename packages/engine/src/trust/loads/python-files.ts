import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Stands for every module in a folder that would replace one of the standard library. */
export const anyStandardModule = "*";

/** What Python takes for a module, after the name and a dot: source, bytecode without source, native code. */
const moduleSuffix = /^(?:pyw?|pyc|(?:[\w-]+\.)?(?:so|pyd))$/;

/** Modules of the standard library import each other by these names, and look beside the script first. */
const standardModules: ReadonlySet<string> = new Set(
  `
  annotationlib argparse array ast asyncio base64 bdb binascii bisect bz2 cProfile calendar cmath cmd code codeop
  collections colorsys compileall compression concurrent configparser contextlib contextvars copy copyreg csv ctypes
  dataclasses datetime dbm decimal difflib dis doctest email encodings enum fcntl filecmp fileinput fnmatch
  fractions ftplib functools getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http imaplib
  inspect ipaddress json keyword linecache locale logging lzma mailbox math mimetypes mmap modulefinder
  multiprocessing netrc numbers opcode operator optparse pathlib pdb pickle pickletools pipes pkgutil platform
  plistlib poplib pprint profile pstats pty py_compile pydoc pyexpat queue quopri random re readline reprlib
  resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal smtplib socket socketserver
  sqlite3 sre_compile sre_constants sre_parse ssl statistics string stringprep struct subprocess symtable sysconfig
  syslog tarfile tempfile termios textwrap threading timeit token tokenize tomllib trace traceback tracemalloc tty
  types typing unicodedata unittest urllib uuid warnings wave weakref webbrowser xml xmlrpc zipapp zipfile zlib
  zoneinfo
`
    .trim()
    .split(/\s+/),
);

/** `_json` and the like are parts of the standard library too. */
const isStandard = (name: string): boolean => standardModules.has(name) || /^_[^_]/.test(name);

/** Finds the files that a path `FOLDER/NAME.*` or `FOLDER/*` of Python means now; other paths stay. Lists a folder once. */
export function createModuleFinder(): (path: string) => readonly string[] {
  const listed = new Map<string, readonly string[]>();
  const namesIn = (folder: string): readonly string[] => {
    const names = listed.get(folder) ?? listNames(folder);
    listed.set(folder, names);
    return names;
  };
  const isModule = (name: string, file: string) =>
    file.startsWith(`${name}.`) && moduleSuffix.test(file.slice(name.length + 1));
  const modules = (folder: string, name: string) =>
    namesIn(folder)
      .filter((file) => isModule(name, file))
      .map((file) => join(folder, file));
  return (path) => {
    const [folder, name] = [dirname(path), basename(path)];
    if (name === anyStandardModule) {
      const names = new Set(namesIn(folder).map((file) => file.split(".", 1)[0] ?? ""));
      return [...names]
        .filter(isStandard)
        .flatMap((one) => [...modules(folder, one), ...modules(join(folder, one), "__init__")]);
    }
    return name.endsWith(".*") ? modules(folder, name.slice(0, -2)) : [path];
  };
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
