import { text } from "../fields.ts";
import { defineEvent } from "./event-definition.ts";

/** E11, E18: a teammate is about to idle; only the exit code blocks. */
export const teammateIdle = defineEvent({
  name: "TeammateIdle",
  rule: "E11",
  when: "a teammate is about to go idle",
  hostShould: "`continue`: it goes on with the reasons",
  input: () => ({
    teammate_name: text("The teammate that has nothing left to do."),
    team_name: text("Its team."),
  }),
  outcome: "turn-end",
  block: "the teammate continues, with the text as its instruction",
  blockReaches: "model",
  exitCodeOnly: true,
  example: { teammate_name: "reviewer", team_name: "release" },
});
