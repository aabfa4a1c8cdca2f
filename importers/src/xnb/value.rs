//! [`XnbValue`]: what a file holds, as its type readers read it.

use std::rc::Rc;

use super::effect::Effect;
use super::foreign::Foreign;
use super::model::XnbModel;
use super::plain::Plain;
use super::vertices::{IndexBuffer, VertexBuffer};
use rigmill_dom::{AnimationSource, Curve, DataValue, TextureSource};

/// What a type reader read. A file of some kB may hold a million, so what is large is boxed.
#[derive(Clone, Debug)]
pub(crate) enum XnbValue {
    Null,
    /// Of a type that game data has a kind for; bytes, too, which would take too much memory one by one.
    Plain(DataValue),
    /// Of a type that it has none for: what becomes of the value.
    Foreign(Foreign, Box<DataValue>),
    Enum {
        type_name: Rc<str>,
        number: Box<DataValue>,
    },
    Text(String),
    /// The name of another asset.
    External(String),
    List {
        type_name: Rc<str>,
        items: Vec<XnbValue>,
    },
    Dictionary {
        type_name: Rc<str>,
        entries: Vec<(XnbValue, XnbValue)>,
    },
    Curve(Curve),
    Animation(Box<AnimationSource>),
    Model(Box<XnbModel>),
    Texture(TextureSource),
    Vertices(Box<VertexBuffer>),
    Indices(IndexBuffer),
    Effect(Box<Effect>),
}

const _: () = assert!(size_of::<XnbValue>() <= 48);

impl XnbValue {
    /// What it is, for people.
    pub(crate) fn type_name(&self) -> String {
        match self {
            Self::Null => "null",
            Self::Plain(DataValue::Bytes(_)) | Self::List { .. } => "List",
            Self::Plain(value) => Plain::of_value(value).map_or("value", Plain::name),
            Self::Foreign(foreign, _) => foreign.name(),
            Self::Enum { type_name, .. } => type_name,
            Self::Text(_) => "String",
            Self::External(_) => "ExternalReference",
            Self::Dictionary { .. } => "Dictionary",
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
