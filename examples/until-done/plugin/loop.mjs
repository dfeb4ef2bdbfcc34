// The hook of every event of this plugin. The state of a loop is a file with the name of its session.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const defaults = { rounds: 5, promise: "THE TASK IS DONE" };
const input = JSON.parse(readFileSync(0, "utf8"));
const file = join(process.env.CLAUDE_PLUGIN_DATA, `${input.session_id.replace(/\W/g, "_")}.json`);
const end = () => rmSync(file, { force: true });

function readLoop() {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** The options at the beginning of the arguments, and the task behind them. */
function parse(text) {
  const option = /^--(\w+)(?:=|\s+)(?:"([^"]*)"|(\S+))\s*/;
  const loop = { ...defaults };
  let rest = text.trim();
  for (let found = option.exec(rest); found; found = option.exec(rest)) {
    const [all, name, quoted, word] = found;
    if (!Object.hasOwn(defaults, name)) refuse(`unknown option --${name}`);
    loop[name] = quoted ?? word;
    rest = rest.slice(all.length);
  }
  loop.rounds = Number(loop.rounds);
  if (!Number.isInteger(loop.rounds) || loop.rounds < 1) refuse("--rounds must be 1 or more");
  if (loop.promise.trim() === "") refuse("--promise must not be empty");
  if (rest === "") refuse("there is no task");
  return { ...loop, task: rest, round: 1 };
}

function refuse(why) {
  console.error(`${why}; write: /until-done:start [--rounds N] [--promise "TEXT"] TASK`);
  process.exit(2);
}

const how = ({ promise, rounds, round }) =>
  `This is round ${round} of ${rounds}. When the task is done, and only then, end your answer with this line:\n${promise}`;

function start() {
  const loop = parse(input.command_args ?? "");
  writeFileSync(file, JSON.stringify(loop));
  const hookSpecificOutput = { hookEventName: input.hook_event_name, additionalContext: how(loop) };
  return { hookSpecificOutput };
}

/** Sends the agent back, unless the promise is kept or the rounds are over. */
function stop() {
  const loop = readLoop();
  if (!loop) return {};
  const {
    last_assistant_message: answer = "",
    stop_hook_blocks: blocks,
    stop_hook_block_cap: cap,
  } = input;
  const rounds = `${loop.round} ${loop.round === 1 ? "round" : "rounds"}`;
  if (answer.includes(loop.promise)) return ended(`done after ${rounds}`);
  if (loop.round >= loop.rounds) return ended(`not done after ${rounds}, which is the maximum`);
  // With stop_hook_active the agent works because of a hook; the host allows that only a number of times in a row.
  if (input.stop_hook_active && blocks >= cap)
    return ended(`not done after ${rounds}: set CLAUDE_CODE_STOP_HOOK_BLOCK_CAP to allow more`);
  const next = { ...loop, round: loop.round + 1 };
  writeFileSync(file, JSON.stringify(next));
  return { decision: "block", reason: `${how(next)}\n\nThe task: ${loop.task}` };
}

function ended(how) {
  end();
  return { systemMessage: `until-done: ${how}` };
}

/** A prompt of the user ends a loop that was interrupted; a message of a background task does not. */
const submit = () => (input.prompt?.startsWith("<task-notification>") ? undefined : end());

const answers = {
  UserPromptSubmit: submit,
  UserPromptExpansion: start,
  Stop: stop,
  SessionEnd: end,
};
console.log(JSON.stringify(answers[input.hook_event_name]?.() ?? {}));
