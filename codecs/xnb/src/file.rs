//! [`XnbFile`]: a whole file, decoded and encoded.

use crate::bytes::ByteReader;
use crate::container::{self, Header, Platform, Profile};
use crate::content::{ContentReader, ContentWriter};
use crate::error::{Error, ErrorKind, Result};
use crate::field::Field;
use crate::type_readers::GameReaders;
use crate::value::{Value, unreadable};

/// The values of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct XnbFile {
    /// The platform that the file is for.
    pub platform: Platform,
    /// The graphics profile that the file needs.
    pub profile: Profile,
    /// The table of type readers by name, as far as it is known: encoding adds the readers that values need.
    pub readers: Vec<String>,
    /// The asset.
    pub primary: Value,
    /// The shared resources, which models refer to by [`ResourceId`](crate::ResourceId).
    pub resources: Vec<Value>,
}

/// How to decode a file.
#[derive(Clone, Copy, Debug, Default)]
pub struct DecodeOptions<'a> {
    /// The type of the game's reader of animations, with its namespace and without its assembly.
    pub animation_reader: &'a str,
    /// The type of a reader of the game's own, named in the same way, whose object is kept as bytes, to be read by
    /// [`FieldReader`](crate::FieldReader); "" for none.
    pub object_reader: &'a str,
    /// Accept what XNA and FNA accept: a wrong size, bytes after the end, unknown flags, version 4, versions of type readers,
    /// bools above 1, text that is not UTF-8, children of a bone that have another parent; and unknown type readers that no
    /// value needs.
    pub lenient: bool,
}

/// What a file was decoded to.
#[derive(Clone, Debug, PartialEq)]
pub struct Decoded {
    /// The header.
    pub header: Header,
    /// The values.
    pub file: XnbFile,
    /// What [`DecodeOptions::lenient`] accepted.
    pub deviations: Vec<Error>,
}

/// Decodes a file.
///
/// Time and memory are bounded by the size of `bytes`, for compressed files by 256 MB of content.
///
/// # Errors
/// Why the bytes are no XNB file, or hold values that this crate does not read.
pub fn decode(bytes: &[u8], options: DecodeOptions<'_>) -> Result<Decoded> {
    let opened = container::open(bytes)?;
    let bytes = ByteReader::new(&opened.content, opened.offset, options.lenient);
    let game = GameReaders { animation: options.animation_reader, object: options.object_reader };
    let mut input = ContentReader::begin(bytes, game, unreadable)?;
    let primary = Value::read(&mut input)?;
    if primary == Value::Null {
        return Err(Error::new(ErrorKind::Value, "the file holds null"));
    }
    let resources = (0..input.resources).map(|_| Value::read(&mut input)).collect::<Result<_>>()?;
    let left = input.bytes.remaining();
    let message = || match left {
        1 => "1 byte follows the content".to_owned(),
        _ => format!("{left} bytes follow the content"),
    };
    input.bytes.expect(left == 0, ErrorKind::TrailingBytes, message)?;
    // These come last: of a truncated file, the position says more than the wrong size.
    let mut deviations = opened.deviations;
    if let Some(error) = deviations.first().filter(|_| !options.lenient) {
        return Err(error.clone());
    }
    deviations.extend(input.bytes.into_deviations());
    let Header { platform, profile, .. } = opened.header;
    let file = XnbFile { platform, profile, readers: input.names, primary, resources };
    Ok(Decoded { header: opened.header, file, deviations })
}

/// Decodes the header of a file and the names of its type readers, as far as they can be read, whatever follows.
#[must_use]
pub fn decode_outline(bytes: &[u8]) -> Option<(Header, Vec<String>)> {
    let opened = container::open(bytes).ok()?;
    let input =
        ContentReader::begin(ByteReader::new(&opened.content, opened.offset, true), GameReaders::default(), |_, _| {
            None
        });
    Some((opened.header, input.map_or_else(|_| Vec::new(), |input| input.names)))
}

/// Encodes a file, not compressed, as XNA 4 does: type readers are in the table in the order in which values need them.
///
/// # Errors
/// If values do not have the types that they say, refer to bones or resources that do not exist, or need more than 2 GB.
pub fn encode(file: &XnbFile) -> Result<Vec<u8>> {
    let mut output = ContentWriter::begin(&file.readers, file.resources.len());
    file.primary.write(&mut output);
    file.resources.iter().for_each(|resource| resource.write(&mut output));
    container::close(file.platform, file.profile, &output.finish()?)
}
