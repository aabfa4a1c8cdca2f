//! [`XnbFile`]: a whole file, for decoding and encoding.

use crate::bytes::ByteReader;
use crate::container::{self, Header, Platform, Profile};
use crate::content::{ContentReader, ContentWriter};
use crate::error::{Error, ErrorKind, Result};
use crate::field::Field;
use crate::type_readers::GameReaders;
use crate::value::{Value, unreadable};

/// The content of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct XnbFile {
    /// The platform for which the file was made.
    pub platform: Platform,
    /// The graphics profile that the file requires.
    pub profile: Profile,
    /// The names in the table of type readers. The table may be incomplete: encoding adds all other readers that values need.
    pub readers: Vec<String>,
    /// The asset.
    pub primary: Value,
    /// The shared resources. Models refer to them by [`ResourceId`](crate::ResourceId).
    pub resources: Vec<Value>,
}

/// How to decode a file.
#[derive(Clone, Copy, Debug, Default)]
pub struct DecodeOptions<'a> {
    /// The type name of the game's animation reader, with its namespace but without its assembly.
    pub animation_reader: &'a str,
    /// The type name of a game's own reader, in the same form; "" for none. Objects of this reader are kept as bytes, which you
    /// can read with [`FieldReader`](crate::FieldReader).
    pub object_reader: &'a str,
    /// Whether to accept problems that XNA and FNA accept: a wrong size, bytes after the end, unknown flags, version 4,
    /// versions of type readers, bools above 1, text that is not UTF-8, children of a bone that have a different parent, and
    /// unknown type readers that no value needs.
    pub lenient: bool,
}

/// The result of decoding a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Decoded {
    /// The header.
    pub header: Header,
    /// The content.
    pub file: XnbFile,
    /// The problems that [`DecodeOptions::lenient`] accepted.
    pub deviations: Vec<Error>,
}

/// Decodes a file.
///
/// Time and memory are bounded by the size of `bytes`. For compressed files, they are bounded by the limit of 256 MiB of
/// decompressed content.
///
/// # Errors
/// If the bytes are not an XNB file, or contain values that this crate does not support.
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
    // Checked last: for a truncated file, the position of an error is more useful than a message about the wrong size.
    let mut deviations = opened.deviations;
    if let Some(error) = deviations.first().filter(|_| !options.lenient) {
        return Err(error.clone());
    }
    deviations.extend(input.bytes.into_deviations());
    let Header { platform, profile, .. } = opened.header;
    let file = XnbFile { platform, profile, readers: input.names, primary, resources };
    Ok(Decoded { header: opened.header, file, deviations })
}

/// Decodes the header of a file and the names of its type readers, even if the rest of the file cannot be read. Returns `None`
/// if the header or the names cannot be read.
#[must_use]
pub fn decode_outline(bytes: &[u8]) -> Option<(Header, Vec<String>)> {
    let opened = container::open(bytes).ok()?;
    let input =
        ContentReader::begin(ByteReader::new(&opened.content, opened.offset, true), GameReaders::default(), |_, _| {
            None
        });
    Some((opened.header, input.map_or_else(|_| Vec::new(), |input| input.names)))
}

/// Encodes a file without compression. As in XNA 4, type readers are in the table in the order in which values need them.
///
/// # Errors
/// If values do not have their declared types, refer to bones or resources that do not exist, or need more than 2 GiB.
pub fn encode(file: &XnbFile) -> Result<Vec<u8>> {
    let mut output = ContentWriter::begin(&file.readers, file.resources.len());
    file.primary.write(&mut output);
    file.resources.iter().for_each(|resource| resource.write(&mut output));
    container::close(file.platform, file.profile, &output.finish()?)
}
