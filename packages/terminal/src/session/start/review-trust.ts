import type { Hooks } from "@snaphook/engine";
import { profileNamed, profiles } from "@snaphook/protocol";
import type { TrustItem } from "../../state/start-questions.ts";
import type { Questions } from "../questions.ts";
import { trustItems } from "./trust-items.ts";

/** What may be looked at and trusted. */
type ReviewedHooks = Pick<Hooks, "cwd" | "profile" | "config" | "trust">;

interface ReviewOptions {
  /** The session is open: it continues, whatever the answer. */
  readonly isOpen: boolean;
  /** What the user has decided about in this run; they are not asked again while it stays the same. */
  readonly decided: Set<string>;
}

/** T1, T6: asks about everything of the project that does not run yet, and keeps the answers as `trust` does. */
export async function reviewTrust(
  hooks: ReviewedHooks,
  questions: Pick<Questions, "reviewTrust">,
  { isOpen, decided }: ReviewOptions,
): Promise<"decided" | "leave"> {
  const stored = await hooks.trust.problem();
  const { trustReview } = profileNamed(hooks.profile) ?? profiles.reference;
  const preselected = isOpen ? undefined : trustReview;
  let problem = stored && `${stored.file}: the file ${stored.found}; ${stored.advice}`;
  const open = async () => (await trustItems(hooks)).filter((item) => !decided.has(keyOf(item)));
  let items = await open();
  while (items.length > 0) {
    const answer = await questions.reviewTrust({ project: hooks.cwd, items, problem, preselected });
    if (answer.do === "leave") return "leave";
    const now = await open();
    problem = changedMeanwhile(items, now, answer.ids) ?? (await store(hooks, answer.ids));
    if (problem === undefined) {
      for (const item of items) decided.add(keyOf(item));
      return "decided";
    }
    items = now;
  }
  return "decided";
}

const keyOf = ({ id, fingerprint }: TrustItem): string => `${id} ${fingerprint}`;

/** Trust covers what the user has seen: a script that changed while they looked is shown again. */
function changedMeanwhile(
  shown: readonly TrustItem[],
  now: readonly TrustItem[],
  ids: readonly string[],
): string | undefined {
  const before = new Map(shown.map(({ id, fingerprint }) => [id, fingerprint]));
  const changed = now.filter(({ id, fingerprint }) => before.get(id) !== fingerprint);
  const [first] = changed.filter(({ id }) => ids.includes(id));
  return first && `${first.what} changed while you looked at it; this is what it is now`;
}

/** What went wrong, if anything. */
async function store(hooks: ReviewedHooks, ids: readonly string[]): Promise<string | undefined> {
  if (ids.length === 0) return undefined;
  const subjects = (await hooks.trust.list())
    .map(({ subject }) => subject)
    .filter(({ id }) => ids.includes(id));
  const written = await hooks.trust.trust(subjects, { present: hooks.trust.knownIds() });
  if (written.ok) return undefined;
  const { file, found, advice } = written.problem;
  return `nothing was trusted: ${file}: the file ${found}; ${advice}`;
}
