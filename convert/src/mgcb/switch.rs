//! [`Switch`]: the switches of an `.mgcb`. A single table contains their names, flags and values.

/// A switch of MonoGame's content builder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Switch {
    LaunchDebugger,
    WaitForDebugger,
    Quiet,
    Verbose,
    ResponseFile,
    WorkingDir,
    OutputDir,
    IntermediateDir,
    Rebuild,
    Clean,
    Incremental,
    Reference,
    Platform,
    Profile,
    Config,
    Importer,
    Processor,
    ProcessorParam,
    Build,
    Copy,
    Compress,
    SingleItem,
    Define,
}

/// The kind of value that a switch takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Takes {
    /// No value, `true` or `false`.
    Flag,
    /// Text, which may be empty.
    Text,
    /// Text that must not be empty.
    Name,
}

/// A row of the table: the switch, its name, its one-letter flag, and the kind of its value.
type Row = (Switch, &'static str, Option<char>, Takes);

const SWITCHES: [Row; 23] = [
    (Switch::LaunchDebugger, "launchDebugger", Some('d'), Takes::Flag),
    (Switch::WaitForDebugger, "waitForDebugger", Some('a'), Takes::Flag),
    (Switch::Quiet, "quiet", Some('q'), Takes::Flag),
    (Switch::Verbose, "verbose", None, Takes::Flag),
    (Switch::ResponseFile, "@", Some('@'), Takes::Name),
    (Switch::WorkingDir, "workingDir", Some('w'), Takes::Name),
    (Switch::OutputDir, "outputDir", Some('o'), Takes::Text),
    (Switch::IntermediateDir, "intermediateDir", Some('n'), Takes::Text),
    (Switch::Rebuild, "rebuild", Some('r'), Takes::Flag),
    (Switch::Clean, "clean", Some('c'), Takes::Flag),
    (Switch::Incremental, "incremental", Some('I'), Takes::Flag),
    (Switch::Reference, "reference", Some('f'), Takes::Name),
    (Switch::Platform, "platform", Some('t'), Takes::Name),
    (Switch::Profile, "profile", Some('g'), Takes::Name),
    (Switch::Config, "config", None, Takes::Text),
    (Switch::Importer, "importer", Some('i'), Takes::Text),
    (Switch::Processor, "processor", Some('p'), Takes::Text),
    (Switch::ProcessorParam, "processorParam", Some('P'), Takes::Name),
    (Switch::Build, "build", Some('b'), Takes::Name),
    (Switch::Copy, "copy", None, Takes::Name),
    (Switch::Compress, "compress", None, Takes::Flag),
    (Switch::SingleItem, "singleItem", None, Takes::Text),
    (Switch::Define, "define", None, Takes::Name),
];

impl Switch {
    /// Returns the switch with a name, ignoring case.
    pub(crate) fn named(name: &str) -> Option<Self> {
        SWITCHES.iter().find(|row| row.1.eq_ignore_ascii_case(name)).map(|row| row.0)
    }

    /// Returns the switch with a one-letter flag. Case matters.
    pub(crate) fn flagged(flag: char) -> Option<Self> {
        SWITCHES.iter().find(|row| row.2 == Some(flag)).map(|row| row.0)
    }

    /// Returns all names.
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        SWITCHES.iter().map(|row| row.1)
    }

    /// Returns the switch's name.
    pub(crate) fn name(self) -> &'static str {
        self.row().1
    }

    /// Returns the kind of value that the switch takes.
    pub(crate) fn takes(self) -> Takes {
        self.row().3
    }

    fn row(self) -> Row {
        SWITCHES.into_iter().find(|row| row.0 == self).unwrap_or(SWITCHES[0])
    }
}
