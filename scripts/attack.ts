// npm run attack: tries to get past the guards of the real command, in a scratch home and project with canaries.
//   held     refused, or without effect         asked    a user would have been asked; without one it is refused
//   reported it happened, the same turn reports it, and the guard still refuses       through  it happened
// It fails if a try goes through, unless docs/security.md says that this is not promised.
//   --group NAME, --match TEXT, --every 10   only some of the tries      --show   every try with its verdict
//   --wall off   without bubblewrap, as on a machine that does not have it
//   --control   without rules and guards: shows tries that would do no harm anyway, which prove nothing
import { parseArgs } from "node:util";
import { brand } from "../packages/protocol/src/brand.ts";
import { readGroups } from "./attack/group.ts";
import { playGroup } from "./attack/play-group.ts";
import { type Judged, judge, summary } from "./attack/report.ts";
import { bundleCommand } from "./packed/bundle-command.ts";

const { values } = parseArgs({
  options: {
    group: { type: "string" },
    match: { type: "string" },
    every: { type: "string", default: "1" },
    show: { type: "boolean", default: false },
    control: { type: "boolean", default: false },
    wall: { type: "string", default: "on" },
    "in-flight": { type: "string", default: "2" },
  },
});
const env = { [`${brand.environmentPrefix}WALL`]: values.wall };
const started = performance.now();
const removeBundle = bundleCommand();
const jobs = readGroups()
  .filter(({ name }) => values.group === undefined || name.includes(values.group))
  .flatMap((group) => {
    const tries = group.tries
      .filter(({ name }) => name.includes(values.match ?? ""))
      .filter((_, index) => index % Number(values.every) === 0);
    const modes = values.control ? (["bypassPermissions"] as const) : group.modes;
    return tries.length === 0 ? [] : modes.map((mode) => ({ group: { ...group, tries }, mode }));
  });

const judged: Judged[] = [];
const queue = [...jobs];
async function worker(): Promise<void> {
  for (let job = queue.shift(); job; job = queue.shift()) {
    const played = await playGroup(job.group, { mode: job.mode, env });
    judged.push(...played.map((one) => judge(one, job.group, job.mode)));
  }
}
await Promise.all(Array.from({ length: Number(values["in-flight"]) }, worker));
removeBundle();

const { text, problems } = summary(judged, { show: values.show, isControl: values.control });
console.log(text);
console.log(`${judged.length} tries in ${((performance.now() - started) / 1000).toFixed(0)} s`);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
