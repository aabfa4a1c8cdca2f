//! [`XnbFile`]: a whole file.

use std::borrow::Cow;

use rigmill_pipeline::Diagnostic;

use super::container::{Opened, XnbHeader, open};
use super::content::Content;
use super::cursor::Cursor;
use super::fault::{Fault, Read};
use super::value::XnbValue;
use crate::codes;

/// A whole file, as its type readers read it.
#[derive(Debug)]
pub(crate) struct XnbFile {
    pub(crate) header: XnbHeader,
    /// The names of its type readers.
    pub(crate) readers: Vec<String>,
    pub(crate) primary: XnbValue,
    pub(crate) shared: Vec<XnbValue>,
    /// What XNA lets through, and so did reading.
    pub(crate) warnings: Vec<Diagnostic>,
}

/// Reads a file. `animation` is the type of the reader of animations; `lenient` lets through what XNA and FNA let through.
pub(crate) fn read(bytes: &[u8], animation: &str, lenient: bool) -> Read<XnbFile> {
    let Opened { header, content, offset, laxities } = open(bytes)?;
    let bytes: &[u8] = match &content {
        Cow::Borrowed(bytes) => bytes,
        Cow::Owned(bytes) => bytes,
    };
    let mut cursor = Cursor::new(bytes, offset, lenient);
    // A file that was cut off is told where it ends, not that its size is wrong: so these come last.
    let mut content = Content::begin(Cursor::new(bytes, offset, lenient), animation)?;
    let primary = content.object()?;
    if matches!(primary, XnbValue::Null) {
        return Err(Fault::new(codes::XNB_VALUE, "the file holds null", "build the file again from its source"));
    }
    let shared = (0..content.shared_count()).map(|_| content.object()).collect::<Read<Vec<_>>>()?;
    if content.cursor.remaining() > 0 {
        let message = format!("{} bytes follow the content", content.cursor.remaining());
        let fault = content.cursor.fault(codes::XNB_TRAILING, message, "the file is damaged; build or copy it again");
        content.cursor.lax(fault)?;
    }
    for laxity in laxities {
        cursor.lax(laxity.into())?;
    }
    let readers = content.reader_names();
    let warnings = cursor.into_warnings().into_iter().chain(content.cursor.into_warnings()).collect();
    Ok(XnbFile { header, readers, primary, shared, warnings })
}
