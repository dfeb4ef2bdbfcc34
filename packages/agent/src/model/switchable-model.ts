import { addSpending } from "./cost/add-spending.ts";
import type { Spending } from "./cost/create-ledger.ts";
import { type Model, ModelError } from "./model.ts";

/** The main model of a session, which can be replaced by another one. */
export interface SwitchableModel extends Model {
  /** The model of the next input. */
  next(): Model;
  /** Another model from the next input on; one that the session already had is used again. */
  replaceWith(model: Model): void;
  /** An input begins: it uses one model to its end. */
  beginInput(): void;
  spending(): Spending;
}

export function switchableModel(first: Model): SwitchableModel {
  const models = new Map([[first.id, first]]);
  let current = first;
  let next = first;
  return {
    get id() {
      return current.id;
    },
    get small() {
      return current.small;
    },
    get contextWindow() {
      return current.contextWindow;
    },
    answer: (request) => current.answer(request),
    ...(first.search && {
      search: (request) =>
        current.search?.(request) ??
        Promise.reject(
          new ModelError(`the service of ${current.id} does not search the web`, "unknown"),
        ),
    }),
    spending: () => [...models.values()].map(spendingOf).reduce(addSpending),
    next: () => next,
    replaceWith(model) {
      next = models.get(model.id) ?? model;
    },
    beginInput() {
      current = next;
      models.set(current.id, current);
    },
  };
}

const spendingOf = ({ spending }: Model): Spending => spending?.() ?? unknownSpending;

const unknownSpending: Spending = {
  totalUsd: null,
  knownUsd: 0,
  unknownBecause: "the model does not report what its answers cost",
  models: {},
};
