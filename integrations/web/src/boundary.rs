//! How texts and files get into the module, and texts and failures out of it.
//!
//! JavaScript asks for a buffer, fills it, and calls the function that takes it. A text can have several parts, with NUL
//! characters in between.

use std::cell::RefCell;
use std::fmt::Display;
use std::ptr;

use rigmill_format::AlignedBytes;

/// The message of any error, for JavaScript. A `Box<dyn Error>` would bring each error's code for debugging into the module.
pub(crate) struct Failure(String);

impl<E: Display> From<E> for Failure {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

thread_local! {
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static FILE: RefCell<AlignedBytes> = RefCell::default();
    static OUTPUT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Allocates the buffer of the next text. Null if there is not enough memory.
#[unsafe(no_mangle)]
extern "C" fn web_text(length: usize) -> *mut u8 {
    let mut text = Vec::new();
    if text.try_reserve_exact(length).is_err() {
        return ptr::null_mut();
    }
    text.resize(length, 0);
    TEXT.replace(text);
    TEXT.with_borrow_mut(Vec::as_mut_ptr)
}

/// Allocates the buffer of the next file. Null if there is not enough memory.
#[unsafe(no_mangle)]
extern "C" fn web_file(length: usize) -> *mut u8 {
    let Ok(file) = AlignedBytes::try_with_len(length) else { return ptr::null_mut() };
    FILE.replace(file);
    FILE.with_borrow_mut(|file| file.as_mut_slice().as_mut_ptr())
}

/// The output text of the last function that has one.
#[unsafe(no_mangle)]
extern "C" fn web_output() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}

/// The length of the output text in bytes.
#[unsafe(no_mangle)]
extern "C" fn web_output_length() -> usize {
    OUTPUT.with_borrow(String::len)
}

pub(crate) fn take_text() -> Result<String, Failure> {
    Ok(String::from_utf8(TEXT.take())?)
}

pub(crate) fn take_file() -> AlignedBytes {
    FILE.take()
}

/// Runs the body of an exported function. A failure becomes -1, and its message the output text.
pub(crate) fn call(body: impl FnOnce() -> Result<i32, Failure>) -> i32 {
    body().unwrap_or_else(|Failure(message)| {
        OUTPUT.replace(message);
        -1
    })
}

/// Sets the output text to parts with NUL characters in between. A NUL in a part becomes a space.
pub(crate) fn put_parts<'a>(parts: impl Iterator<Item = &'a str>) {
    let parts: Vec<String> = parts.map(|part| part.replace('\0', " ")).collect();
    OUTPUT.replace(parts.join("\0"));
}
