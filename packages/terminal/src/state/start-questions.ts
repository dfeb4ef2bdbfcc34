/** What the user decides before a session is opened. Nothing has run by then. */

/** Something that comes with the project and does not run before it is trusted (T1, T6). */
export interface TrustItem {
  readonly id: string;
  /** The event of a hook, or what kind of settings. */
  readonly title: string;
  /** What it applies to, in words: `these tools: Bash`. */
  readonly when: string | undefined;
  /** The command as it would run, or the names of settings. */
  readonly what: string;
  /** `file:line`. */
  readonly place: string;
  /** The definition as JSON. */
  readonly definition: string;
  readonly state: "new" | "changed";
  /** What changed since it was trusted. */
  readonly differences: readonly { readonly summary: string; readonly diff: string | undefined }[];
  readonly files: readonly TrustedFile[];
  /** What trust does not cover. */
  readonly notCovered: readonly string[];
  /** Changes when something that is covered changes. */
  readonly fingerprint: string;
}

/** A script of a hook; `text` is undefined if it cannot be shown. */
export interface TrustedFile {
  readonly path: string;
  readonly about: string;
  readonly text: string | undefined;
}

export interface TrustPrompt {
  readonly kind: "trust";
  readonly project: string;
  readonly items: readonly TrustItem[];
  /** What is wrong with an earlier answer, or with the trust store. */
  readonly problem: string | undefined;
  /** The answer that is selected at first; `undefined`: the session is open, and continues in any case. */
  readonly preselected: "continue-without-trust" | "leave" | undefined;
  answer(answer: TrustAnswer): void;
}

/** The ids of the items to trust, perhaps none; or the session is not opened. */
export type TrustAnswer =
  | { readonly do: "trust"; readonly ids: readonly string[] }
  | { readonly do: "leave" };

/** Entries of settings that cannot be used. */
export interface ProblemsPrompt {
  readonly kind: "problems";
  readonly problems: readonly SettingsProblem[];
  /** How many trusted hooks are in what cannot be read, and refuse what they guard (T1). */
  readonly refusing: number;
  answer(answer: "continue" | "leave"): void;
}

export interface SettingsProblem {
  /** `file:line:column`. */
  readonly place: string;
  /** Path inside the file, such as `hooks.Stop[0]`. */
  readonly path: string;
  readonly message: string;
  readonly advice: string;
}
