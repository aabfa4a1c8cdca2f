// Checks the module @rigmill/content in the form that npm packs, and the example in its README.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { fileOf } from "./fixture.js";

const module = fileURLToPath(new URL("../format", import.meta.url));
const run = (program, options, folder) => execFileSync(program, options, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

test("the package has its modules, its declarations, its README and its licences, and nothing else", () => {
  const [{ files, name }] = JSON.parse(run("npm", ["pack", "--dry-run", "--json"], module));
  const modules = readdirSync(module).filter((file) => file.endsWith(".js"));
  const expected = [...modules, "index.d.ts", "package.json", "README.md", "LICENSE-APACHE", "LICENSE-MIT"];
  assert.deepEqual(files.map(({ path }) => path).sort(), expected.sort());
  assert.equal(name, "@rigmill/content");
});

test("the README's example runs with the packed module", () => {
  const folder = mkdtempSync(join(tmpdir(), "rigmill-package-"));
  try {
    const [{ filename }] = JSON.parse(run("npm", ["pack", module, "--json"], folder));
    const installed = join(folder, "node_modules/@rigmill/content");
    mkdirSync(installed, { recursive: true });
    run("tar", ["-xzf", filename, "--strip-components=1", "-C", installed], folder);
    const [, example] = readFileSync(join(module, "README.md"), "utf8").match(/```js\n([\s\S]*?)```/);
    writeFileSync(join(folder, "example.mjs"), example);
    writeFileSync(join(folder, "game.rmp"), new Uint8Array(fileOf("v1/pack.rmp")));
    const said = run("node", ["example.mjs"], folder);
    assert.match(said, /^Animation\/Run AnimationSequence \d+$/m);
    assert.match(said, /\[ \[ 'Root', -1 \], \[ 'Spine', 0 \], \[ 'Head', 1 \] \]/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
