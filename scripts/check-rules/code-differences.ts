import { eventNames, events, profiles } from "@snaphook/protocol";
import type { ContractPage } from "./contract-page.ts";
import type { Built, OpenList } from "./open-list.ts";

/** How the contract's tables of events and profile questions differ from the code. */
export const codeDifferences = (
  page: ContractPage,
  list: OpenList,
  { isFired }: Built,
): readonly string[] => [
  ...eventDifferences(page, list, isFired),
  ...questionDifferences(page, list),
];

function eventDifferences(
  { coreEvents, extendedEvents }: ContractPage,
  { open }: OpenList,
  isFired: Built["isFired"],
): readonly string[] {
  const rules = new Map(coreEvents);
  for (const name of extendedEvents) rules.set(name, "extended");
  const isOpen = (name: string) => open.some((entry) => "event" in entry && entry.event === name);
  return [
    ...eventNames
      .filter((name) => rules.get(name) !== events[name].rule)
      .map((name) => `${name} is ${events[name].rule} in code, ${rules.get(name)} in the contract`),
    ...[...rules.keys()]
      .filter((name) => !Object.hasOwn(events, name))
      .map((name) => `the code has no event ${name}`),
    ...extendedEvents
      .filter((name) => !isFired(name) && !isOpen(name))
      .map(
        (name) => `${name}: the agent never fires it, and docs/contract-open.yaml does not say so`,
      ),
  ];
}

function questionDifferences(
  { profileRows, otherQuestions }: ContractPage,
  { open }: OpenList,
): readonly string[] {
  const inContract = [...otherQuestions, ...profileRows.flatMap(({ questions }) => questions)];
  const inCode = Object.keys(profiles.reference).filter((question) => question !== "name");
  const isOpen = (row: string) => open.some((entry) => "row" in entry && entry.row === row);
  return [
    ...inCode
      .filter((question) => !inContract.includes(question))
      .map((question) => `the profile question ${question} is not in section 12 of the contract`),
    ...inContract
      .filter((question) => !inCode.includes(question))
      .map((question) => `the code has no profile question ${question}`),
    ...profileRows
      .filter(({ row, questions }) => questions.length === 0 && !isOpen(row))
      .map(
        ({ row }) =>
          `row "${row}" names no question in code, and docs/contract-open.yaml does not say so`,
      ),
  ];
}
