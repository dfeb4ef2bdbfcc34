import { useMemo, useState } from "react";
import type { TrustPrompt } from "../../state/start-questions.ts";
import { line } from "../../text/styled-line.ts";
import { ChoiceDialog } from "../parts/choice-dialog.tsx";
import { trustChoices } from "./trust-choices.ts";
import { introLines, itemLines } from "./trust-lines.ts";

/** Where the user is when they decide about one item after the other. */
interface OneByOne {
  readonly at: number;
  readonly ids: readonly string[];
}

/** T1: what the project wants to run, before anything does. */
export function TrustDialog({ prompt }: { readonly prompt: TrustPrompt }) {
  const [each, setEach] = useState<OneByOne | undefined>();
  const { items, answer, preselected } = prompt;
  const trustNothing = () => answer({ do: "trust", ids: [] });
  const body = useMemo(
    () => [...introLines(prompt), ...items.flatMap((item) => [[], ...itemLines(item)])],
    [prompt, items],
  );
  if (each) return <ItemDialog prompt={prompt} each={each} onNext={setEach} />;
  return (
    <ChoiceDialog
      body={body}
      choices={trustChoices(prompt)}
      escapes={preselected === undefined ? "trusts nothing" : "leaves"}
      onChoose={(id) => {
        if (id === "each") setEach({ at: 0, ids: [] });
        else if (id === "leave") answer({ do: "leave" });
        else answer({ do: "trust", ids: id === "all" ? items.map((item) => item.id) : [] });
      }}
      onCancel={() => (preselected === undefined ? trustNothing() : answer({ do: "leave" }))}
    />
  );
}

interface ItemProps {
  readonly prompt: TrustPrompt;
  readonly each: OneByOne;
  onNext(each: OneByOne | undefined): void;
}

function ItemDialog({ prompt: { items, answer }, each: { at, ids }, onNext }: ItemProps) {
  const item = items[at];
  const body = useMemo(
    () =>
      item
        ? [
            line(`${at + 1} of ${items.length}. Trust this?`, { bold: true }),
            [],
            ...itemLines(item),
          ]
        : [],
    [item, at, items],
  );
  const decide = (isTrusted: boolean) => {
    const next = item && isTrusted ? [...ids, item.id] : ids;
    if (at + 1 < items.length) onNext({ at: at + 1, ids: next });
    else answer({ do: "trust", ids: next });
  };
  return (
    <ChoiceDialog
      key={at}
      body={body}
      choices={[
        { id: "no", label: "No" },
        { id: "yes", label: "Yes, trust it" },
      ]}
      escapes="goes back to the list"
      onChoose={(id) => decide(id === "yes")}
      onCancel={() => onNext(undefined)}
    />
  );
}
