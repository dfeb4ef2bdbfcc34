import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newFolders, play, specific } from "./testing/play.ts";

const added = ({ hookInputs }: Awaited<ReturnType<typeof play>>) =>
  hookInputs
    .filter((input) => input["hook_event_name"] === "DirectoryAdded")
    .map((input) => [input["directory"], input["source"]]);

it("DirectoryAdded fires for --add-dir, /add-dir and a permission answer, each with its source", async () => {
  const folders = newFolders();
  const [first, second, third] = ["first", "second", "third"].map((name) =>
    join(folders.base, name),
  );
  for (const folder of [first, second, third]) mkdirSync(String(folder));
  const file = join(String(third), "x.txt");
  const played = await play({
    in: folders,
    additionalDirectories: [String(first)],
    permissionMode: "default",
    script: [[{ tool: "Write", input: { file_path: file, content: "x" } }], ["done"]],
    prompts: [`/add-dir ${second}`, "go", `/add-dir ${second}`],
    ask: async () => ({ behavior: "allow" }),
    answers: {
      PermissionRequest: specific("PermissionRequest", {
        decision: {
          behavior: "allow",
          updatedPermissions: [
            { type: "addDirectories", directories: [third], destination: "session" },
          ],
        },
      }),
    },
  });
  expect(added(played)).toEqual([
    [first, "cli_flag"],
    [second, "slash_command"],
    [third, "permission_update"],
  ]);
  expect(played.results.map(({ result }) => result)).toEqual([
    `${second} is part of the session now`,
    "done",
    `${second} is already part of the session`,
  ]);
});

it.each([
  ["/add-dir", "needs the path of a folder"],
  ["/add-dir missing", "there is no folder"],
  ["/add-dir file.txt", "there is no folder"],
])("DirectoryAdded %s is answered with what is wrong, and nothing fires", async (prompt, text) => {
  const folders = newFolders();
  writeFileSync(join(folders.cwd, "file.txt"), "");
  const played = await play({ in: folders, prompts: [prompt] });
  expect(played.result).toMatchObject({ isError: true, result: expect.stringContaining(text) });
  expect(added(played)).toEqual([]);
});

it("C5 at a terminal DirectoryAdded fires in every profile, and its hooks are not reported as without effect", async () => {
  const folders = newFolders();
  const added = join(folders.base, "added");
  mkdirSync(added);
  const { events } = await play({
    in: folders,
    profile: "claude-code",
    headless: false,
    userSettings: {
      hooks: { DirectoryAdded: [{ hooks: [{ type: "command", command: "touch fired" }] }] },
    },
    prompts: [`/add-dir ${added}`],
  });
  expect(existsSync(join(folders.cwd, "fired"))).toBe(true);
  expect(events.filter(({ type }) => type === "notice")).toEqual([]);
});
