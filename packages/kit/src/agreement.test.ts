import {
  type EventName as ContractName,
  events as contract,
  eventNames,
  type HookInput as InputOf,
  type HookOutput as OutputOf,
  toolNames,
  tools,
} from "@snaphook/protocol";
import { describe, expect, expectTypeOf, it } from "vitest";
import { events } from "./events/table.ts";
import type { EventName, HookInput } from "./inputs.ts";
import type { HookOutput } from "./outputs.ts";
import { sampleInput } from "./sample-input.ts";
import { toolSamples } from "./tool-samples.ts";
import { isChosen } from "./tools.ts";

/** An object type without its "anything else" part. */
type Named<T> = { [Key in keyof T as string extends Key ? never : Key]: T[Key] };
type OptionalKeys<T> = { [Key in keyof T]-?: undefined extends T[Key] ? Key : never }[keyof T];
type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false;

/** What the contract lets a host send is what the kit promises: the same fields, as optional, no narrower. */
type InputAgrees<Name extends ContractName> = [
  Same<keyof HookInput<Name>, keyof Named<InputOf<Name>>>,
  Same<OptionalKeys<HookInput<Name>>, OptionalKeys<Named<InputOf<Name>>>>,
  Named<InputOf<Name>> extends HookInput<Name> ? true : false,
];

/** What the kit prints is what the contract takes. */
type OutputAgrees<Name extends ContractName> =
  HookOutput<Name> extends OutputOf<Name> ? true : false;

type Disagreeing = {
  [Name in ContractName]:
    | (InputAgrees<Name> extends [true, true, true] ? never : `${Name} input`)
    | (OutputAgrees<Name> extends true ? never : `${Name} output`);
}[ContractName];

describe("the kit and the contract", () => {
  it("E1-E25, A3-A5 their types agree on every event", () => {
    expectTypeOf<EventName>().toEqualTypeOf<ContractName>();
    // Not the type `never`, because the error then names those that disagree.
    const disagreeing: Record<Disagreeing, never> = {};
    expect(disagreeing).toEqual({});
  });

  it("know the same events", () => {
    expect(Object.keys(events).sort()).toEqual([...eventNames].sort());
  });

  it.each(eventNames)("H8, E21 say the same of %s", (name) => {
    const { refusable = false, isAboutTool = false, sample } = events[name];
    expect({ refusable, isAboutTool, sample }).toEqual({
      refusable: contract[name].refusable,
      isAboutTool: contract[name].isAboutTool,
      sample: contract[name].example,
    });
    expect(contract[name].input.parse(sampleInput(name))).toMatchObject({ ok: true });
  });

  it("P8 the file for variables is offered where the contract gives one", () => {
    const offering = eventNames.filter(
      (name) => "exportVariable" in events[name].replies({ exportVariable: () => undefined }),
    );
    expect(offering.sort()).toEqual(
      eventNames.filter((name) => contract[name].hasEnvironmentFile).sort(),
    );
  });

  it("E24 know the same tools, with the same inputs", () => {
    expect(toolSamples).toEqual(tools);
  });

  it("M5 know the same tools by several names", () => {
    for (const name of [...Object.keys(tools), "Task"])
      for (const other of [...Object.keys(tools), "Task"])
        expect([name, other, isChosen(name, other)]).toEqual([
          name,
          other,
          toolNames(name).includes(other),
        ]);
  });
});
