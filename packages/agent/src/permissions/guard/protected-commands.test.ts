import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { brand } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { folders, kindOf, permissionsIn } from "../testing.ts";

const place = folders({
  "project/.claude/settings.json": "{}",
  "project/.claude/hooks/guard.sh": "exit 2",
  ".product/trust.json": "{}",
});
symlinkSync(join(place.project, ".claude"), join(place.project, "folder"));
symlinkSync(place.home, join(place.project, "up"));
const protectedFiles = () => [join(place.project, ".claude/hooks/guard.sh")];
const everything = { allow: ["Bash"] };

const asks = [
  "echo '{}' > .claude/settings.json",
  "echo '{}' >> ./.claude/../.claude/settings.json",
  "echo '{}' >.claude/\"settings\".json",
  "echo '{}' > folder/settings.json",
  "echo '{}' > up/project/.claude/settings.json",
  "{ ls; } > .claude/settings.json",
  "for x in a b; do echo $x; done >> .claude/settings.json",
  "ls | tee .claude/settings.json",
  "ls | sudo tee .claude/settings.local.json",
  "cp evil.json .claude/settings.json",
  "cp evil/settings.json .claude",
  "mv .claude elsewhere",
  "rm -rf .claude",
  "rm -rf .",
  "rm -rf folder",
  "ln -sf evil.json .claude/settings.json",
  "ln -s .claude other",
  "chmod 000 .claude/hooks/guard.sh",
  "truncate -s 0 .claude/hooks/guard.sh",
  "sed -i s/2/0/ .claude/hooks/*.sh",
  "sed -i s/2/0/ .claude/*/guard.sh",
  "rm .claude/settings{,.local}.json",
  "rm {.claude,x}/settings.json",
  "rm .claude/[s]ettings.jso?",
  "rm ../project/.claude/*.json",
  "rm folder/*.json",
  "echo x > .claude/sett*",
  `rm ${"$x*".repeat(40)}/settings.json`,
  "dd if=/dev/null of=.claude/settings.json",
  "tar xf evil.tar --directory=.claude",
  "cd .claude && sed -i s/a/b/ settings.json",
  "cd .claude/hooks; rm guard.sh",
  "cd .claude; echo '{}' > settings.json",
  'cd "$SOMEWHERE" && rm .claude/settings.json',
  'cd "$SOMEWHERE" && rm settings.json',
  "rm $HOME/project/.claude/settings.json",
  'echo x > "$HOME/.claude/settings.json"',
  "echo x > $DIR/settings.json",
  "rm ~/.claude/settings.json",
  "python3 -c \"open('.claude/settings.json', 'w')\"",
  "node -e 'fs.rmSync(\".claude/hooks/guard.sh\")'",
  "bash -c 'cd .claude && rm settings.json'",
  "eval 'rm .claude/settings.json'",
  "for f in .claude/settings.json; do rm $f; done",
  "cat .claude/settings.json; for f in cat .claude/settings.json; do rm $f; done",
  "F=.claude/settings.json; rm $F",
  "touch 'x; rm settings.json",
  "git checkout .",
  "rm -rf .cl*",
  "mv .claud? elsewhere",
  "ls .claude/* | xargs rm",
  "wget -O.claude/settings.json https://example.com",
  "printf .claude/settings.json | xargs -I{} cp x {}",
  'ls .claude/settings.json | while read f; do rm "$f"; done',
  "git -C .claude clean -fdx",
  "mkdir .claude/skills/new",
];

const allows = [
  "cat .claude/settings.json",
  "cat .claude/settings.json && touch x",
  "grep -r x .claude | head",
  "touch settings.txt",
  "npm test",
  "eslint .",
  "git add . && git commit -m x",
  "npm --prefix . run build",
  "cd . && npm test",
  "rm $FILE",
  'for f in a b; do touch "$f"; done',
  "rm *.json",
  "rm -rf *",
  `rm ${"*a".repeat(40)}/settings.json`,
  "rm src/settings.json",
  "echo x > out.json",
  "echo x > .claude/settings.json.bak",
  "printf '' | wc -c",
  "touch ''",
  ".claude/hooks/guard.sh",
];

describe("T5 commands that change settings or trusted scripts", () => {
  it.each(asks)("T5 %s needs approval although a rule allows every command", async (command) => {
    const { bash } = permissionsIn(place, { protectedFiles, permissions: everything });
    expect(kindOf(await bash(command))).toBe("ask");
  });

  it.each(allows)("T5 %s needs no approval", async (command) => {
    const { bash } = permissionsIn(place, { protectedFiles, permissions: everything });
    expect(await bash(command)).toBe("allow");
  });

  it("T5 dontAsk refuses, bypassPermissions lets it run", async () => {
    const command = "rm .claude/settings.json";
    const answer = async (mode: "dontAsk" | "bypassPermissions") =>
      kindOf(await permissionsIn(place, { mode, permissions: everything }).bash(command));
    expect([await answer("dontAsk"), await answer("bypassPermissions")]).toEqual(["deny", "allow"]);
  });

  it("T5 relative paths start at the agent's directory", async () => {
    const { bash } = permissionsIn(place, { protectedFiles, permissions: everything });
    expect(kindOf(await bash("rm settings.json", join(place.project, ".claude")))).toBe("ask");
  });
});

describe("T5 commands that change what is trusted", () => {
  it.each([
    "echo '{}' > ~/.product/trust.json",
    "echo '{}' > ../.product/trust.json",
    "rm -rf ~/.product",
    "rm -rf ~",
    "mv ~/.product /elsewhere",
    "rm $HOME/.product/*.json",
    "cd ~/.product && rm trust.json",
    "cd; rm .product/toggles.json",
    "rm up/.product/trust.json",
    `python3 -c "shutil.rmtree('${join(place.home, ".product")}')"`,
    "bash -c 'rm ~/.product/trust.json'",
    "rm '.product/trust.json",
    `${brand.command} trust --all`,
    `npx ${brand.command} trust --forget abc`,
    `cd x && ./bin/${brand.command}.js hooks disable abc`,
    `bash -c '${brand.command} trust abc'`,
    `x=${brand.command}; $x trust abc`,
    `x=trust; ${brand.command} $x abc`,
  ])("T5 %s is refused, even in bypassPermissions", async (command) => {
    const { bash } = permissionsIn(place, { mode: "bypassPermissions", permissions: everything });
    expect(kindOf(await bash(command))).toBe("deny");
  });

  it.each([
    "cat ~/.product/trust.json",
    "python3 count.py ~/.product/sessions/one.jsonl",
    `${brand.command} trust --show`,
    `${brand.command} hooks`,
    "cp x ~/",
  ])("T5 %s needs no approval", async (command) => {
    const { bash } = permissionsIn(place, { mode: "bypassPermissions", permissions: everything });
    expect(await bash(command)).toBe("allow");
  });
});
