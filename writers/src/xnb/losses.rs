//! Warnings about data of materials and models that XNA cannot represent.

use std::collections::BTreeSet;

use rigmill_format::{AlphaMode, Model, ModelMaterial, ModelMesh, Shading, TexturePlacement, TextureUse};
use rigmill_pipeline::{Diagnostic, WriteContext};

use crate::codes;
use crate::counted::counted;

/// A kind of loss: a function that counts it in a material, and the message for all materials.
struct Kind {
    count: fn(&ModelMaterial) -> usize,
    /// The beginning of the message after the count, for one case and for several.
    what: [&'static str; 2],
    /// The rest of the message.
    fact: &'static str,
    help: &'static str,
}

const KINDS: [Kind; 7] = [
    Kind {
        count: |material| material.textures.iter().filter(|it| it.usage != TextureUse::Diffuse).count(),
        what: ["texture is", "textures are"],
        fact: "left out, because XNA's effects use only the diffuse texture",
        help: "load the texture by name, in your own effect",
    },
    Kind {
        count: |material| material.textures.iter().filter(|it| is_placed_diffuse(it.usage, &it.placement)).count(),
        what: ["diffuse texture loses its", "diffuse textures lose their"],
        fact: "texture coordinate set, transform, wrap mode or filter",
        help: "apply transforms to the first set of texture coordinates, and set the sampler in the game",
    },
    Kind {
        count: |material| usize::from(material.shading != Shading::Phong),
        what: ["material is not a Phong material,", "materials are not Phong materials,"],
        fact: "so XNA's effects show only similar colours and highlights",
        help: "set `effect` to your own effect to keep metalness and roughness",
    },
    Kind {
        count: |material| usize::from(material.alpha_mode == AlphaMode::Mask),
        what: ["material has", "materials have"],
        fact: "an opacity mask, but XNA's effects use blending instead",
        help: "draw these materials with AlphaTestEffect, or with your own effect",
    },
    Kind {
        count: |material| usize::from(material.double_sided),
        what: ["material is", "materials are"],
        fact: "double-sided, but XNA's models cannot store this property",
        help: "set `RasterizerState.CullNone` in the game",
    },
    Kind {
        count: |material| usize::from(material.emissive_strength != 1.0),
        what: ["material loses its", "materials lose their"],
        fact: "emissive strength, because XNA's effects do not support it",
        help: "set `effect` to your own effect",
    },
    Kind {
        count: |material| material.extensions.len(),
        what: ["extension of a material is", "extensions of materials are"],
        fact: "left out, because XNA's effects do not support extensions",
        help: "set `effect` to your own effect, or use the `native` target",
    },
];

/// The remedy for cameras and lights.
const CREATE: &str = "create cameras and lights in the game, at the bones of the model, or use the `native` target";

/// Warns about data of materials that XNA's own effects cannot represent, once for each kind, with its count.
pub(super) fn warn(materials: &[ModelMaterial], ctx: &mut WriteContext) {
    let plain = || materials.iter().filter(|material| material.effect.is_none());
    for Kind { count, what, fact, help } in &KINDS {
        let total: usize = plain().map(count).sum();
        if let Some(first) = plain().find(|material| count(material) > 0) {
            let of = if total == 1 { "material" } else { "first in material" };
            let message = format!("{} {fact} ({of} {:?})", counted(total, *what), first.name);
            ctx.report(Diagnostic::warning(codes::CONTENT_LOST, message).help(*help));
        }
    }
}

/// Returns the meshes that are always drawn, and of meshes with levels of detail, those of the finest level that has any.
pub(super) fn finest_meshes(model: &Model) -> impl Iterator<Item = &ModelMesh> {
    let mut coarser = BTreeSet::new();
    for group in &model.level_groups {
        let with_meshes = group.levels.iter().filter(|level| !level.meshes.is_empty());
        coarser.extend(with_meshes.skip(1).flat_map(|level| &level.meshes).copied());
    }
    (0..).zip(&model.meshes).filter(move |(index, _)| !coarser.contains(index)).map(|(_, mesh)| mesh)
}

/// Warns about parts of a model that XNA's models cannot contain, once for each kind, with its count. Properties are not
/// reported: XNA's pipeline also leaves them out, and effects get the properties that they need.
pub(super) fn warn_of_parts(model: &Model, ctx: &mut WriteContext) {
    let coarser = model.meshes.len() - finest_meshes(model).count();
    let kinds = [
        (model.cameras.len(), ["camera is", "cameras are"], "cannot store cameras", CREATE),
        (model.lights.len(), ["light is", "lights are"], "cannot store lights", CREATE),
        (
            coarser,
            ["mesh of a coarser level of detail is", "meshes of coarser levels of detail are"],
            "store only one level",
            "export each level as a separate model",
        ),
    ];
    for (count, what, fact, help) in kinds.into_iter().filter(|(count, ..)| *count > 0) {
        let message = format!("{} left out, because XNA's models {fact}", counted(count, what));
        ctx.report(Diagnostic::warning(codes::CONTENT_LOST, message).help(help));
    }
}

fn is_placed_diffuse(usage: TextureUse, placement: &TexturePlacement) -> bool {
    usage == TextureUse::Diffuse && *placement != TexturePlacement::default()
}
