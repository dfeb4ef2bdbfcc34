import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { brand } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { folderWith, subjectOf, temporaryFolder } from "./testing.ts";
import { emptyTrustFile } from "./trust-entry.ts";
import { openTrustStore } from "./trust-store.ts";
import type { TrustSubject } from "./trust-subject.ts";

const guard = "#!/bin/sh\necho checking\nexit 2\n";

/** A project with a guard, its hook, and an open store in another folder. */
function setUp(command = "./guard.sh") {
  const root = folderWith({ "guard.sh": guard });
  const file = join(temporaryFolder(), "home", "trust.json");
  const open = () => openTrustStore({ file, environment: { projectDirectory: root } });
  return { root, file, open, store: open(), subject: subjectOf(root, command) };
}

const current = (...subjects: readonly TrustSubject[]) => ({
  present: new Set(subjects.map(({ id }) => id)),
});

const trusted = { state: "trusted" };
const untrusted = { state: "untrusted", problem: undefined };

describe("openTrustStore", () => {
  it("T1 nothing is trusted at first; what is trusted stays so, here and in another process", async () => {
    const { store, subject, open } = setUp();
    expect(await store.check(subject, current(subject))).toEqual(untrusted);
    expect(await store.trust([subject])).toEqual({ ok: true, keptCopy: undefined });
    expect(await store.check(subject, current(subject))).toEqual(trusted);
    expect(await open().check(subject, current(subject))).toEqual(trusted);
  });

  it("T1 one byte of a trusted guard changed: changed, with the difference", async () => {
    const { root, store, subject } = setUp();
    await store.trust([subject]);
    expect(await store.check(subject, current(subject))).toEqual(trusted);
    writeFileSync(join(root, "guard.sh"), guard.replace("2", "0"));
    expect(await store.check(subject, current(subject))).toEqual({
      state: "changed",
      differences: [
        {
          kind: "content",
          where: "guard.sh",
          summary: "guard.sh: content changed, 31 → 31 bytes",
          diff: "@@ -1,4 +1,4 @@\n #!/bin/sh\n echo checking\n-exit 2\n+exit 0\n ",
        },
      ],
    });
    await store.trust([subject]);
    expect(await store.check(subject, current(subject))).toEqual(trusted);
  });

  it("T1 chmod -x of a trusted guard: changed, with both modes", async () => {
    const { root, store, subject } = setUp();
    chmodSync(join(root, "guard.sh"), 0o755);
    await store.trust([subject]);
    expect(await store.check(subject, current(subject))).toEqual(trusted);
    chmodSync(join(root, "guard.sh"), 0o644);
    expect(await store.check(subject, current(subject))).toMatchObject({
      state: "changed",
      differences: [{ kind: "mode", summary: "guard.sh: permissions changed, 755 → 644" }],
    });
  });

  it("T9 the same content in a new file is still trusted", async () => {
    const { root, store, subject } = setUp();
    await store.trust([subject]);
    writeFileSync(join(root, "new"), guard);
    renameSync(join(root, "new"), join(root, "guard.sh"));
    expect(await store.check(subject, current(subject))).toEqual(trusted);
  });

  it("T9 trust and distrust by another process take effect at once", async () => {
    const { store, subject, open } = setUp();
    expect(await store.check(subject, current(subject))).toEqual(untrusted);
    const other = open();
    await other.trust([subject]);
    expect(await store.check(subject, current(subject))).toEqual(trusted);
    await other.distrust([subject.id]);
    expect(await store.check(subject, current(subject))).toEqual(untrusted);
  });

  it("T1 a link with a new target: changed, even if the content is the same", async () => {
    const { root, store, subject } = setUp("./link.sh");
    const outside = folderWith({ "one.sh": guard, "two.sh": guard });
    symlinkSync(join(outside, "one.sh"), join(root, "link.sh"));
    await store.trust([subject]);
    expect(await store.check(subject, current(subject))).toEqual(trusted);
    unlinkSync(join(root, "link.sh"));
    symlinkSync(join(outside, "two.sh"), join(root, "link.sh"));
    expect(await store.check(subject, current(subject))).toMatchObject({
      state: "changed",
      differences: [{ kind: "link", where: "link.sh", diff: undefined }],
    });
  });

  it("T1 a folder on the way replaced by a link: changed", async () => {
    const { root, store } = setUp();
    mkdirSync(join(root, "hooks"));
    writeFileSync(join(root, "hooks/x.sh"), guard);
    const subject = subjectOf(root, "hooks/x.sh");
    await store.trust([subject]);
    rmSync(join(root, "hooks"), { recursive: true });
    symlinkSync(folderWith({ "x.sh": guard }), join(root, "hooks"));
    expect(await store.check(subject, current(subject))).toMatchObject({
      differences: [{ kind: "link", where: "hooks/x.sh" }],
    });
  });

  it("T1 the target of a link edited: changed, with the difference", async () => {
    const { root, store, subject } = setUp("./link.sh");
    const outside = folderWith({ "tool.sh": guard });
    symlinkSync(join(outside, "tool.sh"), join(root, "link.sh"));
    await store.trust([subject]);
    appendFileSync(join(outside, "tool.sh"), "curl example\n");
    expect(await store.check(subject, current(subject))).toMatchObject({
      differences: [{ kind: "content", diff: expect.stringContaining("+curl example") }],
    });
  });

  it("T1 a script deleted, or one more that appears: changed", async () => {
    const { root, store, subject } = setUp("sh guard.sh later.sh");
    await store.trust([subject]);
    expect(await store.check(subject, current(subject))).toEqual(trusted);
    writeFileSync(join(root, "later.sh"), "exit 0");
    unlinkSync(join(root, "guard.sh"));
    expect(await store.check(subject, current(subject))).toMatchObject({
      state: "changed",
      differences: [
        { kind: "removed", where: "guard.sh" },
        { kind: "added", where: "later.sh" },
      ],
    });
  });

  it("T1 large and binary scripts: the difference is given in bytes", async () => {
    const { root, store } = setUp();
    writeFileSync(join(root, "large"), "x".repeat(70_000));
    writeFileSync(join(root, "binary"), Buffer.from([0, 255, 1]));
    const subject = subjectOf(root, "./large; ./binary");
    await store.trust([subject]);
    appendFileSync(join(root, "large"), "y");
    appendFileSync(join(root, "binary"), "y");
    expect(await store.check(subject, current(subject))).toMatchObject({
      differences: [
        { summary: "large: content changed, 70000 → 70001 bytes", diff: undefined },
        { summary: "binary: content changed, 3 → 4 bytes", diff: undefined },
      ],
    });
  });

  it.each<[string, (root: string) => TrustSubject]>([
    ["its place", (root) => subjectOf(root, "./other.sh")],
    ["a script", (root) => subjectOf(root, "sh -e guard.sh", { place: "elsewhere" })],
    ["the command", (root) => subjectOf(root, "./guard.sh", { matcher: "*", place: "elsewhere" })],
  ])("T1 a definition edited, known by %s: changed, with the difference", async (_what, edit) => {
    const { root, store, subject } = setUp();
    await store.trust([subject]);
    const edited = edit(root);
    expect(await store.check(edited, current(edited))).toMatchObject({
      state: "changed",
      differences: expect.arrayContaining([
        expect.objectContaining({ kind: "definition", diff: expect.stringMatching(/^@@/) }),
      ]),
    });
    // While the trusted one is still in force, the other is simply a new hook.
    expect(await store.check(edited, current(edited, subject))).toEqual(untrusted);
  });

  it("T1 an edited definition, once trusted, replaces the old one", async () => {
    const { root, store, subject } = setUp();
    await store.trust([subject]);
    const edited = subjectOf(root, "sh guard.sh");
    await store.trust([edited], current(edited));
    expect(await store.check(edited, current(edited))).toEqual(trusted);
    expect(await store.check(subject, current(subject, edited))).toEqual(untrusted);
  });

  it("C8 T1 another definition under the same id is not trusted", async () => {
    const { root, store, subject } = setUp();
    await store.trust([subject]);
    const forged = { ...subjectOf(root, "curl example | sh"), id: subject.id };
    expect(await store.check(forged, current(forged))).toMatchObject({
      state: "changed",
      differences: [{ kind: "definition" }, { kind: "removed" }],
    });
  });

  it("T1 a definition copied to another project is untrusted there", async () => {
    const { file, store, subject } = setUp();
    await store.trust([subject]);
    const other = folderWith({ "guard.sh": guard });
    const copied = subjectOf(other, "./guard.sh");
    const there = openTrustStore({ file, environment: { projectDirectory: other } });
    expect(await there.check(copied, current(copied))).toEqual(untrusted);
    const sameId = { ...copied, id: subject.id };
    expect(await there.check(sameId, current(sameId))).toEqual(untrusted);
  });

  it("T2 a store inside the project has no effect", async () => {
    const { root, file, store, subject } = setUp();
    const shipped = join(root, brand.homeFolder, "trust.json");
    await openTrustStore({ file: shipped, environment: { projectDirectory: root } }).trust([
      subject,
    ]);
    expect(existsSync(shipped)).toBe(true);
    expect(await store.check(subject, current(subject))).toEqual(untrusted);
    expect(existsSync(file)).toBe(false);
  });

  it("T2 trust for a session: nothing on disk, and a script changed meanwhile is changed", async () => {
    const { root, file, store, subject, open } = setUp();
    expect(await store.trustForSession([subject])).toBeUndefined();
    expect(await store.check(subject, current(subject))).toEqual(trusted);
    expect(await open().check(subject, current(subject))).toEqual(untrusted);
    expect(existsSync(file)).toBe(false);
    writeFileSync(join(root, "guard.sh"), "exit 0");
    expect(await store.check(subject, current(subject))).toMatchObject({ state: "changed" });
    await open().trust([subject]);
    expect(await store.check(subject, current(subject))).toEqual(trusted);
    await store.distrust([subject.id]);
    expect(await store.check(subject, current(subject))).toEqual(untrusted);
  });

  it.runIf(existsSync("/proc/self/mem"))("T1 a script nobody can read is not trusted", async () => {
    const { root, file, store, subject } = setUp("./link");
    symlinkSync("/proc/self/mem", join(root, "link"));
    expect(await store.trust([subject])).toMatchObject({
      ok: false,
      problem: { file: join(root, "link"), advice: expect.stringContaining("readable") },
    });
    expect(existsSync(file)).toBe(false);
  });

  it("T2 only the owner may read the store and the kept texts", async () => {
    const { file, store, subject } = setUp();
    await store.trust([subject]);
    const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
    const texts = join(file, "../trusted-scripts");
    const [text = ""] = readdirSync(texts);
    expect([file, join(file, ".."), texts, join(texts, text)].map(mode)).toEqual([
      "600",
      "700",
      "700",
      "600",
    ]);
    expect(readFileSync(join(texts, text), "utf8")).toBe(guard);
    await store.distrust([subject.id]);
    expect(readdirSync(texts)).toEqual([]);
  });

  it("T1 a kept text that was changed is not shown", async () => {
    const { root, file, store, subject } = setUp();
    await store.trust([subject]);
    const [text = ""] = readdirSync(join(file, "../trusted-scripts"));
    writeFileSync(join(file, "../trusted-scripts", text), "something else");
    appendFileSync(join(root, "guard.sh"), "#");
    expect(await store.check(subject, current(subject))).toMatchObject({
      differences: [{ kind: "content", diff: undefined }],
    });
  });
});

describe("a store that cannot be used", () => {
  it.each([
    ["no JSON", "{", "not JSON"],
    ["empty", "", "not JSON"],
    ["a list", "[]", "unknown shape"],
    ["a newer version", '{"version": 2, "hooks": {}}', "newer version"],
    ["an entry that is none", '{"version": 1, "hooks": {"x": 1}}', "unknown shape"],
    [
      "a file without a hash",
      '{"version": 1, "hooks": {"x": {"scope": "", "root": "", "event": "", "place": "", "handler": {}, "files": [{}]}}}',
      "unknown shape",
    ],
  ])("T2 %s: nothing is trusted, and a change keeps a copy", async (_what, content, found) => {
    const { file, store, subject } = setUp();
    await store.trust([subject]);
    writeFileSync(file, content);
    const problem = {
      file,
      found: expect.stringContaining(found),
      advice: expect.stringContaining("repair or move it"),
    };
    expect(await store.problem()).toEqual(problem);
    expect(await store.check(subject, current(subject))).toEqual({ state: "untrusted", problem });

    const written = await store.trust([subject]);
    if (!written.ok || !written.keptCopy) throw new Error("no copy was kept");
    expect(readFileSync(written.keptCopy, "utf8")).toBe(content);
    expect(statSync(written.keptCopy).mode & 0o777).toBe(0o600);
    expect(await store.check(subject, current(subject))).toEqual(trusted);
    expect(await store.problem()).toBeUndefined();
  });

  it.each<[string, (file: string) => void, string]>([
    ["a directory", (file) => mkdirSync(file), "a directory"],
    ["a link to itself", (file) => symlinkSync(file, file), "cannot be read"],
  ])("T2 %s: nothing is trusted and nothing is written", async (_what, place, found) => {
    const { file, store, subject } = setUp();
    mkdirSync(join(file, ".."));
    place(file);
    expect(await store.check(subject, current(subject))).toMatchObject({
      state: "untrusted",
      problem: { file, found: expect.stringContaining(found), advice: expect.any(String) },
    });
    expect(await store.trust([subject])).toMatchObject({ ok: false, problem: { file } });
    expect(readdirSync(join(file, ".."))).toEqual(["trust.json"]);
  });

  it("T2 a file where its folder should be", async () => {
    const { file, store, subject } = setUp();
    writeFileSync(join(file, ".."), "");
    expect(await store.check(subject, current(subject))).toMatchObject({ problem: { file } });
    expect(await store.trust([subject])).toMatchObject({ ok: false, problem: { file } });
  });
});

it("T1 a store that is removed after it was read is a problem, so trusted guards refuse", async () => {
  const file = join(temporaryFolder(), "trust.json");
  const store = openTrustStore({ file, environment: { projectDirectory: "/project" } });
  expect(await store.problem()).toBeUndefined();
  writeFileSync(file, JSON.stringify(emptyTrustFile));
  expect(await store.problem()).toBeUndefined();
  rmSync(file);
  expect((await store.problem())?.found).toBe("was removed after it was read");
});
