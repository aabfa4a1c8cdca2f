//! [`layers_of`] and [`settings`]: the settings that can be changed while a figure plays.

use std::sync::Arc;

use rigmill_runtime::Content;
use rigmill_runtime::content::{ActionSet, BreathSettings, ContentType, SpringSettings};
use serde_json::{Value, json};

use super::error::AskError;

/// Returns the layers of an action set with their actions.
pub(crate) fn layers_of(content: &Content, name: &str) -> Result<Value, AskError> {
    let actions: Arc<ActionSet> = content.load(name)?;
    let layers = actions.view().layers().map(|layer| {
        let actions = layer.actions().map(|action| {
            json!({ "name": action.name(), "clip": action.clip(), "mode": action.mode().name(), "blend": action.blend_time() })
        });
        json!({
            "name": layer.name(),
            "bones": layer.bones().collect::<Vec<_>>(),
            "blend": layer.blend().name(),
            "actions": actions.collect::<Vec<_>>(),
        })
    });
    Ok(json!({ "skeleton": actions.view().skeleton(), "layers": layers.collect::<Vec<_>>() }))
}

/// Returns the settings of a breath, or of the first chain of springs, by name.
pub(crate) fn settings(content: &Content, name: &str) -> Result<Value, AskError> {
    if content.content_type(name) == Some(ContentType::SpringBones) {
        let springs: Arc<SpringSettings> = content.load(name)?;
        let of = springs.view().chains().next().map(|chain| *chain.settings()).unwrap_or_default();
        return Ok(json!({ "kind": "spring", "settings": {
            "damping": of.damping, "elasticity": of.elasticity, "stiffness": of.stiffness, "inertia": of.inertia,
        } }));
    }
    let breath: Arc<BreathSettings> = content.load(name)?;
    let (duration, effect) = (breath.view().duration_rate(), breath.view().effect_rate());
    Ok(json!({ "kind": "breath", "settings": { "duration_rate": duration, "effect_rate": effect } }))
}
