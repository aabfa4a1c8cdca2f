//! [`MaterialEffect`]: a game's custom effect for a material, with its parameters.

use crate::layout::numbers::all_finite;

/// A game's custom effect that draws a material.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MaterialEffect {
    /// The asset name of the effect; not empty. It starts with `../` if the effect is outside the source's project.
    pub asset: String,
    /// The parameters in the order of the source.
    pub parameters: Vec<EffectParameter>,
}

/// A parameter of an effect.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EffectParameter {
    /// The name.
    pub name: String,
    /// The value.
    pub value: EffectValue,
}

impl EffectParameter {
    /// Copies a parameter from a file.
    pub(super) fn new((name, value): (&str, EffectValue<&str>)) -> Self {
        Self { name: name.to_owned(), value: value.to_owned() }
    }
}

/// The value of an effect parameter. `S` is the type of texts. All numbers are finite.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum EffectValue<S = String> {
    /// A texture, by its asset name; not empty.
    Texture(S),
    /// A text.
    Text(S),
    /// A boolean.
    Bool(bool),
    /// An integer.
    Int(i32),
    /// A number.
    Float(f32),
    /// A vector x, y.
    Vector2([f32; 2]),
    /// A vector x, y, z.
    Vector3([f32; 3]),
    /// A vector x, y, z, w.
    Vector4([f32; 4]),
    /// A quaternion x, y, z, w.
    Quaternion([f32; 4]),
    /// A matrix for row vectors, row by row.
    Matrix([f32; 16]),
}

impl<S: AsRef<str>> EffectValue<S> {
    /// The number of the value's kind in a file.
    pub(super) const fn kind(&self) -> u32 {
        match self {
            Self::Texture(_) => 0,
            Self::Text(_) => 1,
            Self::Bool(_) => 2,
            Self::Int(_) => 3,
            Self::Float(_) => 4,
            Self::Vector2(_) => 5,
            Self::Vector3(_) => 6,
            Self::Vector4(_) => 7,
            Self::Quaternion(_) => 8,
            Self::Matrix(_) => 9,
        }
    }

    /// The text of a texture or text; empty for other kinds.
    pub(super) fn text(&self) -> &str {
        match self {
            Self::Texture(text) | Self::Text(text) => text.as_ref(),
            _ => "",
        }
    }

    /// The numbers as stored in a file; empty for texts.
    pub(super) fn words(&self) -> Vec<u32> {
        let bits = |floats: &[f32]| floats.iter().map(|float| float.to_bits()).collect();
        match self {
            Self::Texture(_) | Self::Text(_) => Vec::new(),
            Self::Bool(flag) => vec![u32::from(*flag)],
            Self::Int(number) => vec![number.cast_unsigned()],
            Self::Float(float) => bits(&[*float]),
            Self::Vector2(floats) => bits(floats),
            Self::Vector3(floats) => bits(floats),
            Self::Vector4(floats) | Self::Quaternion(floats) => bits(floats),
            Self::Matrix(floats) => bits(floats),
        }
    }
}

impl<'a> EffectValue<&'a str> {
    /// Reads a value from a file. `None` if the value breaks a rule.
    pub(super) fn read(kind: u32, text: &'a str, words: &[u32]) -> Option<Self> {
        let value = match (kind, words) {
            (0, []) if !text.is_empty() => return Some(Self::Texture(text)),
            (1, []) => return Some(Self::Text(text)),
            (2, [flag @ (0 | 1)]) => Self::Bool(*flag == 1),
            (3, [number]) => Self::Int(number.cast_signed()),
            (4, _) => Self::Float(floats::<1>(words)?[0]),
            (5, _) => Self::Vector2(floats(words)?),
            (6, _) => Self::Vector3(floats(words)?),
            (7, _) => Self::Vector4(floats(words)?),
            (8, _) => Self::Quaternion(floats(words)?),
            (9, _) => Self::Matrix(floats(words)?),
            _ => return None,
        };
        text.is_empty().then_some(value)
    }

    /// A copy that owns its text.
    #[must_use]
    pub fn to_owned(&self) -> EffectValue {
        match *self {
            Self::Texture(text) => EffectValue::Texture(text.to_owned()),
            Self::Text(text) => EffectValue::Text(text.to_owned()),
            Self::Bool(flag) => EffectValue::Bool(flag),
            Self::Int(number) => EffectValue::Int(number),
            Self::Float(float) => EffectValue::Float(float),
            Self::Vector2(floats) => EffectValue::Vector2(floats),
            Self::Vector3(floats) => EffectValue::Vector3(floats),
            Self::Vector4(floats) => EffectValue::Vector4(floats),
            Self::Quaternion(floats) => EffectValue::Quaternion(floats),
            Self::Matrix(floats) => EffectValue::Matrix(floats),
        }
    }
}

/// Reads `N` finite numbers.
fn floats<const N: usize>(words: &[u32]) -> Option<[f32; N]> {
    let words: &[u32; N] = words.try_into().ok()?;
    Some(words.map(f32::from_bits)).filter(|floats| all_finite(floats))
}
