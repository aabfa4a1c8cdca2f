//! [`Target`]: a reader of hostile input.

use crate::trace::Trace;

/// The files of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    /// One file.
    One,
    /// A source and a file that it refers to.
    Two,
}

/// Reads bytes in every way that its format allows. `choices` decides which of several ways this time.
pub(crate) trait Reader {
    fn read(&self, bytes: &[u8], choices: u64, trace: &mut Trace);
}

/// Reads a value for its own sake: the compiler must not leave that out.
pub(crate) fn look<T>(value: T) {
    std::hint::black_box(value);
}

/// A reader by its name.
pub struct Target {
    name: String,
    parts: Parts,
    reader: Box<dyn Reader>,
}

impl Target {
    pub(crate) fn new(name: impl Into<String>, parts: Parts, reader: impl Reader + 'static) -> Self {
        Self { name: name.into(), parts, reader: Box::new(reader) }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The files of its inputs.
    #[must_use]
    pub fn parts(&self) -> Parts {
        self.parts
    }

    /// Reads an input.
    ///
    /// # Panics
    /// If the input is a finding.
    pub fn run(&self, bytes: &[u8], choices: u64) -> Trace {
        let mut trace = Trace::new();
        self.reader.read(bytes, choices, &mut trace);
        trace
    }
}
