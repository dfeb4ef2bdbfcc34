import type { AgentOptions, AgentSession } from "../../loop/agent-options.ts";
import { isPermissionMode, permissionModes } from "../../permissions/permissions.ts";
import type { Driver } from "./driver.ts";
import { driverHooks } from "./driver-hooks.ts";

/** Requests of a driver to the agent, and the options it set before the session opens. */
export interface ControlRequests {
  /** Answers a request; rejects with a message that says what is wrong with it. */
  handle(request: Readonly<Record<string, unknown>>): Promise<unknown>;
  agentOptions(): Partial<AgentOptions>;
  attach(session: AgentSession): void;
}

export interface ControlOptions {
  readonly driver: Driver;
  readonly warn: (text: string) => void;
}

const initializeFields = ["subtype", "hooks", "appendSystemPrompt"];

/** A field of `initialize` that has a value and no effect. */
function unsupportedFields(request: Readonly<Record<string, unknown>>): readonly string[] {
  const { appendSystemPrompt } = request;
  const unknown = Object.keys(request).filter(
    (key) => !initializeFields.includes(key) && !isEmpty(request[key]),
  );
  return [
    ...unknown.map((key) => `the driver's initialize has "${key}", which has no effect here`),
    ...(isEmpty(appendSystemPrompt) || typeof appendSystemPrompt === "string"
      ? []
      : ["the driver's appendSystemPrompt is not a text and is ignored"]),
  ];
}

/** Drivers send every field they know, most of them without a value. */
const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === "object" && Object.keys(value).length === 0);

export function controlRequests({ driver, warn }: ControlOptions): ControlRequests {
  let session: AgentSession | undefined;
  let isOpening = false;
  const { promise: attached, resolve: resolveAttached } = Promise.withResolvers<AgentSession>();
  let brought: Partial<AgentOptions> = {};

  function initialize(request: Readonly<Record<string, unknown>>): unknown {
    if (session) throw new Error("initialize came too late; send it before the first prompt");
    const { hooks, appendSystemPrompt } = request;
    const read = driverHooks(hooks, driver);
    for (const warning of [...unsupportedFields(request), ...read.warnings]) warn(warning);
    brought = {
      ...brought,
      hooks: read.hooks,
      ...(typeof appendSystemPrompt === "string" ? { appendSystemPrompt } : {}),
    };
    return {
      commands: [],
      agents: [],
      output_style: "default",
      available_output_styles: ["default"],
      models: [],
      account: {},
    };
  }

  async function setPermissionMode({ mode }: Readonly<Record<string, unknown>>): Promise<unknown> {
    if (!isPermissionMode(mode))
      throw new Error(`"mode" is ${JSON.stringify(mode)}, expected ${permissionModes.join(", ")}`);
    if (session) await session.setPermissionMode(mode);
    else brought = { ...brought, permissionMode: mode };
    return { mode };
  }

  /** Before the session is opened it is an option; a session that is opening switches when it is open. */
  async function setModel({ model }: Readonly<Record<string, unknown>>): Promise<unknown> {
    const name = model ?? "default";
    if (typeof name !== "string")
      throw new Error(`"model" is ${JSON.stringify(model)}, expected the name of a model`);
    if (isOpening) await (await attached).setModel(name);
    else if (name !== "default") brought = { ...brought, requestedModel: name };
    return {};
  }

  const handlers: Readonly<
    Record<string, (request: Readonly<Record<string, unknown>>) => unknown>
  > = {
    initialize,
    interrupt: () => session?.interrupt(),
    set_permission_mode: setPermissionMode,
    set_model: setModel,
  };

  return {
    async handle(request) {
      const subtype = String(request["subtype"]);
      const handler = Object.hasOwn(handlers, subtype) ? handlers[subtype] : undefined;
      if (handler) return handler(request);
      const known = Object.keys(handlers).join(", ");
      throw new Error(
        `unknown request ${JSON.stringify(subtype)}; the known requests are ${known}`,
      );
    },
    agentOptions() {
      isOpening = true;
      return brought;
    },
    attach(opened) {
      session = opened;
      resolveAttached(opened);
    },
  };
}
