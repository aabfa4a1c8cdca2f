//! [`XnbValue`]: what a file holds, as its type readers read it.

use super::effect::Effect;
use super::model::XnbModel;
use super::vertices::{IndexBuffer, VertexBuffer};
use rigmill_dom::{AnimationSource, Curve, TextureSource};

/// What a type reader read.
#[derive(Clone, Debug)]
#[allow(
    dead_code,
    reason = "plain values are read so that what follows them can be; their numbers are for people who debug"
)]
pub(crate) enum XnbValue {
    Null,
    Bool(bool),
    Char(char),
    Integer {
        type_name: &'static str,
        value: i128,
    },
    Single(f32),
    Double(f64),
    Floats {
        type_name: &'static str,
        numbers: Vec<f32>,
    },
    Integers {
        type_name: &'static str,
        numbers: Vec<i32>,
    },
    Color([u8; 4]),
    Decimal([u8; 16]),
    Enum {
        type_name: String,
        value: i32,
    },
    Text(String),
    /// The name of another asset.
    External(String),
    /// Bytes, which would take too much memory one by one.
    Bytes(Vec<u8>),
    List(Vec<XnbValue>),
    Dictionary(Vec<(XnbValue, XnbValue)>),
    Curve(Curve),
    Animation(AnimationSource),
    Model(Box<XnbModel>),
    Texture(TextureSource),
    Vertices(VertexBuffer),
    Indices(IndexBuffer),
    Effect(Effect),
}

impl XnbValue {
    /// What it is, for people.
    pub(crate) fn type_name(&self) -> String {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "Boolean",
            Self::Char(_) => "Char",
            Self::Integer { type_name, .. } | Self::Floats { type_name, .. } | Self::Integers { type_name, .. } => {
                type_name
            }
            Self::Single(_) => "Single",
            Self::Double(_) => "Double",
            Self::Color(_) => "Color",
            Self::Decimal(_) => "Decimal",
            Self::Enum { type_name, .. } => type_name,
            Self::Text(_) => "String",
            Self::External(_) => "ExternalReference",
            Self::Bytes(_) | Self::List(_) => "List",
            Self::Dictionary(_) => "Dictionary",
            Self::Curve(_) => "Curve",
            Self::Animation(_) => "AnimationSequence",
            Self::Model(_) => "Model",
            Self::Texture(_) => "Texture2D",
            Self::Vertices(_) => "VertexBuffer",
            Self::Indices(_) => "IndexBuffer",
            Self::Effect(_) => "Effect",
        }
        .to_owned()
    }
}
