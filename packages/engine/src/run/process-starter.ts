import { spawn } from "node:child_process";
import { systemClock } from "./clock.ts";
import {
  type ProcessRequest,
  type RunningProcess,
  type StartProcess,
  startProcess,
} from "./process/run-process.ts";
import { type StartServer, startServer } from "./process/start-server.ts";
import { startRemotely } from "./runner/remote-process.ts";
import {
  noteFinishedRun,
  prepareRunner,
  type RunnerStatus,
  readyRunner,
  runnerStatus,
} from "./runner/shared-runner.ts";
import { isAlwaysOn, type RunnerChoice, whyOff } from "./runner/why-off.ts";

/** Starts processes: in the runner where that is faster, otherwise in this process. */
export interface ProcessStarter {
  readonly start: StartProcess;
  /** Starts a server in this process; the runner ends it if the host is killed. */
  readonly startServer: StartServer;
  /** Starts the runner in the background, if it will be needed. */
  prepare(): void;
  status(): RunnerStatus;
}

/** How long a run of a small host may take before the runner is started to end it if the host is killed. */
const guardAfterMs = 100;

/** A run without a limit: only the runner ends it if the host is killed, so even a small host needs it. */
const isLasting = ({ stdin, limitMs }: ProcessRequest): boolean =>
  stdin !== undefined && limitMs === undefined;

/** P13: a short run does without the runner, because starting it takes longer than the run. */
function guarded(run: RunningProcess): RunningProcess {
  const cancel = systemClock.after(guardAfterMs, () => prepareRunner(true), { idle: true });
  void run.finished.then(cancel);
  return run;
}

export function processStarter(choice: RunnerChoice): ProcessStarter {
  const startHere: StartProcess = (request) =>
    startProcess(request, choice.spawn ?? spawn, choice.clock ?? systemClock);
  const startServerHere: StartServer = (request) =>
    startServer(request, choice.spawn ?? spawn, choice.clock ?? systemClock);
  const because = whyOff(choice);
  if (because !== undefined)
    return {
      start: startHere,
      startServer: startServerHere,
      prepare() {},
      status: () => ({ state: "off", because }),
    };
  const always = isAlwaysOn(choice);
  return {
    start(request) {
      const runner = readyRunner(always || isLasting(request));
      if (runner === undefined) return guarded(startHere(request));
      const running = startRemotely(request, runner);
      void running.finished.then(({ end }) => {
        if (end.how !== "failed") noteFinishedRun();
      });
      return running;
    },
    startServer(request) {
      prepareRunner(true);
      return startServerHere(request);
    },
    prepare: () => prepareRunner(always),
    status: () => runnerStatus(always),
  };
}
