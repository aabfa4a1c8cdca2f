//! [`ContentSource`]: the interface through which content files are read.

use std::fmt;
use std::io;

use rigmill_format::AlignedBytes;

/// A source of content files: a folder, a [`Pack`](crate::content::Pack), [`Memory`](crate::content::Memory), or a
/// game's own loader.
///
/// A source may change: [`Content::reload_changed`](crate::Content::reload_changed) compares the first bytes of loaded
/// files, which contain a checksum of the other bytes.
///
/// # Examples
/// ```
/// use std::io;
///
/// use rigmill_runtime::Content;
/// use rigmill_runtime::content::{AlignedBytes, ContentSource};
///
/// /// The files that a platform keeps in a game's package.
/// #[derive(Debug)]
/// struct Package;
///
/// impl ContentSource for Package {
///     fn read(&self, name: &str) -> io::Result<AlignedBytes> {
///         let file: &[u8] = match name {
///             "Models/Robot.skeleton" => b"the file's bytes",
///             _ => return Err(io::ErrorKind::NotFound.into()),
///         };
///         Ok(AlignedBytes::from_slice(file))
///     }
///
///     fn place(&self, name: &str) -> String {
///         format!("the package's {name}")
///     }
/// }
///
/// let content = Content::from_source(Package);
/// assert_eq!(content.content_type("Models/Robot.skeleton"), None);
/// ```
pub trait ContentSource: fmt::Debug + Send + Sync {
    /// Reads the content file of the asset called `name`. The name consists of parts separated by `/`, none of them empty, `.`
    /// or `..`.
    ///
    /// # Errors
    /// [`io::ErrorKind::NotFound`] if the file does not exist, and other errors if it cannot be read.
    fn read(&self, name: &str) -> io::Result<AlignedBytes>;

    /// Reads the first bytes of an asset's file into `head`. Implement this method if the source can do this without reading
    /// the whole file.
    ///
    /// # Errors
    /// Same as [`read`](Self::read), or the file is shorter than `head`.
    fn read_head(&self, name: &str, head: &mut [u8]) -> io::Result<()> {
        let file = self.read(name)?;
        head.copy_from_slice(file.get(..head.len()).ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    /// The location of an asset's file, for messages.
    fn place(&self, name: &str) -> String;

    /// What to do about the name of an asset that does not exist, for messages, such as `did you mean "Models/Robot"?`. `None`
    /// if there is nothing to suggest.
    fn suggest(&self, name: &str) -> Option<String> {
        let _ = name;
        None
    }
}
