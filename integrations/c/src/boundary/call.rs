//! [`call`]: runs the body of an exported function, and converts its result to a status.

use std::any::Any;
use std::cell::Cell;
use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{Failure, RigmillStatus};

/// The size of the error text buffer in bytes, including the terminating NUL. Longer texts are truncated.
const TEXT_LENGTH: usize = 1024;

thread_local! {
    /// The text of the thread's last error. It needs no allocation and no destructor, so it can be read at any time.
    static LAST_ERROR: Cell<[u8; TEXT_LENGTH]> = const { Cell::new([0; TEXT_LENGTH]) };
}

/// Runs the body of an exported function. A panic becomes an error, so nothing unwinds into C.
pub(crate) fn call(body: impl FnOnce() -> Result<(), Failure>) -> RigmillStatus {
    // A panic poisons the handle that the body writes to, so later calls with this handle fail.
    let result = catch_unwind(AssertUnwindSafe(body));
    match result.unwrap_or_else(|panic| Err(Failure::internal(panic_text(&*panic)))) {
        Ok(()) => RigmillStatus::Ok,
        Err(failure) => {
            LAST_ERROR.set(terminated(failure.text()));
            failure.status()
        }
    }
}

/// Returns the text of the last error that a function returned on this thread. Empty if there was no error.
///
/// The text is UTF-8 of at most 1,023 bytes. The pointer is valid for the lifetime of the thread. The text is valid until the
/// next error on this thread.
#[unsafe(no_mangle)]
pub extern "C" fn rigmill_last_error() -> *const c_char {
    LAST_ERROR.with(Cell::as_ptr).cast()
}

fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without a message")
}

/// Adds a terminating NUL to a text. Truncates at a character boundary. A NUL within the text becomes a space.
fn terminated(text: &str) -> [u8; TEXT_LENGTH] {
    let mut bytes = [0; TEXT_LENGTH];
    let fits = |length: &usize| text.is_char_boundary(*length);
    let length = (0..TEXT_LENGTH.min(text.len() + 1)).rev().find(fits).unwrap_or(0);
    for (byte, of_text) in bytes.iter_mut().zip(&text.as_bytes()[..length]) {
        *byte = if *of_text == 0 { b' ' } else { *of_text };
    }
    bytes
}

#[cfg(test)]
mod tests {
    use std::ffi::CStr;

    use super::*;

    fn last_error() -> String {
        // SAFETY: the pointer refers to this thread's text, which ends with a NUL.
        unsafe { CStr::from_ptr(rigmill_last_error()) }.to_str().unwrap().to_owned()
    }

    #[test]
    fn a_panic_becomes_an_error() {
        assert_eq!(call(|| panic!("of {} bones", 3)), RigmillStatus::Internal);
        assert_eq!(last_error(), "an error in Rigmill, please report it: of 3 bones");
        assert_eq!(call(|| Ok(())), RigmillStatus::Ok);
        assert_eq!(last_error(), "an error in Rigmill, please report it: of 3 bones");
    }

    #[test]
    fn each_thread_has_an_error_of_its_own() {
        let _ = call(|| Err(Failure::new(RigmillStatus::NotFound, "of one thread")));
        std::thread::spawn(|| assert_eq!(last_error(), "")).join().unwrap();
        assert_eq!(last_error(), "of one thread");
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        let _ = call(|| Err(Failure::new(RigmillStatus::NotFound, "a\0".to_owned() + &"ü".repeat(1000))));
        assert_eq!(last_error(), "a ".to_owned() + &"ü".repeat(510));
    }
}
