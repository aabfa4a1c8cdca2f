//! Content: files in memory, or a pack.

use std::cell::RefCell;

use rigmill_runtime::Content;
use rigmill_runtime::content::{Memory, Pack};

use crate::boundary::{Failure, call, take_file, take_text};
use crate::table::Table;

struct Files {
    content: Content,
    /// The files that JavaScript has inserted. `None` for a pack.
    inserted: Option<Memory>,
}

thread_local! {
    static FILES: RefCell<Table<Files>> = const { RefCell::new(Table::new()) };
}

/// Creates content without any files.
#[unsafe(no_mangle)]
extern "C" fn web_content_new() -> i32 {
    call(|| {
        let memory = Memory::default();
        open(Files { content: Content::from_source(memory.clone()), inserted: Some(memory) })
    })
}

/// Opens a pack. Takes the file.
#[unsafe(no_mangle)]
extern "C" fn web_content_pack() -> i32 {
    call(|| open(Files { content: Content::from_source(Pack::from_bytes(take_file())?), inserted: None }))
}

/// Adds the file of an asset, and replaces an earlier file. Takes the file, and the asset's name.
#[unsafe(no_mangle)]
extern "C" fn web_content_insert(content: i32) -> i32 {
    call(|| {
        let (name, file) = (take_text()?, take_file());
        FILES.with_borrow_mut(|files| {
            let files = files.get(content)?;
            let inserted = files.inserted.as_ref().ok_or("files cannot be inserted into a pack")?;
            inserted.insert(&name, file);
            // The next player loads the new file.
            files.content.unload(&name);
            Ok(0)
        })
    })
}

#[unsafe(no_mangle)]
extern "C" fn web_content_close(content: i32) {
    FILES.with_borrow_mut(|files| files.close(content));
}

fn open(files: Files) -> Result<i32, Failure> {
    FILES.with_borrow_mut(|all| all.open(files))
}

pub(crate) fn with_content<T>(content: i32, body: impl FnOnce(&Content) -> Result<T, Failure>) -> Result<T, Failure> {
    FILES.with_borrow_mut(|files| body(&files.get(content)?.content))
}
