//! [`Content`]: the objects of a file, by its type readers.

use std::collections::HashSet;
use std::rc::Rc;

use rigmill_dom::DataValue;

use super::animation;
use super::cursor::Cursor;
use super::enums::Enums;
use super::fault::{Fault, Read};
use super::shape::Shape;
use super::type_name::TypeName;
use super::type_notation::notation;
use super::value::XnbValue;
use super::{curve, effect, model, texture, vertices};
use crate::codes;

/// How deep objects may hold objects.
const DEEPEST: usize = 32;
/// How many type readers and shared resources a file may name.
const MOST_READERS: usize = 1024;
const MOST_SHARED: usize = 65_536;
/// How many values lists and dictionaries may hold altogether, and how many bytes of a type's name, which each value of game
/// data keeps, count as one.
const MOST_VALUES: usize = 1 << 20;
const NAME_BYTES: usize = 64;

/// What a type reader reads.
#[derive(Clone, Debug)]
enum Kind {
    Animation,
    Model,
    Texture,
    VertexBuffer,
    IndexBuffer,
    BasicEffect,
    SkinnedEffect,
    EffectMaterial,
    Value(Shape),
    /// One of XNA's, of which nothing is read.
    Known,
    /// What XNA's pipeline writes of a class of the game's that has no reader of its own; the class.
    Reflective(String),
    Unknown,
}

/// A type reader that a file names.
#[derive(Clone, Debug)]
struct Reader {
    name: String,
    kind: Kind,
}

impl Reader {
    const fn is_unknown(&self) -> bool {
        matches!(self.kind, Kind::Unknown | Kind::Reflective(_))
    }

    /// Why it reads nothing.
    fn unknown(&self, cursor: &Cursor<'_>) -> Box<Fault> {
        let (message, help) = match &self.kind {
            Kind::Reflective(class) => (
                format!("the class `{class}` is the game's own: only with its code can its fields be read"),
                "import its source, XML of XNA's say, as game data, or write it as a dictionary; `lenient` passes over a reader that nothing needs",
            ),
            _ => (
                format!("the type reader `{}` is unknown", self.name),
                "only RobotGame's animations and the framework's own types can be read; `lenient` passes over a reader that nothing needs",
            ),
        };
        cursor.fault(codes::XNB_READER, message, help)
    }
}

/// The readers of a file, and where in it reading is.
pub(crate) struct Content<'a> {
    pub(crate) cursor: Cursor<'a>,
    /// Shared with the object that is being read, of which a file may have millions.
    readers: Rc<[Reader]>,
    shared: usize,
    depth: usize,
    /// How many more values lists and dictionaries may hold.
    values: usize,
}

const GRAPHICS: &str = "Microsoft.Xna.Framework.Content.";

impl<'a> Content<'a> {
    /// Reads the table of type readers. `animation` is the type of those that read animations.
    pub(crate) fn begin(mut cursor: Cursor<'a>, animation: &str) -> Read<Self> {
        let count = cursor.packed()? as usize;
        if count > MOST_READERS {
            let message = format!("{count} type readers, at most {MOST_READERS} are allowed");
            return Err(cursor.fault(codes::XNB_LIMIT, message, "is it an XNB file at all?"));
        }
        let names = (0..count).map(|_| reader_name(&mut cursor)).collect::<Read<_>>()?;
        let readers = readers(names, animation);
        for reader in readers.iter().filter(|reader| reader.is_unknown()) {
            // The game may read values of it, or not: .NET looks for all readers before the first value.
            let fault = reader.unknown(&cursor);
            cursor.lax(fault)?;
        }
        let shared = cursor.packed()? as usize;
        if shared > MOST_SHARED.min(cursor.remaining()) {
            let message = format!("{shared} shared resources, but {} bytes are left", cursor.remaining());
            return Err(cursor.fault(codes::XNB_ENDS, message, "the file was cut off; build or copy it again"));
        }
        Ok(Self { cursor, readers, shared, depth: 0, values: MOST_VALUES })
    }

    pub(crate) fn reader_names(&self) -> Vec<String> {
        self.readers.iter().map(|reader| reader.name.clone()).collect()
    }

    pub(crate) const fn shared_count(&self) -> usize {
        self.shared
    }

    /// Reads an object: the number of its type reader, and what that reads.
    pub(crate) fn object(&mut self) -> Read<XnbValue> {
        let number = self.cursor.packed()? as usize;
        let Some(index) = number.checked_sub(1) else { return Ok(XnbValue::Null) };
        let readers = Rc::clone(&self.readers);
        let Some(reader) = readers.get(index) else {
            let message = format!("type reader {number} of {}", readers.len());
            return Err(self.cursor.fault(codes::XNB_READER, message, "the file is damaged; build or copy it again"));
        };
        if self.depth == DEEPEST {
            let message = format!("objects are deeper than {DEEPEST}");
            return Err(self.cursor.fault(codes::XNB_LIMIT, message, "the file is damaged; build or copy it again"));
        }
        self.depth += 1;
        let value = self.of_kind(reader);
        self.depth -= 1;
        value
    }

    fn of_kind(&mut self, reader: &Reader) -> Read<XnbValue> {
        let cursor = &mut self.cursor;
        Ok(match &reader.kind {
            Kind::Animation => XnbValue::Animation(animation::read(cursor)?.into()),
            Kind::Model => XnbValue::Model(model::read(self)?.into()),
            Kind::Texture => XnbValue::Texture(texture::read(cursor)?),
            Kind::VertexBuffer => XnbValue::Vertices(vertices::vertex_buffer(cursor)?.into()),
            Kind::IndexBuffer => XnbValue::Indices(vertices::index_buffer(cursor)?),
            Kind::BasicEffect => XnbValue::Effect(effect::basic(cursor)?.into()),
            Kind::SkinnedEffect => XnbValue::Effect(effect::skinned(cursor)?.into()),
            Kind::EffectMaterial => XnbValue::Effect(effect::of_material(cursor.string()?, self.object()?).into()),
            Kind::Value(shape) => self.value(shape)?,
            Kind::Known => {
                let message = format!("values of the type reader `{}` are none that content is made of", reader.name);
                return Err(cursor.fault(codes::XNB_READER, message, "build it from its source"));
            }
            Kind::Unknown | Kind::Reflective(_) => return Err(reader.unknown(cursor)),
        })
    }

    /// Reads an object that must be a text or null.
    pub(crate) fn name(&mut self) -> Read<String> {
        match self.object()? {
            XnbValue::Text(text) => Ok(text),
            XnbValue::Null => Ok(String::new()),
            other => {
                let message = format!("a {} where a name is expected", other.type_name());
                Err(self.cursor.fault(codes::XNB_VALUE, message, "build the file again"))
            }
        }
    }

    /// Reads the number of a shared resource; 0 for none.
    pub(crate) fn shared(&mut self) -> Read<u32> {
        let number = self.cursor.packed()?;
        if number as usize <= self.shared {
            return Ok(number);
        }
        let message = format!("shared resource {number} of {}", self.shared);
        Err(self.cursor.fault(codes::XNB_VALUE, message, "the file is damaged; build or copy it again"))
    }

    fn value(&mut self, shape: &Shape) -> Read<XnbValue> {
        let cursor = &mut self.cursor;
        Ok(match shape {
            Shape::Plain(plain) => XnbValue::Plain(plain.read(cursor)?),
            Shape::Foreign(foreign) => XnbValue::Foreign(*foreign, foreign.read(cursor)?.into()),
            Shape::Enum { type_name, number } => {
                self.spend(type_name.len() / NAME_BYTES)?;
                XnbValue::Enum { type_name: Rc::clone(type_name), number: number.read(&mut self.cursor)?.into() }
            }
            Shape::Text => XnbValue::Text(cursor.string()?),
            Shape::External => XnbValue::External(cursor.string()?),
            Shape::Curve => XnbValue::Curve(curve::read(cursor)?),
            Shape::Nullable(shape) => {
                if cursor.bool()? {
                    self.value(shape)?
                } else {
                    XnbValue::Null
                }
            }
            Shape::Bytes => {
                let count = cursor.count(1, "bytes")?;
                XnbValue::Plain(DataValue::Bytes(cursor.bytes(count)?.to_vec()))
            }
            Shape::List { type_name, item } => {
                let count = cursor.count(item.smallest(), "elements")?;
                self.spend(count + type_name.len() / NAME_BYTES)?;
                // Of its size at once: growing would need half as much again.
                let mut items = Vec::with_capacity(count);
                for _ in 0..count {
                    items.push(self.value(item)?);
                }
                XnbValue::List { type_name: Rc::clone(type_name), items }
            }
            Shape::Dictionary { type_name, key, value } => {
                let count = cursor.count(key.smallest() + value.smallest(), "entries")?;
                self.spend(2 * count + type_name.len() / NAME_BYTES)?;
                XnbValue::Dictionary { type_name: Rc::clone(type_name), entries: self.entries(count, key, value)? }
            }
            Shape::Object => self.object()?,
        })
    }

    fn entries(&mut self, count: usize, key: &Shape, value: &Shape) -> Read<Vec<(XnbValue, XnbValue)>> {
        let mut known = HashSet::new();
        let mut entries = Vec::with_capacity(count);
        for _ in 0..count {
            let start = self.cursor.remaining();
            let key = self.value(key)?;
            // Keys of one type are the same where their bytes are.
            if !known.insert(self.cursor.read_since(start)) {
                let message = "a dictionary has a key twice";
                return Err(self.cursor.fault(codes::XNB_VALUE, message, "build the file again"));
            }
            entries.push((key, self.value(value)?));
        }
        Ok(entries)
    }

    /// Counts values before they cost memory, of which each takes far more than in the file.
    fn spend(&mut self, values: usize) -> Read<()> {
        let left = self.values.checked_sub(values);
        self.values = left.ok_or_else(|| {
            let message = format!("lists and dictionaries of more than {MOST_VALUES} values");
            self.cursor.fault(codes::XNB_LIMIT, message, "split the asset")
        })?;
        Ok(())
    }
}

fn reader_name(cursor: &mut Cursor<'_>) -> Read<String> {
    let name = cursor.string()?;
    let version = cursor.i32()?;
    if version != 0 {
        let message = format!("the type reader `{name}` has the version {version}, expected 0");
        let fault = Fault::new(codes::XNB_READER, message, "build the file with the reader that the game has");
        cursor.lax(fault)?;
    }
    Ok(name)
}

/// What each type reader of a table reads.
fn readers(names: Vec<String>, animation: &str) -> Rc<[Reader]> {
    let parsed: Vec<_> = names.iter().map(|name| TypeName::parse(name)).collect();
    let enums = Enums::of(&parsed);
    let kind = |name: &Option<TypeName<'_>>| name.as_ref().map_or(Kind::Unknown, |name| kind(name, animation, &enums));
    let kinds: Vec<Kind> = parsed.iter().map(kind).collect();
    names.into_iter().zip(kinds).map(|(name, kind)| Reader { name, kind }).collect()
}

fn kind(name: &TypeName<'_>, animation: &str, enums: &Enums<'_>) -> Kind {
    // .NET looks for a type without an assembly in the framework's own alone.
    if name.name == animation && name.details.is_some() {
        return Kind::Animation;
    }
    match name.name.strip_prefix(GRAPHICS) {
        Some("ModelReader") => Kind::Model,
        Some("Texture2DReader") => Kind::Texture,
        Some("VertexBufferReader") => Kind::VertexBuffer,
        Some("IndexBufferReader") => Kind::IndexBuffer,
        Some("BasicEffectReader") => Kind::BasicEffect,
        Some("SkinnedEffectReader") => Kind::SkinnedEffect,
        Some("EffectMaterialReader") => Kind::EffectMaterial,
        Some("ReflectiveReader") => Kind::Reflective(name.arguments.first().map_or_else(String::new, notation)),
        Some(own) if KNOWN.contains(&own) => Kind::Known,
        _ => Shape::of_reader(name, enums).map_or(Kind::Unknown, Kind::Value),
    }
}

/// XNA's readers of which nothing is read.
const KNOWN: [&str; 12] = [
    "AlphaTestEffectReader",
    "DualTextureEffectReader",
    "EffectReader",
    "EnvironmentMapEffectReader",
    "SongReader",
    "SoundEffectReader",
    "SpriteFontReader",
    "Texture3DReader",
    "TextureCubeReader",
    "TextureReader",
    "VertexDeclarationReader",
    "VideoReader",
];
