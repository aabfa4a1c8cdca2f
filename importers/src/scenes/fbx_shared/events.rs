//! Events of clips: the user-defined property `events` of a take, or of a node in a file with a single take.

use rigmill_dom::{DataValue, Element, Scene};
use rigmill_pipeline::Diagnostic;

use crate::scenes::events::{PROPERTY, TakeEvents, add, is_misspelt, misspelt, unknown_take};

/// Adds events to the clips of a scene. `takes` are all takes of the file, each with its user-defined properties. Returns
/// warnings.
pub(crate) fn apply(scene: &mut Scene, takes: Vec<(Element, Vec<(String, DataValue)>)>) -> Vec<Diagnostic> {
    let nodes = scene.nodes.iter().filter_map(|node| Some((&node.element, node.property(PROPERTY)?)));
    let (mut found, mut warnings) = (Vec::new(), Vec::new());
    for (owner, value) in nodes {
        match &takes[..] {
            [] => {}
            [(take, _)] => found.push(of(take, owner, value)),
            _ => warnings.push(unknown_take(owner, takes.len())),
        }
    }
    for node in scene.nodes.iter().filter(|_| !takes.is_empty()) {
        let others = node.properties.iter().filter(|(name, _)| is_misspelt(name));
        warnings.extend(others.map(|(name, _)| misspelt(&node.element, name)));
    }
    for (take, properties) in &takes {
        let own = properties.iter().filter(|(name, _)| name == PROPERTY);
        found.extend(own.map(|(_, value)| of(take, take, value)));
        let others = properties.iter().filter(|(name, _)| is_misspelt(name));
        warnings.extend(others.map(|(name, _)| misspelt(take, name)));
    }
    warnings.extend(add(&mut scene.clips, found));
    warnings
}

fn of(take: &Element, owner: &Element, value: &DataValue) -> TakeEvents {
    let value = match value {
        DataValue::Text(text) => text.clone().into(),
        // The value is not a list, which is reported later.
        _ => serde_json::Value::Null,
    };
    TakeEvents { take: take.clone(), owner: owner.clone(), value }
}
