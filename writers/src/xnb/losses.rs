//! What XNA's own effects cannot hold of materials.

use rigmill_format::{AlphaMode, ModelMaterial, Shading, TexturePlacement, TextureUse};
use rigmill_pipeline::{Diagnostic, WriteContext};

use crate::codes;

/// A kind of loss: how often a material has it, and what to say of all.
struct Kind {
    count: fn(&ModelMaterial) -> usize,
    what: &'static str,
    help: &'static str,
}

const KINDS: [Kind; 7] = [
    Kind {
        count: |material| material.textures.iter().filter(|it| it.usage != TextureUse::Diffuse).count(),
        what: "textures are left out: XNA's effects take no textures but the diffuse",
        help: "a game's own effect can load it by its name",
    },
    Kind {
        count: |material| material.textures.iter().filter(|it| is_placed_diffuse(it.usage, &it.placement)).count(),
        what: "diffuse textures lose their set of coordinates, transform, wrap or filter",
        help: "apply transforms to the first set of coordinates, and set the sampler in the game",
    },
    Kind {
        count: |material| usize::from(material.shading != Shading::Phong),
        what: "materials are not Phong's: XNA's effects get colours and an exponent that look similar",
        help: "use a game's own effect, by `effect`, to keep metalness and roughness",
    },
    Kind {
        count: |material| usize::from(material.alpha_mode == AlphaMode::Mask),
        what: "materials have a mask of opacity, which XNA's effects blend",
        help: "draw them with AlphaTestEffect, or with a game's own effect",
    },
    Kind {
        count: |material| usize::from(material.double_sided),
        what: "materials are double-sided, which a model of XNA does not say",
        help: "set `RasterizerState.CullNone` in the game",
    },
    Kind {
        count: |material| usize::from(material.emissive_strength != 1.0),
        what: "materials lose the strength of the light that they emit",
        help: "use a game's own effect, by `effect`",
    },
    Kind {
        count: |material| material.extensions.len(),
        what: "extensions of materials are left out",
        help: "use a game's own effect, by `effect`, or the target `native`",
    },
];

/// Warns of what XNA's own effects do not hold, each kind once with its number.
pub(super) fn warn(materials: &[ModelMaterial], ctx: &mut WriteContext) {
    let plain = || materials.iter().filter(|material| material.effect.is_none());
    for Kind { count, what, help } in &KINDS {
        let total: usize = plain().map(count).sum();
        if let Some(first) = plain().find(|material| count(material) > 0) {
            let message = format!("{total} {what}; the first is of the material {:?}", first.name);
            ctx.report(Diagnostic::warning(codes::LOST, message).help(*help));
        }
    }
}

fn is_placed_diffuse(usage: TextureUse, placement: &TexturePlacement) -> bool {
    usage == TextureUse::Diffuse && *placement != TexturePlacement::default()
}
