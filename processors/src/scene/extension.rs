//! Extensions of materials.

use rigmill_dom::{DataValue, SceneMaterialExtension, SceneTextureUse};
use rigmill_format::{EffectParameter, ExtensionTexture, MaterialExtension};
use rigmill_pipeline::{Diagnostic, ProcessContext};

use super::effect::data_value;
use super::surface::placement;
use super::textures::TextureAsset;
use crate::codes;
use crate::report::also_affected;

/// Converts an extension of a material. `assets` are the assets of the scene's textures. Warns about parameters that a model
/// cannot store.
pub(super) fn extension(
    source: &SceneMaterialExtension,
    assets: &[Option<TextureAsset>],
    ctx: &mut ProcessContext<'_>,
) -> MaterialExtension {
    let texture = |it: &SceneTextureUse| {
        let asset = assets.get(it.texture as usize)?.as_ref()?;
        let (name, placement) = (it.usage.clone(), placement(&it.placement));
        Some(ExtensionTexture { name, asset: asset.name.clone(), missing: asset.missing, placement })
    };
    let parameter = |(name, value): &(String, DataValue)| {
        let value = data_value(value)?;
        Some(EffectParameter { name: name.clone(), value })
    };
    let mut lost = source.parameters.iter().filter(|it| parameter(it).is_none());
    if let Some((name, _)) = lost.next() {
        warn(&source.name, name, lost.count(), ctx);
    }
    MaterialExtension {
        name: source.name.clone(),
        parameters: source.parameters.iter().filter_map(parameter).collect(),
        textures: source.textures.iter().filter_map(texture).collect(),
    }
}

/// Warns about a parameter that is left out, and `more` other parameters of the same extension.
fn warn(extension: &str, parameter: &str, more: usize, ctx: &mut ProcessContext<'_>) {
    let more = also_affected(more, ["parameter", "parameters"]);
    let message = format!(
        "material extension {extension:?}: the parameter {parameter:?} is left out, because a model cannot store its value{more}"
    );
    let help = "set the parameter in your game's code";
    ctx.report(Diagnostic::warning(codes::EFFECT_PARAMETER, message).help(help));
}
