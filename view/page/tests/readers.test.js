// Tests the readers with the files that the format's own tests keep readable.

import assert from "node:assert/strict";
import { test } from "node:test";

import { readModel } from "../format/model.js";
import { readSkeleton } from "../format/skeleton.js";
import { readTexture } from "../format/texture.js";
import { fixture } from "./fixture.js";

const numbers = (array) => [...array];
const unplaced = {
  uvSet: 0,
  offset: [0, 0],
  rotation: 0,
  scale: [1, 1],
  wrap: ["repeat", "repeat"],
  minFilter: "any",
  magFilter: "any",
};
const at = (x, y, z) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];

for (const version of ["v1", "v2", "v3"]) {
  test(`a model of ${version}: bones and bounds`, () => {
    const { bones, sphere, box } = readModel(fixture(`${version}/model`));
    assert.deepEqual(bones.map(({ name, parent }) => [name, parent]), [["Root", -1], [" Arm", 0]]);
    assert.deepEqual(bones.map(({ local }) => numbers(local)), [at(0, 0.5, 0), at(0, 1, 0)]);
    assert.deepEqual([numbers(sphere), numbers(box)], [[0, 1, 0, 2], [0, 0, -1, 1, 1.5, 1]]);
  });

  test(`a model of ${version}: a rigid mesh has what it has`, () => {
    const [plate] = readModel(fixture(`${version}/model`)).meshes;
    assert.deepEqual([plate.name, plate.bone, plate.vertexCount], ["Plate", 1, 3]);
    assert.deepEqual(numbers(plate.positions), [0, 0, 0, 1, 0, 0, 0, 1, -0]);
    assert.deepEqual([plate.normals, plate.tangents, plate.colours, plate.uvs, plate.joints].map((it) => it.length), [0, 0, 0, 0, 0]);
    assert.deepEqual(plate.parts, [{ material: -1, firstIndex: 0, indexCount: 3 }]);
  });

  test(`a model of ${version}: a skinned mesh has every set of its own`, () => {
    const [, arm] = readModel(fixture(`${version}/model`)).meshes;
    assert.deepEqual(numbers(arm.indices), [2, 1, 0, 0, 1, 2]);
    assert.deepEqual(arm.parts.map(({ material }) => material), [0, -1]);
    assert.deepEqual(numbers(arm.normals), [0, 0, 1, Math.fround(0.6), 0, Math.fround(0.8), 0, 0, -1]);
    assert.deepEqual(numbers(arm.tangents.subarray(0, 4)), [1, 0, 0, -1]);
    assert.deepEqual(numbers(arm.colours.subarray(8)), [1, 0.5, 0.25, 1]);
    assert.deepEqual(arm.uvs.map(numbers), [[0, 1, 0, 1, 0, 1], [0.25, -2, 0.25, -2, 0.25, -2]]);
    assert.deepEqual(arm.joints.map((set) => set[0]), [1, 0]);
    assert.deepEqual(arm.weights.map((set) => numbers(set.subarray(0, 4))), [[0.5, 0, 0, 0], [0.5, 0, 0, 0]]);
    assert.deepEqual(numbers(arm.skinBones), [1, 0]);
    assert.deepEqual(numbers(arm.inverseBinds), [...at(0, -1.5, 0), ...at(0, -0.5, 0)]);
  });

  test(`a model of ${version}: materials`, () => {
    const [steel] = readModel(fixture(`${version}/model`)).materials;
    assert.deepEqual([steel.name, steel.shininess, steel.opacity], ["Steel", 20, 0.75]);
    assert.deepEqual([steel.diffuse, steel.specular, steel.emissive].map(numbers), [[0.5, 0.5, 0.625], [1, 1, 1], [0, 0.125, 0]]);
    // Version 1 cannot mark missing textures.
    const missing = version !== "v1";
    assert.deepEqual(steel.textures.map(({ use, missing, asset }) => [use, missing, asset]), [
      ["diffuse", false, "Textures/steel"],
      ["normal", missing, "Textures/steel_normal"],
    ]);
  });
}

test("a model of codes has its vertices as floats", () => {
  const [plate, arm] = readModel(fixture("v3/model_codes")).meshes;
  assert.deepEqual([plate.vertexCount, numbers(plate.positions)], [3, [0, 0, 0, 1, 0, 0, 0, 1, 0]]);
  const [x, y] = [26214 / 65535, 39321 / 65535].map(Math.fround);
  assert.deepEqual(numbers(arm.positions), [0, 0, 0, 1, 0, 0, x, y, 0]);
  // 14,043 of 32,767 is the code nearest to 3/7. The other normals are axes, which are exact.
  const [px, pz] = [14043 / 32767, 1 - 14043 / 32767];
  const length = Math.hypot(px, pz);
  assert.deepEqual(numbers(arm.normals), [0, 0, 1, Math.fround(px / length), 0, Math.fround(pz / length), 0, 0, -1]);
  assert.deepEqual(numbers(arm.tangents), [1, 0, 0, -1, 1, 0, 0, -1, 1, 0, 0, -1]);
});

test("a model of v3: how its skins move vertices", () => {
  const skins = (version) => readModel(fixture(`${version}/model`)).meshes.map(({ method, blendWeights }) => [method, numbers(blendWeights)]);
  assert.deepEqual(skins("v3"), [["linear", []], ["blended", [0, 0.25, 1]]]);
  assert.deepEqual(skins("v2"), [["linear", []], ["linear", []]]);
});

test("a model of v2: a material does not say how it is shaded", () => {
  const [steel] = readModel(fixture("v2/model")).materials;
  assert.deepEqual([steel.shading, steel.alphaMode, steel.doubleSided, steel.extensions], [undefined, undefined, undefined, []]);
});

test("a model of v3: surfaces, placements and extensions", () => {
  const [steel] = readModel(fixture("v3/model")).materials;
  assert.deepEqual([steel.shading, steel.alphaMode, steel.doubleSided], ["metallic-roughness", "mask", true]);
  const { alphaCutoff, metallic, roughness, normalScale, occlusionStrength, emissiveStrength } = steel;
  assert.deepEqual([alphaCutoff, metallic, roughness], [0.375, 0.875, 0.25]);
  assert.deepEqual([normalScale, occlusionStrength, emissiveStrength], [-0.5, 0.125, 4]);
  const placed = {
    uvSet: 1,
    offset: [0.5, -0.25],
    rotation: 0.75,
    scale: [2, -4],
    wrap: ["clamp", "mirror"],
    minFilter: "linear-mip-nearest",
    magFilter: "nearest",
  };
  assert.deepEqual(steel.textures, [
    { use: "diffuse", missing: false, asset: "Textures/steel", ...placed },
    { use: "normal", missing: true, asset: "Textures/steel_normal", ...unplaced },
  ]);
  assert.deepEqual(steel.extensions, [
    {
      name: "KHR_materials_clearcoat",
      numbers: { clearcoatFactor: 0.5, tint: [0.25, 0.5, 1] },
      textures: {
        clearcoatTexture: { asset: "Textures/clearcoatTexture", missing: false, ...placed },
        clearcoatNormalTexture: { asset: "Textures/clearcoatNormalTexture", missing: true, ...unplaced },
      },
    },
    { name: "KHR_materials_unlit", numbers: {}, textures: {} },
  ]);
});

test("a skeleton", () => {
  const { bones, rootAxis } = readSkeleton(fixture("v1/skeleton"));
  assert.deepEqual(numbers(rootAxis), [-0.5, 0, 0, 0.5]);
  assert.deepEqual(bones.map(({ name, parent }) => [name, parent]), [["Root", -1], ["Spine", 0], ["Head", 1]]);
  assert.deepEqual(bones.map(({ translation }) => translation[0]), [0, 1, 0.5]);
  assert.deepEqual(numbers(bones[2].rotation), [0, 0, 0, 1]);
  assert.deepEqual(numbers(bones[2].scale), [1, 1, 1]);
});

test("a texture has its levels down to one pixel", () => {
  const { width, height, format, srgb, levels } = readTexture(fixture("v1/texture"));
  assert.deepEqual([width, height, format, srgb], [6, 3, "BC1", true]);
  assert.deepEqual(levels.map(({ width, height, bytes }) => [width, height, numbers(bytes)]), [
    [6, 3, Array(16).fill(1)],
    [3, 1, Array(8).fill(2)],
    [1, 1, Array(8).fill(3)],
  ]);
});

test("other types and versions are refused", () => {
  assert.throws(() => readModel(fixture("v1/skeleton")), /content type 4, version 1: expected type 5/);
  assert.throws(() => readSkeleton(fixture("v1/texture")), /expected type 4/);
  const future = fixture("v2/model");
  new DataView(future).setUint16(20, 99, true);
  assert.throws(() => readModel(future), /version 99/);
});

test("a file that was cut off is refused, wherever that is", () => {
  for (const [read, name] of [[readModel, "v2/model"], [readSkeleton, "v1/skeleton"], [readTexture, "v1/texture"]]) {
    const whole = fixture(name);
    for (let length = 0; length < whole.byteLength; length += 7) {
      assert.throws(() => read(whole.slice(0, length)), Error, `${name} at ${length}`);
    }
  }
});
