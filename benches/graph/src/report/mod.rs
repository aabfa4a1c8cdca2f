//! [`Report`]: prints the results and the targets.

mod table;
mod tables;
mod targets;

use std::io::{self, Write};

use serde::Serialize;

use crate::args::Form;
use crate::failure::Failure;
use crate::results::Results;
use targets::Target;

/// The results, and the targets to reach.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    #[serde(flatten)]
    results: Results,
    /// The targets for which there are results.
    targets: Vec<Target>,
}

impl Report {
    pub(crate) fn new(results: Results) -> Self {
        let targets = targets::measured(&results);
        Self { results, targets }
    }

    /// Prints the report to standard output.
    pub(crate) fn print(&self, form: Form) -> Result<(), Failure> {
        let text = match form {
            Form::Json => serde_json::to_string_pretty(self).map_err(|error| Failure::Print(error.into()))? + "\n",
            Form::Text => tables::text(&self.results, &self.targets),
            Form::Markdown => tables::markdown(&self.results, &self.targets),
        };
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(Failure::Print)
    }
}
