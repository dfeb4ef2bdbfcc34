import type { PermissionDenial } from "../agent-event.ts";

/** An agent that runs while the main agent continues: a background agent or a teammate. */
export interface BackgroundAgent {
  readonly id: string;
  readonly type: string;
  readonly description: string;
  /** Set for a teammate. */
  readonly teammate?: string;
}

/** Which one, for the user. */
export const agentInWords = ({ type, description, teammate }: BackgroundAgent): string =>
  teammate === undefined
    ? `the background agent ${type} (${description})`
    : `the teammate ${teammate} (${description})`;

/** What the model of the main agent reads about them. */
export interface AgentReport {
  readonly text: string;
  /** The calls that were refused to them since the last report. */
  readonly denials: readonly PermissionDenial[];
  /** Of a teammate: read at the next request of a running turn too, and without UserPromptSubmit. */
  readonly ofTeam: boolean;
  /** A background hook woke the model (P12). */
  readonly isWake?: true;
}

/** What one of them tells the session. */
export interface AgentPlace {
  /** Aborted when it has to end. */
  readonly signal: AbortSignal;
  /** Hands something to the main agent, unless all are being ended. */
  report(report: AgentReport): void;
  /** While it is idle, no one waits for it. */
  setIdle(isIdle: boolean): void;
}

/** The agents of a session that run beside the main agent. */
export interface BackgroundAgents {
  /** Starts one; `run` resolves when it has ended, whatever happens. */
  start(agent: BackgroundAgent, run: (place: AgentPlace) => Promise<void>): void;
  /** Hands something to the main agent, in a turn of its own if none is running. */
  report(report: AgentReport): void;
  /** Those that are working. */
  running(): readonly BackgroundAgent[];
  /** Resolves when there is something to report: true, or false if none is working. */
  ready(): Promise<boolean>;
  /** The reports since the last call: those of teammates, or those of background agents, whichever came first. */
  take(): AgentReport | undefined;
  /** The reports of teammates, for the next request of a turn that is running. */
  takeOfTeam(): readonly AgentReport[];
  /** Ends one; false if there is none. Its end is reported like any other. */
  endOne(id: string): Promise<boolean>;
  /** Ends all, or only teammates, so that none of them begins a turn. */
  end(which?: "teammates"): Promise<EndedAgents>;
}

export interface EndedAgents {
  /** Those that were working. */
  readonly running: readonly BackgroundAgent[];
  /** What no model has read. */
  readonly unread: readonly AgentReport[];
}

/** What the end of a session waits for. */
export interface SessionAgents {
  readonly background: BackgroundAgents;
  /** Events that no one waits for; they settle when the session's hooks are closed. */
  readonly unwaited: Set<Promise<unknown>>;
}

interface Running {
  readonly agent: BackgroundAgent;
  readonly ending: AbortController;
  isIdle: boolean;
  /** It was ended with all others: what it says is not reported. */
  isSilent: boolean;
  over: Promise<void>;
}

export function createBackgroundAgents(): BackgroundAgents {
  const all = new Set<Running>();
  const reports: AgentReport[] = [];
  let changed = Promise.withResolvers<void>();
  const notify = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  const report = (given: AgentReport) => {
    reports.push(given);
    notify();
  };
  const working = () => [...all].filter(({ isIdle }) => !isIdle);
  return {
    start(agent, run) {
      const ending = new AbortController();
      const one: Running = {
        agent,
        ending,
        isIdle: false,
        isSilent: false,
        over: Promise.resolve(),
      };
      const place: AgentPlace = {
        signal: ending.signal,
        report(given) {
          if (!one.isSilent) report(given);
        },
        setIdle(isIdle) {
          one.isIdle = isIdle;
          notify();
        },
      };
      all.add(one);
      one.over = run(place).finally(() => {
        all.delete(one);
        notify();
      });
    },
    report,
    running: () => working().map(({ agent }) => agent),
    async ready() {
      while (reports.length === 0 && working().length > 0) await changed.promise;
      return reports.length > 0;
    },
    take() {
      const ofTeam = reports[0]?.ofTeam;
      if (ofTeam === undefined) return undefined;
      const taken = removed(reports, (report) => report.ofTeam === ofTeam);
      return {
        text: taken.map(({ text }) => text).join("\n\n"),
        denials: taken.flatMap(({ denials }) => denials),
        ofTeam,
      };
    },
    takeOfTeam: () => removed(reports, ({ ofTeam }) => ofTeam),
    async endOne(id) {
      const one = [...all].find(({ agent }) => agent.id === id);
      one?.ending.abort();
      await one?.over;
      return one !== undefined;
    },
    async end(which) {
      const chosen = [...all].filter(({ agent }) => which === undefined || agent.teammate);
      const running = chosen.filter(({ isIdle }) => !isIdle).map(({ agent }) => agent);
      for (const one of chosen) {
        one.isSilent = true;
        one.ending.abort();
      }
      await Promise.allSettled(chosen.map(({ over }) => over));
      const unread = removed(reports, ({ ofTeam }) => which === undefined || ofTeam);
      return { running, unread };
    },
  };
}

/** Takes those out of a list that fit. */
function removed<Item>(list: Item[], isWanted: (item: Item) => boolean): readonly Item[] {
  const wanted = list.filter(isWanted);
  list.splice(0, list.length, ...list.filter((item) => !isWanted(item)));
  return wanted;
}
