//! [`Target`]: a reader of hostile input.

use crate::trace::Trace;

/// The number of files in an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    /// One file.
    One,
    /// A source and a file that it refers to.
    Two,
}

/// Reads bytes in every way that their format allows. `choices` selects among alternatives.
pub(crate) trait Reader {
    fn read(&self, bytes: &[u8], choices: u64, trace: &mut Trace);
}

/// Reads a value so that the compiler cannot optimize the reading away.
pub(crate) fn look<T>(value: T) {
    std::hint::black_box(value);
}

/// A reader with its name.
pub struct Target {
    name: String,
    parts: Parts,
    reader: Box<dyn Reader>,
}

impl Target {
    pub(crate) fn new(name: impl Into<String>, parts: Parts, reader: impl Reader + 'static) -> Self {
        Self { name: name.into(), parts, reader: Box::new(reader) }
    }

    /// Returns the name of the target.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the number of files in its inputs.
    #[must_use]
    pub fn parts(&self) -> Parts {
        self.parts
    }

    /// Reads an input.
    ///
    /// # Panics
    /// Panics if the input causes a finding.
    pub fn run(&self, bytes: &[u8], choices: u64) -> Trace {
        let mut trace = Trace::new();
        self.reader.read(bytes, choices, &mut trace);
        trace
    }
}
