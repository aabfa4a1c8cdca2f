//! [`catch_panic`]: runs a stage and turns its panic into a diagnostic.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};

use rigmill_pipeline::StageError;

thread_local! {
    static IN_STAGE: Cell<bool> = const { Cell::new(false) };
    /// The file, line and column of the last panic, if a panic hook noted them.
    static PLACE: Cell<Option<String>> = const { Cell::new(None) };
}

/// Notes where a stage panicked, for the diagnostic of its asset. Call this function in the panic hook of a program.
///
/// Returns `false` if this thread is not running a stage. In this case, the hook should print the panic.
pub fn note_stage_panic(panic: &PanicHookInfo<'_>) -> bool {
    let in_stage = IN_STAGE.get();
    if in_stage {
        PLACE.set(panic.location().map(ToString::to_string));
    }
    in_stage
}

/// Runs a stage. The outer error is the message of a panic.
pub(super) fn catch_panic<T>(stage: impl FnOnce() -> Result<T, StageError>) -> Result<Result<T, StageError>, String> {
    let outer = IN_STAGE.replace(true);
    let result = catch_unwind(AssertUnwindSafe(stage));
    IN_STAGE.set(outer);
    result.map_err(|panic| panic_message(&*panic))
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    let text = text.unwrap_or("without a message");
    PLACE.take().map_or_else(|| text.to_owned(), |place| format!("{text} (at {place})"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_reported_with_its_place_if_a_hook_notes_it() {
        let earlier = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !note_stage_panic(panic) {
                earlier(panic)
            }
        }));
        let failed = catch_panic(|| -> Result<(), StageError> { panic!("as asked") }).unwrap_err();
        assert!(failed.starts_with("as asked (at ") && failed.contains("stage_guard.rs:"), "{failed}");
    }
}
