/** Languages whose programs can start commands, and the words with which they do. */
const languages = /^(?:awk|gawk|mawk|nawk|python[\d.]*|perl|ruby|node|php|lua|tclsh|bun|deno)$/;
const starting = /system|exec|spawn|popen|subprocess|shell|qx|%x|[`|]/i;
/** Words of git commands after which a command line follows. */
const beforeCommand = /^(?:-x|--exec|--extcmd|--[\w-]+-filter|foreach|run)$/;
const editors = /^(?:ed|ex|vi|vim|nvim|view)$/;
/** Read commands from their input, whatever their arguments. */
const consoles = /^(?:sqlite3|psql|mysql|mariadb|gdb|lldb|ftp|sftp|gnuplot|m4)$/;
const remote = /^(?:ssh|scp|sftp|rsync)$/;

/** Whether a program takes its script from its input, unless its arguments name or contain one. */
export const readsScript = (program: string, args: readonly string[]): boolean =>
  editors.test(program) ||
  consoles.test(program) ||
  (/^(?:make|awk|gawk|mawk|sed|jq)$/.test(program)
    ? args.some(
        (arg) =>
          /^(?:-\w*f|--f[\w-]*=?)?(?:-|\/dev\/.*|\/proc\/.*)$/.test(arg) && /-$|\//.test(arg),
      )
    : languages.test(program) &&
      args.every((arg) => /^(?:-(?!\w*[cem])|\/dev\/|\/proc\/)/.test(arg)));

/**
 * Command lines that a program starts because its own arguments or its input say so: `system("…")` in awk, `!…` in an
 * editor. Only those that are spelled out there.
 */
export function startedByProgram(
  program: string,
  args: readonly string[],
  inputs: readonly string[],
): readonly string[] {
  const texts = [...args, ...inputs];
  if (languages.test(program)) return texts.filter((text) => starting.test(text)).flatMap(quotedIn);
  if (editors.test(program) || consoles.test(program))
    return texts.flatMap((text) => [
      ...found(/^[^!\n]*!(.+)$/gm, text),
      ...found(/^\s*\.?(?:shell|system)\s+(.+)$/gm, text),
      ...(starting.test(text) ? quotedIn(text) : []),
    ]);
  if (remote.test(program))
    return args.flatMap((text, at) => [
      ...found(
        /^(?:-o\s*)?(?:\w*command|match\s+exec|--rsh|--rsync-path|xauth\w*)[=\s]\s*(.+)$/gis,
        text,
      ),
      ...(/^(?:-\w*[eS]|--rsh|--rsync-path)$/.test(args[at - 1] ?? "") ? [text] : []),
    ]);
  if (program === "sed") return texts.flatMap(startedBySed);
  if (program === "make")
    return texts.flatMap((text) => [
      ...found(/^\t[@+-]*(.+)$/gm, text),
      ...found(/^[^\n;]*:[^\n;]*;[@+\s-]*(.+)$/gm, text),
      ...found(/(?:\(shell\s|!=)([^\n)]+)/g, text),
    ]);
  if (program === "tar")
    return args.flatMap((text, at) => [
      ...found(/^-[^=]*=(?:exec=)?(.+)$/gs, text),
      ...(/^-\w*[IF]$/.test(args[at - 1] ?? "") ? [text] : []),
    ]);
  if (program === "git")
    return args.flatMap((text, at) => [
      ...found(/^(?:-O|--(?:open-files-in-pager|exec|extcmd|[\w-]+-filter)=)(.+)$/gs, text),
      ...found(/^ext::(.+)$/gs, text),
      ...(beforeCommand.test(args[at - 1] ?? "") ? [args.slice(at).join(" ")] : []),
    ]);
  return [];
}

const found = (expression: RegExp, text: string): readonly string[] =>
  [...text.matchAll(expression)].map(([, part = ""]) => part);

/** The strings in a text of a programming language, and what is between them: split, which takes no time for long texts. */
const quotedIn = (code: string): readonly string[] => code.split(/["'`]/);

/** `e command`, and the replacement of `s/…/…/e`, which is run. */
const startedBySed = (script: string): readonly string[] => [
  ...found(/(?:^|[\s;{}/$\d])e\s+([^\n]+)/g, script),
  ...(/[^\w\s\\]\w*e\w*(?:[;\s}]|$)/.test(script)
    ? script.split(/[^\w\s.$*^&\\-]/).map((part) => part.replaceAll(/\\\d|&/g, "x"))
    : []),
];
