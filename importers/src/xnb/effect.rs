//! XNA's effects, as far as they say what a surface looks like.

use super::cursor::Cursor;
use super::fault::Read;
use super::value::XnbValue;

/// What a surface looks like.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Effect {
    /// The asset that colours it; empty where there is none.
    pub(crate) texture: String,
    pub(crate) diffuse: [f32; 3],
    pub(crate) emissive: [f32; 3],
    pub(crate) specular: [f32; 3],
    pub(crate) specular_power: f32,
    pub(crate) alpha: f32,
    /// How many bones move a vertex; none for an effect without skinning.
    pub(crate) weights: Option<u32>,
}

/// Reads a BasicEffect.
pub(crate) fn basic(cursor: &mut Cursor<'_>) -> Read<Effect> {
    let effect = common(cursor, false)?;
    cursor.bool()?;
    Ok(effect)
}

/// Reads a SkinnedEffect.
pub(crate) fn skinned(cursor: &mut Cursor<'_>) -> Read<Effect> {
    common(cursor, true)
}

fn common(cursor: &mut Cursor<'_>, is_skinned: bool) -> Read<Effect> {
    Ok(Effect {
        texture: cursor.string()?,
        weights: if is_skinned { Some(cursor.u32()?) } else { None },
        diffuse: cursor.floats()?,
        emissive: cursor.floats()?,
        specular: cursor.floats()?,
        specular_power: cursor.f32()?,
        alpha: cursor.f32()?,
    })
}

/// An effect of the game's own with its parameters: of what they mean no more is known than their names say.
pub(crate) fn of_material(_effect: String, parameters: XnbValue) -> Effect {
    let XnbValue::Dictionary { entries, .. } = parameters else { return Effect::plain(String::new()) };
    let textures = entries.iter().filter_map(|(name, value)| match (name, value) {
        (XnbValue::Text(name), XnbValue::External(texture)) => Some((name, texture)),
        _ => None,
    });
    let is_colour =
        |name: &str| ["diffuse", "color", "colour", "albedo"].iter().any(|word| name.to_lowercase().contains(word));
    let texture = textures.min_by_key(|(name, _)| !is_colour(name));
    Effect::plain(texture.map_or_else(String::new, |(_, texture)| texture.clone()))
}

impl Effect {
    const fn plain(texture: String) -> Self {
        Self {
            texture,
            diffuse: [1.0; 3],
            emissive: [0.0; 3],
            specular: [0.0; 3],
            specular_power: 0.0,
            alpha: 1.0,
            weights: None,
        }
    }
}
