#!/usr/bin/env node
// The hook of all cases: `recorder.mjs ID` writes down what it was told, then does what actions/ID.json says: an
// object, or a list with one entry per call, of which the last repeats. Plain JavaScript, because it starts often.
//
//   env [lines]       appended to CLAUDE_ENV_FILE        repeat {text, count}   text on stdout, count times
//   writeFile [p, t]  a file below the working folder    json, stdout, stderr   written as they are
//   sleepMs           time to wait first                 steps [actions]        further actions in turn
//   daemonMs          a child that keeps the pipes open  exit, noStdin          exit code; close stdin unread
import { spawn } from "node:child_process";
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";

const folder = import.meta.dirname;
const id = process.argv[2];

/** How many calls with this id came before: each takes a folder, and only one can make it. */
function earlierCalls() {
  for (let call = 0; ; call++) {
    try {
      mkdirSync(join(folder, "calls", `${id}-${call}`));
      return call;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
  }
}

function actionOf(call) {
  try {
    const actions = JSON.parse(readFileSync(join(folder, "actions", `${id}.json`), "utf8"));
    return (Array.isArray(actions) ? actions[Math.min(call, actions.length - 1)] : actions) ?? {};
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    return {};
  }
}

/** Whole or not at all: a hook can be ended while it writes. */
function record(facts) {
  const name = `${Math.round(performance.timeOrigin * 1000)}-${process.pid}.json`;
  const unfinished = join(folder, "calls", name);
  writeFileSync(unfinished, JSON.stringify(facts));
  renameSync(unfinished, join(folder, "log", name));
}

const parsed = (input) => {
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
};

const write = (stream, output) => new Promise((resolve) => stream.write(output, resolve));

async function perform(action) {
  const { env, writeFile, sleepMs, daemonMs, repeat, json, stdout, stderr, steps = [] } = action;
  if (env && process.env.CLAUDE_ENV_FILE)
    appendFileSync(process.env.CLAUDE_ENV_FILE, `${env.join("\n")}\n`);
  if (writeFile) writeFileSync(...writeFile);
  if (sleepMs) await delay(sleepMs);
  if (daemonMs) {
    const stdio = ["ignore", "inherit", "inherit"];
    spawn("sleep", [String(daemonMs / 1000)], { detached: true, stdio }).unref();
  }
  if (repeat) await write(process.stdout, repeat.text.repeat(repeat.count));
  if (json !== undefined) await write(process.stdout, JSON.stringify(json));
  if (stdout !== undefined) await write(process.stdout, stdout);
  if (stderr !== undefined) await write(process.stderr, stderr);
  for (const step of steps) await perform(step);
}

// Who no longer listens is the agent's business.
process.stdout.on("error", () => {});
process.stderr.on("error", () => {});
const call = earlierCalls();
const action = actionOf(call);
const facts = { id, call, cwd: process.cwd(), projectDir: process.env.CLAUDE_PROJECT_DIR };
record({ ...facts, stdin: null });
if (action.noStdin) closeSync(0);
else record({ ...facts, stdin: parsed(await text(process.stdin)) });
await perform(action);
process.exit(action.exit ?? 0);
