//! XNA's `SpriteFont`.

use std::sync::Arc;

use super::texture::Texture2D;
use crate::content::{ContentReader, ContentWriter};
use crate::error::{ErrorKind, Result};
use crate::field::{Field, read_finite, write_finite};
use crate::type_readers::TypeReader;
use crate::types::{PrimitiveType, Type};

/// A font. Each list has one item per character.
#[derive(Clone, Debug, PartialEq)]
pub struct SpriteFont {
    /// The texture that contains the images of all characters.
    pub texture: Texture2D,
    /// The rectangle of each character in the texture: left, top, width, height, in pixels.
    pub glyphs: Vec<[i32; 4]>,
    /// The position of the character's image in its cell, and the size of the cell, in pixels.
    pub cropping: Vec<[i32; 4]>,
    /// The characters. In files written by XNA, they are in ascending order.
    pub characters: Vec<char>,
    /// The distance between two lines, in pixels.
    pub line_spacing: i32,
    /// Additional space between two characters, in pixels.
    pub spacing: f32,
    /// The left side bearing, width and right side bearing of each character, in pixels.
    pub kerning: Vec<[f32; 3]>,
    /// The character that replaces characters that are not in the font.
    pub default_character: Option<char>,
}

impl Field for SpriteFont {
    const SMALLEST: usize = 14;

    fn read(input: &mut ContentReader<'_>) -> Result<Self> {
        let font = Self {
            texture: read_object(input, &TypeReader::xna("Texture2D"))?,
            glyphs: read_list(input, PrimitiveType::Rectangle)?,
            cropping: read_list(input, PrimitiveType::Rectangle)?,
            characters: read_list(input, PrimitiveType::Char)?,
            line_spacing: Field::read(input)?,
            spacing: read_finite(input)?,
            kerning: read_list(input, PrimitiveType::Vector3)?,
            default_character: if bool::read(input)? { Some(Field::read(input)?) } else { None },
        };
        let [first, rest @ ..] = font.lengths();
        let message = || {
            format!(
                "the lists of a font must have equal lengths, but have {first}, {}, {} and {} items",
                rest[0], rest[1], rest[2]
            )
        };
        input.bytes.ensure(rest == [first; 3], ErrorKind::Value, message)?;
        Ok(font)
    }

    fn write(&self, output: &mut ContentWriter) {
        let [first, rest @ ..] = self.lengths();
        if rest != [first; 3] {
            output.fail(ErrorKind::Value, "the lists of a font have different lengths");
        }
        output.begin_object(Some(&TypeReader::xna("Texture2D")));
        self.texture.write(output);
        write_list(output, PrimitiveType::Rectangle, &self.glyphs);
        write_list(output, PrimitiveType::Rectangle, &self.cropping);
        write_list(output, PrimitiveType::Char, &self.characters);
        self.line_spacing.write(output);
        write_finite(&self.spacing, output);
        write_list(output, PrimitiveType::Vector3, &self.kerning);
        self.default_character.is_some().write(output);
        if let Some(character) = self.default_character {
            character.write(output);
        }
    }
}

impl SpriteFont {
    fn lengths(&self) -> [usize; 4] {
        [self.glyphs.len(), self.cropping.len(), self.characters.len(), self.kerning.len()]
    }
}

/// Reads an object that must have a certain type reader.
fn read_object<T: Field>(input: &mut ContentReader<'_>, expected: &TypeReader) -> Result<T> {
    let value = input.object(|reader, input| {
        let message = || format!("a part of a font has the wrong type reader `{}`", input.name_of(reader));
        input.bytes.ensure(reader.reads_same(expected), ErrorKind::Value, message)?;
        read_finite(input)
    })?;
    value.ok_or_else(|| input.bytes.invalid("a part of a font is null"))
}

fn list_of(item: PrimitiveType) -> TypeReader {
    TypeReader::Generic(Arc::new(Type::List(Arc::new(Type::Primitive(item)))))
}

fn read_list<T: Field>(input: &mut ContentReader<'_>, item: PrimitiveType) -> Result<Vec<T>> {
    read_object(input, &list_of(item))
}

fn write_list<T: Field>(output: &mut ContentWriter, item: PrimitiveType, items: &Vec<T>) {
    output.begin_object_like(&list_of(item));
    write_finite(items, output);
}
