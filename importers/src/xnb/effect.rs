//! XNA's effects, as far as they say what a surface looks like.

use super::cursor::Cursor;
use super::fault::Read;
use super::value::XnbValue;

/// What a surface looks like.
#[derive(Clone, Debug)]
pub(crate) struct Effect {
    /// The asset that colours it; empty where there is none.
    pub(crate) texture: String,
    pub(crate) diffuse: [f32; 3],
    pub(crate) emissive: [f32; 3],
    pub(crate) specular: [f32; 3],
    pub(crate) specular_power: f32,
    pub(crate) alpha: f32,
    /// The game's own; none for XNA's.
    pub(crate) own: Option<OwnEffect>,
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
    let texture = cursor.string()?;
    if is_skinned {
        // How many bones move a vertex, which its weights say, too.
        cursor.u32()?;
    }
    Ok(Effect {
        texture,
        diffuse: cursor.floats()?,
        emissive: cursor.floats()?,
        specular: cursor.floats()?,
        specular_power: cursor.f32()?,
        alpha: cursor.f32()?,
        own: None,
    })
}

/// An effect of the game's own, with its parameters: of what they mean no more is known than their names say.
pub(crate) fn of_material(effect: String, parameters: XnbValue) -> Effect {
    let parameters = match parameters {
        XnbValue::Dictionary { entries, .. } => entries,
        _ => Vec::new(),
    };
    let named = |(name, value)| match name {
        XnbValue::Text(name) => Some((name, value)),
        _ => None,
    };
    let own = OwnEffect { asset: effect, parameters: parameters.into_iter().filter_map(named).collect() };
    Effect {
        texture: own.texture_for("diffuse").unwrap_or_default().to_owned(),
        diffuse: [1.0; 3],
        emissive: [0.0; 3],
        specular: [0.0; 3],
        specular_power: 0.0,
        alpha: 1.0,
        own: Some(own),
    }
}

/// An effect of a game's own.
#[derive(Clone, Debug)]
pub(crate) struct OwnEffect {
    /// The asset that it is.
    pub(crate) asset: String,
    /// Its parameters by name, in the file's order.
    pub(crate) parameters: Vec<(String, XnbValue)>,
}

/// What a texture's name as a parameter says that it is for.
const USES: [(&str, &[&str]); 5] = [
    ("normal", &["normal", "bump"]),
    ("specular", &["specular", "gloss"]),
    ("emissive", &["emissive", "glow", "illum"]),
    ("opacity", &["transparen", "opacity", "alpha"]),
    ("diffuse", &["diffuse", "color", "colour", "albedo"]),
];

impl OwnEffect {
    /// The asset of the texture for a use. That for `diffuse` may be one whose name says nothing.
    pub(crate) fn texture_for(&self, usage: &str) -> Option<&str> {
        let textures = self.parameters.iter().filter_map(|(name, value)| match value {
            XnbValue::External(asset) => Some((usage_of(name), asset.as_str())),
            _ => None,
        });
        let of = |wanted: Option<&str>| textures.clone().find(|(usage, _)| *usage == wanted).map(|(_, asset)| asset);
        of(Some(usage)).or_else(|| of(None).filter(|_| usage == "diffuse"))
    }
}

fn usage_of(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase();
    USES.iter().find(|(_, words)| words.iter().any(|word| name.contains(word))).map(|(usage, _)| *usage)
}
