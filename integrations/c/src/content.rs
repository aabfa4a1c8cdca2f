//! Content, from which assets are loaded.

use std::ffi::c_char;

use rigmill_format::AlignedBytes;
use rigmill_runtime::Content;
use rigmill_runtime::content::{Memory, Pack, Reload};

use crate::boundary::{Failure, RigmillStatus, call, handles, pointers, pointers::Out, table};

/// The built content of a game: a folder, a pack, or files in memory. Assets are loaded from it by name, such as
/// `Hero/Grund.actions`, and stay loaded until it is closed. Closing it does not close handles of assets that were loaded from
/// it.
///
/// Several threads may use it at the same time.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RigmillContent {
    /// The handle; 0 means none.
    pub id: u64,
}

/// Content, and the files that were inserted into it.
#[derive(Debug)]
pub struct Source {
    pub(crate) content: Content,
    memory: Option<Memory>,
}

handles! {
    RigmillContent => Source, "content";
}

/// Opens the content below a folder, such as `build/native`, or in a pack, such as `game.rmp`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_content_open(path: *const c_char, content: *mut RigmillContent) -> RigmillStatus {
    call(|| {
        let out = Out::new("content", content)?;
        let content = Content::open(pointers::text("path", path)?)?;
        out.set(table::open(Source { content, memory: None })?);
        Ok(())
    })
}

/// Opens a pack of `length` bytes in memory. The bytes are copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_content_open_pack(
    bytes: *const u8,
    length: usize,
    content: *mut RigmillContent,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("content", content)?;
        let pack = Pack::from_bytes(copied(pointers::array("bytes", bytes, length)?)?)?;
        out.set(table::open(Source { content: Content::from_source(pack), memory: None })?);
        Ok(())
    })
}

/// Creates content without any files. `rigmill_content_insert` adds files that the engine has loaded.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_content_create(content: *mut RigmillContent) -> RigmillStatus {
    call(|| {
        let out = Out::new("content", content)?;
        let memory = Memory::default();
        out.set(table::open(Source { content: Content::from_source(memory.clone()), memory: Some(memory) })?);
        Ok(())
    })
}

/// Adds the file of an asset to content from `rigmill_content_create`, and replaces any earlier file of this asset. The bytes
/// are copied.
///
/// `name` is the path of the file without `.rmb`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_content_insert(
    content: RigmillContent,
    name: *const c_char,
    bytes: *const u8,
    length: usize,
) -> RigmillStatus {
    call(|| {
        let source = table::read(content)?;
        let name = pointers::text("name", name)?;
        let bytes = pointers::array("bytes", bytes, length)?;
        let Some(memory) = &source.memory else {
            let text = "the content is a folder or a pack, but only content in memory accepts files";
            return Err(Failure::new(RigmillStatus::InvalidArgument, text));
        };
        memory.insert(name, copied(bytes)?);
        Ok(())
    })
}

/// Gets the content type of an asset as a number from docs/format.md. Reads only the first bytes of the asset's file. For
/// example, 4 is a skeleton and 5 is a model.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_content_type(
    content: RigmillContent,
    name: *const c_char,
    content_type: *mut u32,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("content_type", content_type)?;
        let name = pointers::text("name", name)?;
        let found = table::read(content)?.content.content_type(name);
        let missing = || Failure::new(RigmillStatus::NotFound, format!("there is no content file {name}"));
        out.set(found.ok_or_else(missing)?.number());
        Ok(())
    })
}

/// Reloads the files that have changed since they were loaded, and counts them. Existing handles keep the old content: to get
/// the new content, load it by its name again. Fails if a changed file cannot be loaded; in this case, its old content stays
/// loaded.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_content_reload(content: RigmillContent, count: *mut usize) -> RigmillStatus {
    call(|| {
        let out = Out::new("count", count)?;
        let reloads = table::read(content)?.content.reload_changed();
        out.set(reloads.len());
        let failed = reloads.into_iter().find_map(|Reload { result, .. }| result.err());
        failed.map_or(Ok(()), |error| Err(error.into()))
    })
}

/// Closes content.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_content_close(content: RigmillContent) -> RigmillStatus {
    call(|| table::close(content))
}

fn copied(bytes: &[u8]) -> Result<AlignedBytes, Failure> {
    let mut copy = AlignedBytes::try_with_len(bytes.len())?;
    copy.as_mut_slice().copy_from_slice(bytes);
    Ok(copy)
}
