//! XNA's SpriteFont.

use std::sync::Arc;

use super::texture::Texture2D;
use crate::content::{ContentReader, ContentWriter};
use crate::error::{ErrorKind, Result};
use crate::field::{Field, read_finite, write_finite};
use crate::type_readers::TypeReader;
use crate::types::{PrimitiveType, Type};

/// A font: the lists have an item for each character.
#[derive(Clone, Debug, PartialEq)]
pub struct SpriteFont {
    /// The image of all characters.
    pub texture: Texture2D,
    /// The part of the texture that each character is: left, top, width, height.
    pub glyphs: Vec<[i32; 4]>,
    /// Where the part is in the character's cell, and the cell's size.
    pub cropping: Vec<[i32; 4]>,
    /// The characters, ascending in files of XNA's.
    pub characters: Vec<char>,
    /// Pixels from a line to the next.
    pub line_spacing: i32,
    /// Pixels between two characters.
    pub spacing: f32,
    /// Left side bearing, width, right side bearing of each character, in pixels.
    pub kerning: Vec<[f32; 3]>,
    /// What stands for characters that are not in the font.
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
        let message = || format!("a font's lists have {first}, {}, {} and {} items", rest[0], rest[1], rest[2]);
        input.bytes.ensure(rest == [first; 3], ErrorKind::Value, message)?;
        Ok(font)
    }

    fn write(&self, output: &mut ContentWriter) {
        let [first, rest @ ..] = self.lengths();
        if rest != [first; 3] {
            output.fail(ErrorKind::Value, "a font's lists differ in length");
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

/// Reads an object that only one type reader may read.
fn read_object<T: Field>(input: &mut ContentReader<'_>, expected: &TypeReader) -> Result<T> {
    let value = input.object(|reader, input| {
        let message = || format!("a part of a font is read by `{}`", input.name_of(reader));
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
