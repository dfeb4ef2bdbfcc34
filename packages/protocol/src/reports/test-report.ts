import { z } from "zod";
import { about, flag, text, texts } from "../fields.ts";
import { type InferReadonly, schema } from "../schema.ts";
import { diagnostics, place } from "./parts.ts";

const count = (description: string) => about(description, z.number().int().nonnegative());

const milliseconds = (description: string) => about(description, z.number().nonnegative());

const mismatches = (description: string) =>
  about(
    description,
    z.array(
      z.object({
        what: text("The key of the expectation."),
        expected: text("What it should be."),
        found: text("What it is."),
      }),
    ),
  );

const testResult = () =>
  z.object({
    name: text("What the test shows."),
    place: place("Where the test is."),
    passed: flag("Whether everything was as expected."),
    mismatches: mismatches("Expectations that do not hold."),
    durationMs: milliseconds("How long it took, in milliseconds."),
    differs: about(
      "Profiles under which the outcome or an expectation differs.",
      z.array(
        z.object({
          profile: text("The profile."),
          outcome: text("The action of the outcome there."),
          mismatches: mismatches(
            "Expectations that do not hold there, although they hold in the first profile.",
          ),
        }),
      ),
    ),
  });

const coverage = () =>
  about(
    "What the tests reached.",
    z.array(
      z.object({
        project: text("The project's folder."),
        hooks: about(
          "Its hooks.",
          z.array(
            z.object({
              label: text("A name to show to people."),
              event: text("Its event."),
              place: text("File and line, from the project."),
              ran: flag("Whether a test ran it."),
              unreachedMatchers: texts("Names of its matcher that no test used."),
              unreachedReasons: texts("Reasons in its code that no test got."),
            }),
          ),
        ),
      }),
    ),
  );

/** What `test --json` prints. */
export const testReport = schema(() =>
  z.object({
    profiles: texts("The first one decides; the others are compared. Empty: each fixture's own."),
    fixtures: about(
      "Every fixture with its tests.",
      z.array(
        z.object({
          file: text("The fixture."),
          project: text("The project's folder."),
          problems: diagnostics(
            "Parts of the fixture that are broken and did not run, and errors in the settings: hooks in them did not run.",
          ),
          tests: about("Its tests.", z.array(testResult())),
        }),
      ),
    ),
    coverage: coverage(),
    passed: count("How many tests passed."),
    failed: count("How many failed."),
    broken: count("How many parts of fixtures and settings are broken."),
    durationMs: milliseconds("How long all of it took, in milliseconds."),
  }),
);

export type TestReport = InferReadonly<typeof testReport>;
