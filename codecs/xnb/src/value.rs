//! [`Value`]: what a type reader reads.

use std::collections::HashSet;
use std::fmt::{self, Display};
use std::sync::Arc;

use crate::content::{ContentReader, ContentWriter};
use crate::error::{ErrorKind, Result};
use crate::field::Field;
use crate::type_readers::{GraphicsReader, TypeReader};
use crate::types::{Layout, Primitive, PrimitiveType, Type};
use crate::values::{
    Animation, BasicEffect, Curve, EffectMaterial, IndexBuffer, Model, SkinnedEffect, Texture2D, VertexBuffer,
};

/// What a type reader reads. A file of some kB may hold a million, so what is large is boxed.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// No object.
    Null,
    /// A number, a vector and the like.
    Primitive(Primitive),
    /// A whole number that stands for a name.
    Enum {
        /// The enum, whose layout is [`Layout::Enum`].
        ty: Arc<Type>,
        /// The number.
        number: Primitive,
    },
    /// A string.
    String(String),
    /// The name of another asset, relative to the folder of the file's own; empty for none.
    ExternalReference(String),
    /// An array of bytes. A list of bytes is a [`Value::List`].
    Bytes(Vec<u8>),
    /// An array or a list.
    List {
        /// The type of the whole, whose layout is [`Layout::Array`] or [`Layout::List`].
        ty: Arc<Type>,
        /// The items.
        items: Vec<Value>,
    },
    /// A dictionary.
    Dictionary {
        /// The type of the whole, whose layout is [`Layout::Dictionary`].
        ty: Arc<Type>,
        /// Keys, none of them null or there twice, and their values.
        entries: Vec<(Value, Value)>,
    },
    /// A curve.
    Curve(Curve),
    /// An animation of RobotGame's.
    Animation(Box<Animation>),
    /// A model.
    Model(Box<Model<Value>>),
    /// A texture.
    Texture2D(Texture2D),
    /// The vertices of meshes.
    VertexBuffer(Box<VertexBuffer>),
    /// The triangles of meshes.
    IndexBuffer(IndexBuffer),
    /// An effect.
    BasicEffect(Box<BasicEffect>),
    /// An effect for meshes that bones move.
    SkinnedEffect(Box<SkinnedEffect>),
    /// A material with an effect of the game's own.
    EffectMaterial(Box<EffectMaterial<Value>>),
}

const _: () = assert!(size_of::<Value>() <= 48);

/// As an object: the number of a type reader, 0 for null, and what it reads.
impl Field for Value {
    const SMALLEST: usize = 1;

    fn read(input: &mut ContentReader<'_>) -> Result<Self> {
        Ok(input.object(Self::read_by)?.unwrap_or(Self::Null))
    }

    fn write(&self, output: &mut ContentWriter) {
        output.begin_object(self.reader().as_ref());
        self.write_content(output);
    }
}

impl Value {
    /// The type reader that reads the value.
    fn reader(&self) -> Option<TypeReader> {
        Some(match self {
            Self::Null => return None,
            Self::Primitive(primitive) => TypeReader::Primitive(primitive.primitive_type()),
            Self::String(_) => TypeReader::String,
            Self::ExternalReference(_) => TypeReader::ExternalReference,
            Self::Bytes(_) => TypeReader::Generic(Arc::new(Type::bytes())),
            Self::Enum { ty, .. } | Self::List { ty, .. } | Self::Dictionary { ty, .. } => {
                TypeReader::Generic(Arc::clone(ty))
            }
            Self::Curve(_) => TypeReader::Curve,
            Self::Animation(animation) => TypeReader::Game(animation.reader.clone()),
            Self::Model(_) => TypeReader::Graphics(GraphicsReader::Model),
            Self::Texture2D(_) => TypeReader::Graphics(GraphicsReader::Texture2D),
            Self::VertexBuffer(_) => TypeReader::Graphics(GraphicsReader::VertexBuffer),
            Self::IndexBuffer(_) => TypeReader::Graphics(GraphicsReader::IndexBuffer),
            Self::BasicEffect(_) => TypeReader::Graphics(GraphicsReader::BasicEffect),
            Self::SkinnedEffect(_) => TypeReader::Graphics(GraphicsReader::SkinnedEffect),
            Self::EffectMaterial(_) => TypeReader::Graphics(GraphicsReader::EffectMaterial),
        })
    }

    fn read_by(reader: &TypeReader, input: &mut ContentReader<'_>) -> Result<Self> {
        Ok(match reader {
            TypeReader::Object => Self::read(input)?,
            TypeReader::Primitive(primitive) => Self::Primitive(primitive.read(&mut input.bytes)?),
            TypeReader::String => Self::String(Field::read(input)?),
            TypeReader::ExternalReference => Self::ExternalReference(Field::read(input)?),
            TypeReader::Generic(ty) => Self::read_as(ty, input)?,
            TypeReader::Curve => Self::Curve(Field::read(input)?),
            TypeReader::Graphics(GraphicsReader::Model) => Self::Model(Box::new(Field::read(input)?)),
            TypeReader::Graphics(GraphicsReader::Texture2D) => Self::Texture2D(Field::read(input)?),
            TypeReader::Graphics(GraphicsReader::VertexBuffer) => Self::VertexBuffer(Box::new(Field::read(input)?)),
            TypeReader::Graphics(GraphicsReader::IndexBuffer) => Self::IndexBuffer(Field::read(input)?),
            TypeReader::Graphics(GraphicsReader::BasicEffect) => Self::BasicEffect(Box::new(Field::read(input)?)),
            TypeReader::Graphics(GraphicsReader::SkinnedEffect) => Self::SkinnedEffect(Box::new(Field::read(input)?)),
            TypeReader::Graphics(GraphicsReader::EffectMaterial) => Self::EffectMaterial(Box::new(Field::read(input)?)),
            TypeReader::Graphics(GraphicsReader::Texture | GraphicsReader::VertexDeclaration)
            | TypeReader::Unread(_) => {
                let message = format!("values of the type reader `{}` are not read", reader.name());
                return Err(input.bytes.error(ErrorKind::TypeReader, message));
            }
            TypeReader::Reflective(name) | TypeReader::Game(name) => match input.unknown(reader) {
                Some(error) => return Err(error),
                None => Self::Animation(Box::new(Animation::read(name, input)?)),
            },
        })
    }

    /// Writes what the value's type reader reads.
    fn write_content(&self, output: &mut ContentWriter) {
        match self {
            Self::Null => {}
            Self::Primitive(primitive) => write_primitive(primitive, output),
            Self::String(text) => text.write(output),
            Self::ExternalReference(asset) => {
                if output.refers_to_textures {
                    output.reader(&TypeReader::Graphics(GraphicsReader::Texture));
                }
                asset.write(output);
            }
            Self::Bytes(bytes) => {
                output.bytes.count(bytes.len());
                output.bytes.bytes(bytes);
            }
            Self::Enum { ty, .. } | Self::List { ty, .. } | Self::Dictionary { ty, .. } => self.write_as(ty, output),
            Self::Curve(curve) => curve.write(output),
            Self::Animation(animation) => animation.write(output),
            Self::Model(model) => model.write(output),
            Self::Texture2D(texture) => texture.write(output),
            Self::VertexBuffer(buffer) => buffer.write(output),
            Self::IndexBuffer(buffer) => buffer.write(output),
            Self::BasicEffect(effect) => effect.write(output),
            Self::SkinnedEffect(effect) => effect.write(output),
            Self::EffectMaterial(material) => material.write(output),
        }
    }

    /// Reads a value of a type whose reader is known.
    fn read_as(ty: &Arc<Type>, input: &mut ContentReader<'_>) -> Result<Self> {
        Ok(match &ty.layout {
            Layout::Primitive(primitive) => Self::Primitive(primitive.read(&mut input.bytes)?),
            Layout::Enum(number) => Self::Enum { ty: Arc::clone(ty), number: number.read(&mut input.bytes)? },
            Layout::Nullable(value) => match bool::read(input)? {
                true => Self::read_as(value, input)?,
                false => Self::Null,
            },
            Layout::Array(item) if item.layout == Layout::Primitive(PrimitiveType::Byte) => {
                let count = input.bytes.count(1, "bytes")?;
                Self::Bytes(input.bytes.bytes(count)?.to_vec())
            }
            Layout::Array(item) | Layout::List(item) => {
                let count = input.value_count(item.smallest(), 1)?;
                // Of its size at once: growing would need half as much again.
                let mut items = Vec::with_capacity(count);
                for _ in 0..count {
                    items.push(Self::read_part(item, input)?);
                }
                Self::List { ty: Arc::clone(ty), items }
            }
            Layout::Dictionary(key, value) => {
                Self::Dictionary { ty: Arc::clone(ty), entries: read_entries(key, value, input)? }
            }
            Layout::Object | Layout::String | Layout::Curve => Self::read(input)?,
        })
    }

    /// Writes a value as one of a type whose reader is known.
    fn write_as(&self, ty: &Arc<Type>, output: &mut ContentWriter) {
        match (&ty.layout, self) {
            (Layout::Primitive(primitive), Self::Primitive(value)) if value.primitive_type() == *primitive => {
                write_primitive(value, output);
            }
            (Layout::Enum(number), Self::Enum { ty: own, number: value })
                if value.primitive_type() == *number && own.name == ty.name =>
            {
                value.write(&mut output.bytes);
            }
            (Layout::Nullable(_), Self::Null) => false.write(output),
            (Layout::Nullable(inner), value) => {
                true.write(output);
                value.write_as(inner, output);
            }
            (Layout::Array(item) | Layout::List(item), Self::List { items, .. }) => {
                output.bytes.count(items.len());
                items.iter().for_each(|value| value.write_part(item, output));
            }
            (Layout::Dictionary(key, value), Self::Dictionary { entries, .. }) => {
                write_entries(entries, key, value, output);
            }
            (Layout::Object | Layout::String | Layout::Curve, value) => value.write(output),
            (_, value) => {
                let message = format!("a {} where a {} is expected", value.type_name(), ty.name);
                output.fail(ErrorKind::TypeMismatch, message);
            }
        }
    }

    /// Reads a value of a collection.
    fn read_part(ty: &Arc<Type>, input: &mut ContentReader<'_>) -> Result<Self> {
        if ty.is_value_type() { Self::read_as(ty, input) } else { Self::read(input) }
    }

    /// Writes a value of a collection.
    fn write_part(&self, ty: &Arc<Type>, output: &mut ContentWriter) {
        if ty.is_value_type() { self.write_as(ty, output) } else { self.write(output) }
    }

    /// The type's name without its namespace, for people; an enum's with it. All effects are an `Effect`.
    #[must_use]
    pub fn type_name(&self) -> String {
        match self {
            Self::Null => "null",
            Self::Primitive(primitive) => primitive.primitive_type().name(),
            Self::Enum { ty, .. } => return ty.name.short(),
            Self::String(_) => "String",
            Self::ExternalReference(_) => "ExternalReference",
            Self::Bytes(_) | Self::List { .. } => "List",
            Self::Dictionary { .. } => "Dictionary",
            Self::Curve(_) => "Curve",
            Self::Animation(_) => "AnimationSequence",
            Self::Model(_) => "Model",
            Self::Texture2D(_) => "Texture2D",
            Self::VertexBuffer(_) => "VertexBuffer",
            Self::IndexBuffer(_) => "IndexBuffer",
            Self::BasicEffect(_) | Self::SkinnedEffect(_) | Self::EffectMaterial(_) => "Effect",
        }
        .to_owned()
    }

    /// The value of a dictionary's entry with this name.
    #[must_use]
    pub fn entry(&self, name: &str) -> Option<&Self> {
        let Self::Dictionary { entries, .. } = self else { return None };
        let found = entries.iter().find(|(key, _)| matches!(key, Self::String(text) if text == name));
        found.map(|(_, value)| value)
    }
}

fn write_primitive(value: &Primitive, output: &mut ContentWriter) {
    if matches!(value, Primitive::Char(character) if character.len_utf16() > 1) {
        output.fail(ErrorKind::Value, "the character takes two of .NET's Char");
    }
    value.write(&mut output.bytes);
}

fn read_entries(key: &Arc<Type>, value: &Arc<Type>, input: &mut ContentReader<'_>) -> Result<Vec<(Value, Value)>> {
    let count = input.value_count(key.smallest() + value.smallest(), 2)?;
    let mut known = HashSet::new();
    let mut entries = Vec::with_capacity(count);
    for _ in 0..count {
        let start = input.bytes.remaining();
        let key = Value::read_part(key, input)?;
        // Keys of one type are the same if their bytes are.
        if !known.insert(input.bytes.read_since(start)) {
            return Err(input.bytes.invalid("a dictionary has a key twice"));
        }
        entries.push((key, Value::read_part(value, input)?));
    }
    Ok(entries)
}

fn write_entries(entries: &[(Value, Value)], key: &Arc<Type>, value: &Arc<Type>, output: &mut ContentWriter) {
    output.bytes.count(entries.len());
    let mut known = HashSet::new();
    for (own_key, own_value) in entries {
        let start = output.bytes.0.len();
        own_key.write_part(key, output);
        if !known.insert(output.bytes.0[start..].to_vec()) {
            output.fail(ErrorKind::Value, "a dictionary has a key twice");
        }
        own_value.write_part(value, output);
    }
}

/// The value in brief: a dictionary's entries with their types, a collection's size.
impl Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dictionary { entries, .. } => match describe_entries(entries) {
                Some(entries) => write!(f, "Dictionary of {entries}"),
                None => f.write_str("an empty Dictionary"),
            },
            other => f.write_str(&other.kind_and_size()),
        }
    }
}

impl Value {
    fn kind_and_size(&self) -> String {
        let size = match self {
            Self::List { items, .. } => items.len(),
            Self::Dictionary { entries, .. } => entries.len(),
            other => return other.type_name(),
        };
        format!("{} of {size}", self.type_name())
    }
}

/// The first entries of a dictionary with their types; `None` without entries.
pub fn describe_entries<'a>(entries: impl IntoIterator<Item = &'a (Value, Value)>) -> Option<String> {
    const SHOWN: usize = 8;
    let name = |key: &Value| match key {
        Value::String(name) => format!("{:?}", name.chars().take(64).collect::<String>()),
        other => format!("a {}", other.type_name()),
    };
    let entry = |(key, value): &(Value, Value)| format!("{} ({})", name(key), value.kind_and_size());
    let mut all = entries.into_iter();
    let mut shown: Vec<String> = all.by_ref().take(SHOWN).map(entry).collect();
    let more = all.count();
    if more > 0 {
        shown.push(format!("{more} more"));
    }
    (!shown.is_empty()).then(|| shown.join(", "))
}
