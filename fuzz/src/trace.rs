//! [`Trace`]: how far an input got.

use rigmill_pipeline::{Diagnostic, Level};

use crate::mix::digest;

/// How far an input got: its stages, and the codes of what they reported.
#[derive(Debug, Default)]
pub struct Trace {
    events: Vec<u64>,
    stage: u64,
    /// Whether a reader took the input as valid.
    pub accepted: bool,
    /// Whether stages ran with parameters other than their defaults: then the input alone does not bound their memory.
    pub has_params: bool,
    /// The number of inputs that were made of this one.
    pub executions: u64,
}

impl Trace {
    pub(crate) fn new() -> Self {
        Self { executions: 1, ..Self::default() }
    }

    /// The input reached a stage.
    pub(crate) fn reach(&mut self, stage: &str) {
        self.stage = digest(stage.as_bytes());
        self.push(self.stage);
    }

    /// The stage reported something.
    pub(crate) fn report(&mut self, code: &str) {
        self.push(self.stage ^ digest(code.as_bytes()).rotate_left(1));
    }

    /// The stage reported diagnostics. True if one is an error.
    pub(crate) fn report_all(&mut self, diagnostics: &[Diagnostic]) -> bool {
        diagnostics.iter().for_each(|diagnostic| self.report(&diagnostic.code));
        diagnostics.iter().any(|diagnostic| diagnostic.level == Level::Error)
    }

    fn push(&mut self, event: u64) {
        if !self.events.contains(&event) {
            self.events.push(event);
        }
    }

    /// A number for the set of stages and codes.
    #[must_use]
    pub fn signature(&self) -> u64 {
        self.events.iter().fold(0, |all, event| all ^ event)
    }
}
