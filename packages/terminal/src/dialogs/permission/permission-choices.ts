import type { PermissionReply } from "@snaphook/agent";
import type { Choice } from "../parts/choices.ts";
import type { ShownQuestion } from "./shown-question.ts";

export type PermissionChoice = "yes" | "always" | "no";

/** More cannot be read before they are accepted. */
const maxRules = 5;
const maxLength = 200;

/**
 * What can be answered. What "always" would change, and where, is shown in full before it is chosen. A number always
 * means the same: 1 yes, 2 always, 3 no.
 */
export function permissionChoices({
  offers,
}: Pick<ShownQuestion, "offers">): readonly Choice<PermissionChoice>[] {
  const effects = offers.flatMap((offer) => effectOf(offer) ?? []);
  const isKnown = effects.length > 0 && effects.length === offers.length;
  const label = `Yes, and ${effects.join(", and ")}`;
  const rules = offers.flatMap((offer) => offer.rules).length;
  const isReadable = rules <= maxRules && label.length <= maxLength;
  const always: readonly Choice<PermissionChoice>[] = [
    { id: "always", number: 2, label, details: [...new Set(offers.map(placeOf))] },
  ];
  const why = rules > maxRules ? `it would add ${rules} rules` : "the rule is too long";
  return [
    {
      id: "yes",
      number: 1,
      label: "Yes",
      message: "and tell the model what to do next",
      ...(isKnown && !isReadable && { details: [`"always" is not offered: ${why}`] }),
    },
    ...(isKnown && isReadable ? always : []),
    { id: "no", number: 3, label: "No", message: "and tell the model what to do instead" },
  ];
}

type Offer = ShownQuestion["offers"][number];

/** What an offer changes, in words; undefined: unknown, so that it is not offered. */
function effectOf({ update, rules }: Offer): string | undefined {
  const { type, mode, directories = [], behavior } = update;
  switch (type) {
    case "setMode":
      return mode === "acceptEdits"
        ? "accept edits from now on"
        : `switch to the permission mode ${mode}`;
    case "addDirectories":
      return `work in ${directories.join(", ")}`;
    case "addRules":
      return behavior === "allow" ? `always allow ${rules.join(", ")}` : undefined;
    default:
      return undefined;
  }
}

const placeOf = ({ file, update }: Offer): string =>
  file === undefined
    ? "for this session only"
    : `${update.type === "addRules" ? "the rule is" : ""} written to ${file}`.trimStart();

/** The reply for an answer. A plain no also ends the turn; one with a message is an answer to the model. */
export function permissionReply(
  chosen: PermissionChoice | "cancel",
  message: string | undefined,
  { offers }: Pick<ShownQuestion, "offers">,
): PermissionReply {
  switch (chosen) {
    case "yes":
      return { behavior: "allow", ...(message !== undefined && { note: message }) };
    case "always":
      return { behavior: "allow", updatedPermissions: offers.map(({ update }) => update) };
    case "no":
      return message === undefined ? refusal : { behavior: "deny", message };
    case "cancel":
      return refusal;
  }
}

const refusal: PermissionReply = {
  behavior: "deny",
  message: "the user does not want this call to run",
  interrupt: true,
};
