import type { ScopeSettings } from "@snaphook/engine";
import { nearestName } from "@snaphook/engine/internal";
import type { FoundStyles } from "./find-output-styles.ts";
import { defaultStyle, type OutputStyle } from "./output-style.ts";

/** The output style that is in use; it may change during the session. */
export interface SessionStyle {
  /** undefined: the built-in prompt without a style. */
  current(): OutputStyle | undefined;
  /** The name of the one in use. */
  name(): string;
  /** All names, each with what it is for. */
  list(): readonly string[];
  /** Uses another one from the next request on; returns what prevents it. */
  choose(name: string): string | undefined;
}

export interface SessionStyleOptions extends FoundStyles {
  /** Those in force. */
  readonly settings: readonly ScopeSettings[];
  /** Why a style has no effect, if another text replaces the built-in prompt. */
  readonly replacedBy?: string | undefined;
  readonly warn: (text: string) => void;
}

/** The style that `outputStyle` in the settings names: a policy's, else the nearest to this session. */
export function createSessionStyle(options: SessionStyleOptions): SessionStyle {
  const { styles, refused, settings, replacedBy, warn } = options;
  let current: OutputStyle | undefined;

  function choose(name: string): string | undefined {
    const same = (one: string) => one.toLowerCase() === name.toLowerCase();
    if (same(defaultStyle)) {
      current = undefined;
      return undefined;
    }
    const found = styles.find((style) => style.name === name) ?? styles.find((s) => same(s.name));
    const why = [...refused].find(([one]) => same(one))?.[1];
    if (!found)
      return why === undefined ? unknown(name) : `the output style ${name} is not used: ${why}`;
    if (replacedBy !== undefined)
      return `the output style ${name} has no effect, because ${replacedBy} replaces the system prompt`;
    current = found;
    return undefined;
  }

  function unknown(name: string): string {
    const names = [defaultStyle, ...styles.map((style) => style.name)];
    const nearest = nearestName(name, names);
    const hint = nearest === undefined ? "" : `; did you mean ${nearest}?`;
    return `unknown output style ${name}${hint || "."} The output styles are ${names.join(", ")}`;
  }

  for (const problem of options.problems) warn(problem);
  const named = styleSetting(settings);
  const problem = named && choose(named.name);
  if (named && problem !== undefined)
    warn(`${named.file}: outputStyle: ${problem}; the style ${defaultStyle} is used`);
  return {
    current: () => current,
    name: () => current?.name ?? defaultStyle,
    list: () => [
      `${defaultStyle}: the built-in prompt`,
      ...styles.map(({ name, description }) =>
        description === "" ? name : `${name}: ${description}`,
      ),
    ],
    choose,
  };
}

function styleSetting(settings: readonly ScopeSettings[]) {
  const isPolicy = ({ origin }: ScopeSettings) => origin.scope === "managed";
  return [...settings.filter((one) => !isPolicy(one)), ...settings.filter(isPolicy)]
    .flatMap(({ file, values: { outputStyle: name } }) =>
      typeof name === "string" && name.trim() !== "" ? [{ file, name: name.trim() }] : [],
    )
    .at(-1);
}
