/** A rule of the contract, and the packages that each need a test for it. */
interface Rule {
  readonly id: string;
  readonly packages: readonly string[];
}

/** A row of the profile table; `questions` are its names in code, none while it is not built. */
interface ProfileRow {
  readonly row: string;
  readonly questions: readonly string[];
}

/** The parts of docs/contract.md that a script can check. */
export interface ContractPage {
  readonly rules: ReadonlyMap<string, Rule>;
  /** The rule of each core event, by the event's name. */
  readonly coreEvents: ReadonlyMap<string, string>;
  readonly extendedEvents: readonly string[];
  readonly profileRows: readonly ProfileRow[];
  /** Profile questions that a rule names instead of a row. */
  readonly otherQuestions: readonly string[];
  /** Lines that look like a rule and cannot be read as one. */
  readonly problems: readonly string[];
}

const packageNames = ["protocol", "kit", "engine", "agent", "bench", "gateway", "cli", "docs"];

export function readContract(page: string): ContractPage {
  const lines = page.split("\n");
  const { rules, problems } = rulesIn(lines);
  return {
    rules,
    problems,
    coreEvents: new Map(
      rowsBelow(lines, "| id | event |").map(([id = "", event = ""]) => [
        event,
        /\*\*(\w+)\*\*/.exec(id)?.[1] ?? "",
      ]),
    ),
    extendedEvents: rowsBelow(lines, "| event |").map(([event = ""]) => event.replace(" †", "")),
    profileRows: rowsBelow(lines, "| question |").map((cells) => ({
      row: cells[0] ?? "",
      questions: namesIn(cells.at(-1)),
    })),
    otherQuestions: [...page.matchAll(/\(In\s+code:([^)]*)\)/g)].flatMap(([, names]) =>
      namesIn(names),
    ),
  };
}

/** A bullet, or a row of a table, that begins with an anchor and an id. */
const rulePattern = /^(- |\| )<a id="([a-z]\d+)"><\/a>\*\*([A-Z]\d+)\*\* (.*)$/;
const looksLikeRule = /^(?:- |\| )(?:<a |\*\*[A-Z]\d)/;
const packageList = /^(?:Every row: )?\*\(([a-z, ]+)\)\*/;

function rulesIn(lines: readonly string[]) {
  const rules = new Map<string, Rule>();
  const problems: string[] = [];
  let packagesOfRows: readonly string[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.startsWith("Every row: ")) packagesOfRows = packagesIn(line);
    if (!looksLikeRule.test(line)) continue;
    const [, start, anchor, id = "", rest = ""] = rulePattern.exec(line) ?? [];
    const packages = start === "| " ? packagesOfRows : packagesIn(rest);
    const problem = problemOf(id, { anchor, packages, isKnown: rules.has(id) });
    if (problem !== undefined) problems.push(`docs/contract.md:${index + 1}: ${problem}`);
    rules.set(id, { id, packages });
  }
  return { rules, problems };
}

interface RuleFacts {
  readonly anchor: string | undefined;
  readonly packages: readonly string[];
  readonly isKnown: boolean;
}

function problemOf(id: string, { anchor, packages, isKnown }: RuleFacts): string | undefined {
  if (anchor === undefined)
    return 'a rule has to begin like this: - <a id="p10"></a>**P10** *(engine)* …';
  if (anchor !== id.toLowerCase()) return `the anchor of ${id} is ${anchor}`;
  if (isKnown) return `${id} is there twice`;
  if (packages.length === 0) return `${id} does not say which packages answer for it`;
  const unknown = packages.find((name) => !packageNames.includes(name));
  return unknown === undefined ? undefined : `${id}: there is no package ${unknown}`;
}

const packagesIn = (text: string): readonly string[] =>
  packageList.exec(text)?.[1]?.split(", ") ?? [];

/** The cells of the rows of the table that begins with these columns. */
function rowsBelow(lines: readonly string[], head: string): readonly (readonly string[])[] {
  const first = lines.findIndex((line) => line.startsWith(head)) + 2;
  const end = lines.findIndex((line, index) => index >= first && !line.startsWith("|"));
  return lines.slice(first, end).map((line) =>
    line
      .slice(1, -1)
      .split(" | ")
      .map((cell) => cell.trim()),
  );
}

const namesIn = (text = ""): readonly string[] =>
  [...text.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
