//! [`catch_panic`]: runs a stage, so that its panic becomes a diagnostic.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rigmill_pipeline::StageError;

thread_local! {
    static IN_STAGE: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is running a stage. A stage's panic becomes a diagnostic of its asset, so a program's panic hook
/// need not print it.
#[must_use]
pub fn in_stage() -> bool {
    IN_STAGE.get()
}

/// Runs a stage; the outer error is the message of a panic.
pub(super) fn catch_panic<T>(stage: impl FnOnce() -> Result<T, StageError>) -> Result<Result<T, StageError>, String> {
    let outer = IN_STAGE.replace(true);
    let result = catch_unwind(AssertUnwindSafe(stage));
    IN_STAGE.set(outer);
    result.map_err(|panic| panic_message(&*panic))
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("without a message").to_owned()
}
