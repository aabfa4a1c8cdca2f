//! [`Trace`]: records how far an input got.

use rigmill_pipeline::{Diagnostic, Level};

use crate::mix::digest;

/// Records how far an input got: the stages that it reached, and the codes that they reported.
#[derive(Debug, Default)]
pub struct Trace {
    events: Vec<u64>,
    stage: u64,
    /// Whether a reader accepted the input as valid.
    pub accepted: bool,
    /// Whether stages ran with parameters other than their defaults. In this case, the input alone does not limit their memory
    /// use.
    pub has_params: bool,
    /// The number of inputs that were derived from this one.
    pub executions: u64,
}

impl Trace {
    pub(crate) fn new() -> Self {
        Self { executions: 1, ..Self::default() }
    }

    /// Notes that the input reached a stage.
    pub(crate) fn reach(&mut self, stage: &str) {
        self.stage = digest(stage.as_bytes());
        self.push(self.stage);
    }

    /// Notes a code that the stage reported.
    pub(crate) fn report(&mut self, code: &str) {
        self.push(self.stage ^ digest(code.as_bytes()).rotate_left(1));
    }

    /// Notes diagnostics that the stage reported. Returns true if any is an error.
    pub(crate) fn report_all(&mut self, diagnostics: &[Diagnostic]) -> bool {
        diagnostics.iter().for_each(|diagnostic| self.report(&diagnostic.code));
        diagnostics.iter().any(|diagnostic| diagnostic.level == Level::Error)
    }

    fn push(&mut self, event: u64) {
        if !self.events.contains(&event) {
            self.events.push(event);
        }
    }

    /// Returns a number that identifies the set of stages and codes.
    #[must_use]
    pub fn signature(&self) -> u64 {
        self.events.iter().fold(0, |all, event| all ^ event)
    }
}
