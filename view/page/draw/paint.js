// Converts a material to the numbers that the shader uses.

/** The uses of textures that are drawn, each with its texture unit. */
export const MAPS = ["diffuse", "normal", "specular", "emissive", "opacity", "roughness", "metalness", "occlusion"];

const PLAIN = { diffuse: [0.6, 0.6, 0.6], specular: [0.1, 0.1, 0.1], emissive: [0, 0, 0], shininess: 16, opacity: 1, textures: [] };
export const SHADINGS = ["phong", "metallic-roughness", "unlit"];

/**
 * Returns the numbers of a material. A material without a shading model uses Phong, unless it has a roughness or metalness map.
 * A material without an alpha mode is blended if its opacity is below 1 or has a map.
 */
export function paintOf(material = PLAIN) {
  const has = (...uses) => material.textures.some(({ use, missing }) => uses.includes(use) && !missing);
  const shading = material.shading ?? (has("roughness", "metalness") ? "metallic-roughness" : "phong");
  const alphaMode = material.alphaMode ?? (material.opacity < 1 || has("opacity") ? "blend" : "opaque");
  return {
    shading: SHADINGS.indexOf(shading),
    alphaMode,
    diffuse: material.diffuse,
    specular: material.specular,
    emissive: [...material.emissive].map((it) => it * (material.emissiveStrength ?? 1)),
    shininess: material.shininess,
    opacity: material.opacity,
    // The shader discards fragments below this alpha; -1 means that the material is drawn transparently.
    cutoff: { opaque: 0, mask: material.alphaCutoff ?? 0.5, blend: -1 }[alphaMode],
    metallic: material.metallic ?? (has("metalness") ? 1 : 0),
    roughness: material.roughness ?? (has("roughness") ? 1 : roughnessOf(material.shininess)),
    bump: material.normalScale ?? 1,
    occlusion: material.occlusionStrength ?? 1,
    doubleSided: material.doubleSided ?? true,
  };
}

/**
 * Returns the roughness whose highlight has the same width as Blinn-Phong's with this exponent: alpha² = 2 / (n + 2), and alpha
 * = roughness².
 */
export function roughnessOf(shininess) {
  return (2 / (shininess + 2)) ** 0.25;
}
