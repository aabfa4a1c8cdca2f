// Checks the declarations of the module @rigmill/content with the TypeScript compiler `tsc`: they declare exactly what the
// module exports, and each fixture has exactly the declared properties when it is read.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import * as content from "../format/index.js";
import { allFixtures, fileOf, fixture } from "./fixture.js";

/** Returns a value in TypeScript syntax. */
function literal(value) {
  if (ArrayBuffer.isView(value)) {
    return `new ${value.constructor.name}(${value.length})`;
  }
  if (value instanceof Map) {
    return `new Map([${[...value].map(literal).join(", ")}])`;
  }
  if (Array.isArray(value)) {
    return `[${value.map(literal).join(", ")}]`;
  }
  if (typeof value === "bigint") {
    return `${value}n`;
  }
  if (typeof value === "number") {
    return `${value}`;
  }
  if (value === undefined || value === null || typeof value !== "object") {
    return value === undefined ? "undefined" : JSON.stringify(value);
  }
  return `{ ${Object.entries(value).map(([name, child]) => `${JSON.stringify(name)}: ${literal(child)}`).join(", ")} }`;
}

/** Compiles a program that imports the module. Returns the compiler's output. */
function compiled(program) {
  const folder = mkdtempSync(join(tmpdir(), "rigmill-types-"));
  try {
    mkdirSync(join(folder, "node_modules/@rigmill"), { recursive: true });
    symlinkSync(fileURLToPath(new URL("../format", import.meta.url)), join(folder, "node_modules/@rigmill/content"), "dir");
    writeFileSync(join(folder, "program.mts"), program);
    const options = ["--noEmit", "--strict", "--target", "es2022", "--lib", "es2022", "--module", "nodenext", "program.mts"];
    execFileSync("tsc", options, { cwd: folder, encoding: "utf8", stdio: "pipe" });
    return "";
  } catch (error) {
    return `${error.stdout}${error.stderr}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const readable = allFixtures().filter((name) => !name.endsWith("_coded"));

test("everything that is exported is declared, and the other way round", () => {
  const names = Object.keys(content);
  const program = `
    import * as content from "@rigmill/content";
    import { ${names.join(", ")} } from "@rigmill/content";
    type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
    const isSame: Same<keyof typeof content, ${names.map((name) => `"${name}"`).join(" | ")}> = true;
    void [isSame, ${names.join(", ")}];`;
  assert.equal(compiled(program), "");
});

test("each fixture has the declared properties and no others", () => {
  const values = readable.map((name) => content.read(fixture(name)));
  const lines = values.map(({ type, value }, index) => `export const v${index}: content.ContentValues["${type}"] = ${literal(value)};`);
  const declared = new Set(values.map(({ type }) => type));
  assert.deepEqual([...declared].sort(), Object.values(content.CONTENT_TYPES).sort());
  assert.equal(compiled(`import type * as content from "@rigmill/content";\n${lines.join("\n")}`), "");
});

test("packs have the declared properties", () => {
  const [entry] = new content.Pack(fileOf("v1/pack.rmp")).entries().values();
  const program = `
    import { Pack, read, typeOf, verify, xxh3, type PackEntry } from "@rigmill/content";
    export const entry: PackEntry = ${literal(entry)};
    const pack: Pack = new Pack(new ArrayBuffer(1)).patchedBy(new Pack(new Uint8Array(1)));
    const id: bigint = pack.base ?? pack.id;
    const file: Uint8Array = pack.read("a");
    const count: number = pack.verify() + pack.entries().size + (pack.find("a")?.length ?? 0);
    const content = read(file);
    if (content.type === "Model") { const positions: Float32Array = content.value.meshes[0].positions; void positions; }
    void [id, count, typeOf(file), verify(file), xxh3(file, 1n)];`;
  assert.equal(compiled(program), "");
});

test("the compiler sees a wrong property", () => {
  assert.match(compiled('import type { Skeleton } from "@rigmill/content"; export const it: Skeleton = { rootAxis: [], bones: [] };'), /rootAxis|Float32Array/);
});
