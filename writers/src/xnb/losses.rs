//! Warnings about data of materials and models that XNA cannot represent.

use std::collections::BTreeSet;

use rigmill_format::{AlphaMode, Model, ModelMaterial, ModelMesh, Shading, TexturePlacement, TextureUse};
use rigmill_pipeline::{Diagnostic, WriteContext};

use crate::codes;

/// A kind of loss: a function that counts it in a material, and the message for all materials.
struct Kind {
    count: fn(&ModelMaterial) -> usize,
    what: &'static str,
    help: &'static str,
}

const KINDS: [Kind; 7] = [
    Kind {
        count: |material| material.textures.iter().filter(|it| it.usage != TextureUse::Diffuse).count(),
        what: "textures left out, since XNA's effects use only the diffuse texture",
        help: "your own effect can load the texture by name",
    },
    Kind {
        count: |material| material.textures.iter().filter(|it| is_placed_diffuse(it.usage, &it.placement)).count(),
        what: "diffuse textures whose texture coordinate set, transform, wrap mode or filter is lost",
        help: "apply transforms to the first set of coordinates, and set the sampler in the game",
    },
    Kind {
        count: |material| usize::from(material.shading != Shading::Phong),
        what: "materials other than Phong, which get similar colours and an exponent for XNA's effects",
        help: "use your own effect, with `effect`, to keep metalness and roughness",
    },
    Kind {
        count: |material| usize::from(material.alpha_mode == AlphaMode::Mask),
        what: "materials with an opacity mask, which XNA's effects draw with blending",
        help: "draw them with AlphaTestEffect, or with your own effect",
    },
    Kind {
        count: |material| usize::from(material.double_sided),
        what: "double-sided materials, which an XNA model cannot store",
        help: "set `RasterizerState.CullNone` in the game",
    },
    Kind {
        count: |material| usize::from(material.emissive_strength != 1.0),
        what: "materials whose emissive strength is lost",
        help: "use your own effect, with `effect`",
    },
    Kind {
        count: |material| material.extensions.len(),
        what: "extensions of materials left out",
        help: "use your own effect, with `effect`, or the target `native`",
    },
];

/// Warns about data of materials that XNA's own effects cannot represent, once for each kind, with its count.
pub(super) fn warn(materials: &[ModelMaterial], ctx: &mut WriteContext) {
    let plain = || materials.iter().filter(|material| material.effect.is_none());
    for Kind { count, what, help } in &KINDS {
        let total: usize = plain().map(count).sum();
        if let Some(first) = plain().find(|material| count(material) > 0) {
            let message = format!("{what}: {total}, the first in material {:?}", first.name);
            ctx.report(Diagnostic::warning(codes::LOST, message).help(*help));
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
        (model.cameras.len(), "cameras", "place them in the game by the bones, or use the target `native`"),
        (model.lights.len(), "lights", "place them in the game by the bones, or use the target `native`"),
        (coarser, "meshes of coarser levels of detail", "export each level as a separate model"),
    ];
    for (count, what, help) in kinds.into_iter().filter(|(count, ..)| *count > 0) {
        let message = format!("{what} left out, since XNA's models have none: {count}");
        ctx.report(Diagnostic::warning(codes::LOST, message).help(help));
    }
}

fn is_placed_diffuse(usage: TextureUse, placement: &TexturePlacement) -> bool {
    usage == TextureUse::Diffuse && *placement != TexturePlacement::default()
}
