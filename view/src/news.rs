//! [`News`]: what came of the last build, for every tab.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;

/// Why an asset is not as its source says: a diagnostic of a build, in its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// `error` or `warning`.
    pub level: String,
    /// Such as `R0012`.
    pub code: String,
    /// The file, its line and column, as far as they are known: `Models/Grund.fbx:3:7`.
    pub place: String,
    /// What is wrong.
    pub message: String,
    /// What to do about it; may be empty.
    pub help: String,
}

/// The last build, by number.
#[derive(Debug, Default)]
pub(crate) struct News {
    last: Mutex<Edition>,
}

/// One build's results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Edition {
    /// Rises with every build whose results differ.
    pub(crate) number: u64,
    pub(crate) problems: Arc<[Problem]>,
}

impl News {
    /// Adds a build, unless it is as the last one and `changed` nothing.
    pub(crate) fn add(&self, problems: Vec<Problem>, changed: bool) {
        let mut last = self.lock();
        if changed || *last.problems != *problems {
            *last = Edition { number: last.number + 1, problems: problems.into() };
        }
    }

    pub(crate) fn problems(&self) -> Vec<Problem> {
        self.lock().problems.to_vec()
    }

    /// The last build, if its number is not this one.
    pub(crate) fn since(&self, number: Option<u64>) -> Option<Edition> {
        let last = self.lock();
        (number != Some(last.number)).then(|| last.clone())
    }

    /// An edition is replaced as a whole, so a poisoned lock is safe to use.
    fn lock(&self) -> MutexGuard<'_, Edition> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
