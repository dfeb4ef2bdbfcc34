import type { ComponentType } from "react";
import { HooksView } from "../menu/hooks-view.tsx";
import type { CoveringView } from "../state/covering-view.ts";
import type { View } from "../state/screen-state.ts";
import { DetailsView } from "./details-view.tsx";
import { HelpView } from "./help-view.tsx";
import { PanelView } from "./panel-view.tsx";
import { SessionsView } from "./sessions/sessions-view.tsx";

type Props<Kind extends View["kind"]> = {
  readonly view: Extract<View, { readonly kind: Kind }>;
};

/** The component of each view that covers the conversation. */
const components: { readonly [Kind in CoveringView["kind"]]: ComponentType<Props<Kind>> } = {
  details: DetailsView,
  help: HelpView,
  hooks: HooksView,
  sessions: SessionsView,
  model: PanelView,
  permissions: PanelView,
  agents: PanelView,
  mcp: PanelView,
  plugins: PanelView,
  tasks: PanelView,
  cost: PanelView,
  context: PanelView,
};

export function ViewOf({ view }: { readonly view: CoveringView }) {
  // Each component gets the view of its own kind.
  const Component = components[view.kind] as ComponentType<{ readonly view: View }>;
  return <Component view={view} />;
}
