//! [`EffectParameters`]: the origin of the values of an effect's parameters.

use std::fmt;

use rigmill_format::TextureUse;
use serde::{Deserialize, Serialize};

/// The parameters of a game's effect, in the order in which they are written, such as `"Texture = diffuse"` or `"NormalMap"`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
pub struct EffectParameters(pub(super) Vec<EffectParameterSource>);

/// A parameter of an effect, and the origin of its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EffectParameterSource {
    /// The parameter's name in the effect.
    pub(super) name: String,
    pub(super) origin: Origin,
}

/// The origin of a parameter's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// The material's texture with this use.
    Texture(TextureUse),
    /// The user-defined property with this name, of the node that places the mesh.
    Property(String),
}

impl EffectParameterSource {
    /// Parses `NAME = ORIGIN`, or only `NAME` for a property with this name.
    fn parse(text: &str) -> Result<Self, String> {
        let (name, origin) = text.split_once('=').unwrap_or((text, text));
        let [name, origin] = [name, origin].map(str::trim);
        if name.is_empty() || origin.is_empty() {
            return Err(format!(
                "{text:?} is not `NAME`, `NAME = PROPERTY` or `NAME = USE`, where USE is one of: {}",
                TextureUse::ALL.map(TextureUse::name).join(", ")
            ));
        }
        let usage = TextureUse::from_name(origin).map(Origin::Texture);
        let origin = usage.unwrap_or_else(|| Origin::Property(origin.to_owned()));
        Ok(Self { name: name.to_owned(), origin })
    }
}

impl fmt::Display for EffectParameterSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let origin = match &self.origin {
            Origin::Texture(usage) => usage.name(),
            Origin::Property(property) => property.as_str(),
        };
        if origin == self.name { f.write_str(origin) } else { write!(f, "{} = {origin}", self.name) }
    }
}

impl TryFrom<Vec<String>> for EffectParameters {
    type Error = String;

    fn try_from(list: Vec<String>) -> Result<Self, String> {
        let sources: Vec<EffectParameterSource> =
            list.iter().map(|text| EffectParameterSource::parse(text)).collect::<Result<_, _>>()?;
        match sources.iter().enumerate().find(|(at, it)| sources[..*at].iter().any(|other| other.name == it.name)) {
            Some((_, twice)) => Err(format!("the parameter {:?} is listed twice", twice.name)),
            None => Ok(Self(sources)),
        }
    }
}

impl From<EffectParameters> for Vec<String> {
    fn from(parameters: EffectParameters) -> Self {
        parameters.0.iter().map(ToString::to_string).collect()
    }
}
