//! [`Content`]: the objects of a file, by its type readers.

use std::rc::Rc;

use super::animation;
use super::cursor::Cursor;
use super::fault::{Fault, Read};
use super::shape::Shape;
use super::type_name::TypeName;
use super::value::XnbValue;
use super::{curve, effect, model, texture, vertices};
use crate::codes;

/// How deep objects may hold objects.
const DEEPEST: usize = 32;
/// How many type readers and shared resources a file may name.
const MOST_READERS: usize = 1024;
const MOST_SHARED: usize = 65_536;

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
    Unknown,
}

/// A type reader that a file names.
#[derive(Clone, Debug)]
struct Reader {
    name: String,
    kind: Kind,
}

/// The readers of a file, and where in it reading is.
pub(crate) struct Content<'a> {
    pub(crate) cursor: Cursor<'a>,
    /// Shared with the object that is being read, of which a file may have millions.
    readers: Rc<[Reader]>,
    shared: usize,
    depth: usize,
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
        let readers = (0..count).map(|_| reader(&mut cursor, animation)).collect::<Read<_>>()?;
        let shared = cursor.packed()? as usize;
        if shared > MOST_SHARED.min(cursor.remaining()) {
            let message = format!("{shared} shared resources, but {} bytes are left", cursor.remaining());
            return Err(cursor.fault(codes::XNB_ENDS, message, "the file was cut off; build or copy it again"));
        }
        Ok(Self { cursor, readers, shared, depth: 0 })
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
            Kind::Animation => XnbValue::Animation(animation::read(cursor)?),
            Kind::Model => XnbValue::Model(model::read(self)?.into()),
            Kind::Texture => XnbValue::Texture(texture::read(cursor)?),
            Kind::VertexBuffer => XnbValue::Vertices(vertices::vertex_buffer(cursor)?),
            Kind::IndexBuffer => XnbValue::Indices(vertices::index_buffer(cursor)?),
            Kind::BasicEffect => XnbValue::Effect(effect::basic(cursor)?),
            Kind::SkinnedEffect => XnbValue::Effect(effect::skinned(cursor)?),
            Kind::EffectMaterial => XnbValue::Effect(effect::of_material(cursor.string()?, self.object()?)),
            Kind::Value(shape) => self.value(shape)?,
            Kind::Unknown => {
                let message = format!("the type reader `{}` is unknown", reader.name);
                return Err(cursor.fault(
                    codes::XNB_READER,
                    message,
                    "only RobotGame's animations and the framework's own types can be read",
                ));
            }
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
            Shape::Bool => XnbValue::Bool(cursor.bool()?),
            Shape::Char => XnbValue::Char(character(cursor)?),
            &Shape::Integer { bytes, signed } => integer(cursor, bytes, signed)?,
            Shape::Single => XnbValue::Single(cursor.f32()?),
            Shape::Double => XnbValue::Double(f64::from_le_bytes(cursor.array()?)),
            &Shape::Floats { type_name, count } => {
                let numbers = (0..count).map(|_| cursor.f32()).collect::<Read<_>>()?;
                XnbValue::Floats { type_name, numbers }
            }
            &Shape::Integers { type_name, count } => {
                let numbers = (0..count).map(|_| cursor.i32()).collect::<Read<_>>()?;
                XnbValue::Integers { type_name, numbers }
            }
            Shape::Color => XnbValue::Color(cursor.array()?),
            Shape::Decimal => XnbValue::Decimal(cursor.array()?),
            Shape::Enum(type_name) => XnbValue::Enum { type_name: type_name.clone(), value: cursor.i32()? },
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
            Shape::List(shape) => self.list(shape)?,
            Shape::Dictionary(key, value) => {
                let count = cursor.count(2, "entries")?;
                XnbValue::Dictionary(
                    (0..count).map(|_| Ok((self.value(key)?, self.value(value)?))).collect::<Read<_>>()?,
                )
            }
            Shape::Object => self.object()?,
        })
    }

    fn list(&mut self, shape: &Shape) -> Read<XnbValue> {
        let count = self.cursor.count(shape.smallest(), "elements")?;
        if *shape == (Shape::Integer { bytes: 1, signed: false }) {
            return Ok(XnbValue::Bytes(self.cursor.bytes(count)?.to_vec()));
        }
        Ok(XnbValue::List((0..count).map(|_| self.value(shape)).collect::<Read<_>>()?))
    }
}

fn reader(cursor: &mut Cursor<'_>, animation: &str) -> Read<Reader> {
    let name = cursor.string()?;
    let version = cursor.i32()?;
    if version != 0 {
        let message = format!("the type reader `{name}` has the version {version}, expected 0");
        let fault = Fault::new(codes::XNB_READER, message, "build the file with the reader that the game has");
        cursor.lax(fault)?;
    }
    let kind = TypeName::parse(&name).map_or(Kind::Unknown, |name| kind(&name, animation));
    Ok(Reader { name, kind })
}

fn kind(name: &TypeName<'_>, animation: &str) -> Kind {
    // .NET looks for a type without an assembly in the framework's own alone.
    if name.name == animation && name.assembly.is_some() {
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
        _ => Shape::of_reader(name).map_or(Kind::Unknown, Kind::Value),
    }
}

fn character(cursor: &mut Cursor<'_>) -> Read<char> {
    let first = cursor.u8()?;
    let more = match first {
        0..0x80 => 0,
        0xc0..0xe0 => 1,
        0xe0..0xf0 => 2,
        _ => 3,
    };
    let mut bytes = vec![first];
    bytes.extend(cursor.bytes(more)?);
    let text = std::str::from_utf8(&bytes).ok().and_then(|text| text.chars().next());
    text.ok_or_else(|| cursor.fault(codes::XNB_VALUE, "a character is not UTF-8", "build the file again"))
}

fn integer(cursor: &mut Cursor<'_>, bytes: u8, signed: bool) -> Read<XnbValue> {
    let (type_name, value) = match (bytes, signed) {
        (1, false) => ("Byte", i128::from(cursor.u8()?)),
        (1, true) => ("SByte", i128::from(i8::from_le_bytes(cursor.array()?))),
        (2, false) => ("UInt16", i128::from(cursor.u16()?)),
        (2, true) => ("Int16", i128::from(i16::from_le_bytes(cursor.array()?))),
        (4, false) => ("UInt32", i128::from(cursor.u32()?)),
        (4, true) => ("Int32", i128::from(cursor.i32()?)),
        (_, false) => ("UInt64", i128::from(u64::from_le_bytes(cursor.array()?))),
        (_, true) => ("Int64", i128::from(i64::from_le_bytes(cursor.array()?))),
    };
    Ok(XnbValue::Integer { type_name, value })
}
