/** An exit code of 1, in a shell, Python or JavaScript. A text as the argument of `sys.exit` is one too. */
const exitsWithOne = /\bexit[\s(]+1\b|\bSystemExit\(\s*1\b|\bexit\(\s*f?["']|\bexitCode\s*=\s*1\b/;

/** The result of a function is the exit code: `sys.exit(main())`, `process.exit(await run())`. */
const exitsWithResult =
  /\b(?:exit|SystemExit)\(\s*(?:await\s+)?\w+\(|\bexitCode\s*=\s*(?:await\s+)?\w+\(/;

/** The numbers of the lines on which a script ends with exit code 1, from 0. */
export function exitsWithOneIn(text: string): readonly number[] {
  const returns = exitsWithResult.test(text);
  return text
    .split("\n")
    .flatMap((line, index) =>
      exitsWithOne.test(line) || (returns && /\breturn 1\b/.test(line)) ? [index] : [],
    );
}
