import type { ScreenState, View } from "./screen-state.ts";

export type CoveringView = Exclude<View, { readonly kind: "timeline" }>;

/** The view that covers the conversation. A question must not wait behind one. */
export const coveringView = ({
  view,
  questions,
  isClosed,
}: Pick<ScreenState, "isClosed" | "questions" | "view">): CoveringView | undefined =>
  view && view.kind !== "timeline" && questions.length === 0 && !isClosed ? view : undefined;
