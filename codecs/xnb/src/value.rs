//! [`Value`]: a value that a type reader reads.

use std::collections::HashSet;
use std::fmt::{self, Display};
use std::sync::Arc;

use crate::content::{ContentReader, ContentWriter};
use crate::error::{ErrorKind, Result};
use crate::field::Field;
use crate::type_readers::TypeReader;
use crate::types::{PrimitiveType, Type};
use crate::values::{
    Animation, BasicEffect, Curve, Effect, EffectMaterial, ExternalReference, GameObject, IndexBuffer, Model,
    Primitive, SkinnedEffect, Song, SoundEffect, SpriteFont, Texture2D, TextureCube, VertexBuffer,
};

/// Defines [`Value`], with a variant for each XNA type reader that reads a single type. The variants have the names of these
/// readers.
macro_rules! values {
    ($($(#[$doc:meta])* $name:ident($content:ty),)*) => {
        /// A value that a type reader reads. Large values are boxed, because a file of a few kB may contain a million values.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Value {
            /// No object.
            Null,
            /// A number, a vector or a similar value type.
            Primitive(Primitive),
            /// An enum value: an integer that stands for a name.
            Enum {
                /// The type of the enum, a [`Type::Enum`].
                ty: Arc<Type>,
                /// The number.
                number: Primitive,
            },
            /// An array of bytes. A list of bytes is a [`Value::List`].
            Bytes(Vec<u8>),
            /// An array or list.
            List {
                /// The type of the collection, a [`Type::Array`] or [`Type::List`].
                ty: Arc<Type>,
                /// The items.
                items: Vec<Value>,
            },
            /// A dictionary.
            Dictionary {
                /// The type of the dictionary, a [`Type::Dictionary`].
                ty: Arc<Type>,
                /// The keys and their values. No key is null, and all keys are distinct.
                entries: Vec<(Value, Value)>,
            },
            /// An animation of the game RobotGame.
            Animation(Box<Animation>),
            /// An object of a different reader that belongs to the game.
            GameObject(Box<GameObject>),
            $($(#[$doc])* $name($content),)*
        }

        /// The names of the type readers that read a single type.
        const XNA_READERS: &[&str] = &[$(stringify!($name)),*];

        impl Value {
            /// Returns the type reader of the value.
            fn reader(&self) -> Option<TypeReader> {
                Some(match self {
                    Self::Null => return None,
                    Self::Primitive(primitive) => TypeReader::Primitive(primitive.primitive_type()),
                    Self::Bytes(_) => TypeReader::Generic(Type::bytes().into()),
                    Self::Enum { ty, .. } | Self::List { ty, .. } | Self::Dictionary { ty, .. } => {
                        TypeReader::Generic(Arc::clone(ty))
                    }
                    Self::Animation(animation) => TypeReader::Game(animation.reader.clone()),
                    Self::GameObject(object) => TypeReader::Game(object.reader.clone()),
                    $(Self::$name(_) => TypeReader::xna(stringify!($name)),)*
                })
            }

            /// Reads a value with the type reader of this name; `None` if the reader is not one of [`XNA_READERS`].
            fn read_xna(name: &str, input: &mut ContentReader<'_>) -> Option<Result<Self>> {
                $(if name == stringify!($name) {
                    return Some(Field::read(input).map(Self::$name));
                })*
                None
            }

            /// Writes the value in the form that its type reader reads.
            fn write_content(&self, output: &mut ContentWriter) {
                match self {
                    Self::Null => {}
                    Self::Primitive(primitive) => primitive.write(output),
                    Self::Bytes(bytes) => {
                        output.bytes.count(bytes.len());
                        output.bytes.bytes(bytes);
                    }
                    Self::Enum { ty, .. } | Self::List { ty, .. } | Self::Dictionary { ty, .. } => {
                        self.write_as(ty, output);
                    }
                    Self::Animation(animation) => animation.write(output),
                    Self::GameObject(object) => object.write(output),
                    $(Self::$name(content) => content.write(output),)*
                }
            }
        }
    };
}

values! {
    /// A string.
    String(String),
    /// A reference to a different asset, by name.
    ExternalReference(ExternalReference),
    /// A curve.
    Curve(Curve),
    /// A model.
    Model(Box<Model<Value>>),
    /// A texture.
    Texture2D(Texture2D),
    /// A cube map.
    TextureCube(Box<TextureCube>),
    /// A compiled effect.
    Effect(Effect),
    /// A sound.
    SoundEffect(Box<SoundEffect>),
    /// A song.
    Song(Box<Song>),
    /// A font.
    SpriteFont(Box<SpriteFont>),
    /// The vertices of meshes.
    VertexBuffer(Box<VertexBuffer>),
    /// The triangles of meshes.
    IndexBuffer(IndexBuffer),
    /// A `BasicEffect`.
    BasicEffect(Box<BasicEffect>),
    /// A `SkinnedEffect`, for meshes that bones move.
    SkinnedEffect(Box<SkinnedEffect>),
    /// A material with an effect of the game.
    EffectMaterial(Box<EffectMaterial<Value>>),
}

const _: () = assert!(size_of::<Value>() <= 48);

/// The XNA readers whose values this crate does not read.
const UNREAD: [&str; 7] = [
    "AlphaTestEffect",
    "DualTextureEffect",
    "EnvironmentMapEffect",
    "Texture",
    "Texture3D",
    "VertexDeclaration",
    "Video",
];

/// Returns the reason if a game cannot load values with this reader, as far as this crate knows.
pub(crate) fn unreadable(name: &str, reader: &TypeReader) -> Option<(ErrorKind, String)> {
    match reader {
        TypeReader::Reflective(class) => {
            let message = format!("only the game's code knows the fields of the class `{class}`");
            Some((ErrorKind::GameClass, message))
        }
        TypeReader::Xna(name) if name == "Object" || [XNA_READERS, &UNREAD].concat().contains(&&**name) => None,
        TypeReader::Xna(_) | TypeReader::Game(_) => {
            Some((ErrorKind::TypeReader, format!("the type reader `{name}` is unknown")))
        }
        _ => None,
    }
}

/// Stored as an object: the number of a type reader (0 for null), then the data of this reader.
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
    /// Creates a `Dictionary<string, object>`.
    #[must_use]
    pub fn table(entries: impl IntoIterator<Item = (impl Into<String>, Self)>) -> Self {
        let entries = entries.into_iter().map(|(name, value)| (Self::String(name.into()), value)).collect();
        Self::Dictionary { ty: Type::Dictionary(Type::String.into(), Type::object().into()).into(), entries }
    }

    /// Creates an array of primitives, which must have this type.
    #[must_use]
    pub fn array_of(item: PrimitiveType, items: impl IntoIterator<Item = Primitive>) -> Self {
        let items = items.into_iter().map(Self::Primitive).collect();
        Self::List { ty: Type::Array(Type::Primitive(item).into()).into(), items }
    }

    fn read_by(reader: &TypeReader, input: &mut ContentReader<'_>) -> Result<Self> {
        let content = match reader {
            TypeReader::Primitive(ty) => Some(Primitive::read(*ty, input).map(Self::Primitive)),
            TypeReader::Generic(ty) => Some(Self::read_as(ty, input)),
            TypeReader::Xna(name) if name == "Object" => Some(Self::read(input)),
            TypeReader::Xna(name) => Self::read_xna(name, input),
            TypeReader::Animation(name) => {
                Some(Animation::read(name, input).map(|animation| Self::Animation(animation.into())))
            }
            TypeReader::GameObject(name) => {
                Some(GameObject::read(name, input).map(|object| Self::GameObject(object.into())))
            }
            TypeReader::Reflective(_) | TypeReader::Game(_) => None,
        };
        content.unwrap_or_else(|| {
            let name = input.name_of(reader);
            let unread = || (ErrorKind::TypeReader, format!("Rigmill cannot read values of the type reader `{name}`"));
            let (kind, message) = unreadable(name, reader).unwrap_or_else(unread);
            Err(input.bytes.error(kind, message))
        })
    }

    /// Reads a value of a type whose reader is known.
    fn read_as(ty: &Arc<Type>, input: &mut ContentReader<'_>) -> Result<Self> {
        Ok(match &**ty {
            Type::Relocated(ty, _) => Self::read_as(ty, input)?,
            Type::Primitive(primitive) => Self::Primitive(Primitive::read(*primitive, input)?),
            Type::Enum(_, number) => Self::Enum { ty: Arc::clone(ty), number: Primitive::read(*number, input)? },
            Type::Nullable(value) => match bool::read(input)? {
                true => Self::read_as(value, input)?,
                false => Self::Null,
            },
            Type::Array(item) if *item.layout() == Type::Primitive(PrimitiveType::Byte) => {
                let count = input.bytes.count(1, "bytes")?;
                Self::Bytes(input.bytes.bytes(count)?.to_vec())
            }
            Type::Array(item) | Type::List(item) => {
                let count = input.value_count(smallest(item), 1)?;
                // Allocated in its full size, because growing would need half as much memory again.
                let mut items = Vec::with_capacity(count);
                for _ in 0..count {
                    items.push(Self::read_part(item, input)?);
                }
                Self::List { ty: Arc::clone(ty), items }
            }
            Type::Dictionary(key, value) => {
                Self::Dictionary { ty: Arc::clone(ty), entries: read_entries(key, value, input)? }
            }
            Type::Class(_) | Type::String | Type::Curve => Self::read(input)?,
        })
    }

    /// Writes a value as a value of a type whose reader is known.
    fn write_as(&self, ty: &Arc<Type>, output: &mut ContentWriter) {
        match (&**ty, self) {
            (Type::Relocated(ty, _), value) => value.write_as(ty, output),
            (Type::Primitive(primitive), Self::Primitive(value)) if value.primitive_type() == *primitive => {
                value.write(output);
            }
            (Type::Enum(_, number), Self::Enum { ty: own, number: value })
                if value.primitive_type() == *number && own == ty =>
            {
                value.write(output);
            }
            (Type::Nullable(_), Self::Null) => false.write(output),
            (Type::Nullable(inner), value) => {
                true.write(output);
                value.write_as(inner, output);
            }
            (Type::Array(item) | Type::List(item), Self::List { items, .. }) => {
                output.bytes.count(items.len());
                items.iter().for_each(|value| value.write_part(item, output));
            }
            (Type::Dictionary(key, value), Self::Dictionary { entries, .. }) => {
                write_entries(entries, key, value, output);
            }
            (Type::Class(_) | Type::String | Type::Curve, value) => value.write(output),
            (_, value) => {
                let message = format!("found a {}, expected a {}", value.type_name(), ty.name().short());
                output.fail(ErrorKind::TypeMismatch, message);
            }
        }
    }

    /// Reads an item, key or value of a collection.
    fn read_part(ty: &Arc<Type>, input: &mut ContentReader<'_>) -> Result<Self> {
        if ty.is_value_type() { Self::read_as(ty, input) } else { Self::read(input) }
    }

    /// Writes an item, key or value of a collection.
    fn write_part(&self, ty: &Arc<Type>, output: &mut ContentWriter) {
        if ty.is_value_type() { self.write_as(ty, output) } else { self.write(output) }
    }

    /// Returns the name of the value's type for messages, without its namespace (except for enums). All effects have the name
    /// `Effect`.
    #[must_use]
    pub fn type_name(&self) -> String {
        match self {
            Self::Null => "null",
            Self::Primitive(primitive) => primitive.primitive_type().name(),
            Self::Enum { ty, .. } => return ty.name().short(),
            Self::String(_) => "String",
            Self::ExternalReference(_) => "ExternalReference",
            Self::Bytes(_) | Self::List { .. } => "List",
            Self::Dictionary { .. } => "Dictionary",
            Self::Curve(_) => "Curve",
            Self::Animation(_) => "AnimationSequence",
            Self::GameObject(_) => "GameObject",
            Self::Model(_) => "Model",
            Self::Texture2D(_) => "Texture2D",
            Self::TextureCube(_) => "TextureCube",
            Self::SoundEffect(_) => "SoundEffect",
            Self::Song(_) => "Song",
            Self::SpriteFont(_) => "SpriteFont",
            Self::VertexBuffer(_) => "VertexBuffer",
            Self::IndexBuffer(_) => "IndexBuffer",
            Self::Effect(_) | Self::BasicEffect(_) | Self::SkinnedEffect(_) | Self::EffectMaterial(_) => "Effect",
        }
        .to_owned()
    }

    /// Returns the value of the entry with this name, if the value is a dictionary.
    #[must_use]
    pub fn entry(&self, name: &str) -> Option<&Self> {
        let Self::Dictionary { entries, .. } = self else { return None };
        let found = entries.iter().find(|(key, _)| matches!(key, Self::String(text) if text == name));
        found.map(|(_, value)| value)
    }
}

/// Returns the smallest size of a value in a collection, in bytes.
fn smallest(ty: &Type) -> usize {
    match ty.layout() {
        Type::Primitive(primitive) | Type::Enum(_, primitive) => Primitive::smallest(*primitive),
        _ => 1,
    }
}

fn read_entries(key: &Arc<Type>, value: &Arc<Type>, input: &mut ContentReader<'_>) -> Result<Vec<(Value, Value)>> {
    let count = input.value_count(smallest(key) + smallest(value), 2)?;
    let mut known = HashSet::new();
    let mut output = ContentWriter::begin(&[], input.resources as usize);
    let mut entries = Vec::with_capacity(count);
    for _ in 0..count {
        let own_key = Value::read_part(key, input)?;
        // Keys of the same type are equal if they are written as the same bytes. They may have been read from different bytes.
        let start = output.bytes.0.len();
        own_key.write_part(key, &mut output);
        if !known.insert(output.bytes.0[start..].to_vec()) {
            return Err(input.bytes.invalid("a key of a dictionary occurs twice"));
        }
        entries.push((own_key, Value::read_part(value, input)?));
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
            output.fail(ErrorKind::Value, "a key of a dictionary occurs twice");
        }
        own_value.write_part(value, output);
    }
}

/// A short description of the value: the entries of a dictionary with their types, or the size of a collection.
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

/// Describes the first entries of a dictionary with their types; `None` if there are no entries.
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
