//! [`Registry`]: all stages of a program, by name.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::erased::{ImporterStage, ProcessorStage, WriterStage};
use crate::{ErasedImporter, ErasedProcessor, ErasedWriter, Importer, Processor, Value, ValueType, Writer};

/// The stages of a program.
///
/// If two stages have the same name, the stage that was registered last replaces the earlier one. A program can therefore
/// replace the built-in importer `animation-xml` with its own importer.
///
/// Several processors with different input types can share a name: to users, they are one stage that takes each of these
/// inputs. Several writers can share a name in the same way.
#[derive(Default)]
pub struct Registry {
    importers: BTreeMap<&'static str, Arc<dyn ErasedImporter>>,
    processors: BTreeMap<&'static str, Vec<Arc<dyn ErasedProcessor>>>,
    writers: Vec<Arc<dyn ErasedWriter>>,
    skipped: Vec<(ValueType, &'static str)>,
}

/// The result of a search for a writer.
pub enum WriterLookup {
    /// The writer.
    Found(Arc<dyn ErasedWriter>),
    /// The target does not use values of this type, so products of this type are not written.
    Skipped,
    /// No writer with this name writes the type for the target, or no writer at all does.
    Missing {
        /// The names and targets of the writers that write the type for other targets.
        others: Vec<(String, &'static str)>,
    },
}

impl Registry {
    /// Creates a registry without stages.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an importer.
    #[must_use]
    pub fn with_importer<I: Importer>(mut self, importer: I) -> Self {
        self.importers.insert(I::NAME, Arc::new(ImporterStage(importer)));
        self
    }

    /// Adds a processor.
    #[must_use]
    pub fn with_processor<P: Processor>(mut self, processor: P) -> Self {
        let family = self.processors.entry(P::NAME).or_default();
        family.retain(|other| other.input() != ValueType::of::<P::Input>());
        family.push(Arc::new(ProcessorStage(processor)));
        self
    }

    /// Adds a writer.
    #[must_use]
    pub fn with_writer<W: Writer>(mut self, writer: W) -> Self {
        let same = |other: &Arc<dyn ErasedWriter>| {
            other.id().name == W::NAME && other.input() == ValueType::of::<W::Input>() && other.target() == W::TARGET
        };
        self.writers.retain(|other| !same(other));
        self.writers.push(Arc::new(WriterStage(writer)));
        self
    }

    /// Declares that `target` does not use values of type `T`. Products of this type are then not written.
    #[must_use]
    pub fn skip_type<T: Value>(mut self, target: &'static str) -> Self {
        self.skipped.push((ValueType::of::<T>(), target));
        self
    }

    /// Returns the importer with this name.
    #[must_use]
    pub fn importer(&self, name: &str) -> Option<&Arc<dyn ErasedImporter>> {
        self.importers.get(name)
    }

    /// Returns the processors with this name, one for each input type.
    #[must_use]
    pub fn processors_named(&self, name: &str) -> &[Arc<dyn ErasedProcessor>] {
        self.processors.get(name).map_or(&[], Vec::as_slice)
    }

    /// Returns the processor with this name that takes values of type `input`.
    #[must_use]
    pub fn processor(&self, name: &str, input: ValueType) -> Option<&Arc<dyn ErasedProcessor>> {
        self.processors_named(name).iter().find(|processor| processor.input() == input)
    }

    /// Returns all importers, sorted by name.
    pub fn importers(&self) -> impl Iterator<Item = &Arc<dyn ErasedImporter>> {
        self.importers.values()
    }

    /// Returns all processors, sorted by name.
    pub fn processors(&self) -> impl Iterator<Item = &Arc<dyn ErasedProcessor>> {
        self.processors.values().flatten()
    }

    /// Returns all writers, in order of registration.
    pub fn writers(&self) -> impl Iterator<Item = &Arc<dyn ErasedWriter>> {
        self.writers.iter()
    }

    /// Returns every target that has a writer, sorted.
    #[must_use]
    pub fn targets(&self) -> Vec<&'static str> {
        let mut targets: Vec<_> = self.writers.iter().map(|writer| writer.target()).collect();
        targets.sort_unstable();
        targets.dedup();
        targets
    }

    /// Returns the importer with the longest extension that matches the file name, ignoring case.
    #[must_use]
    pub fn importer_for(&self, file_name: &str) -> Option<&Arc<dyn ErasedImporter>> {
        let fits = |extension: &str| {
            let start = file_name.len().checked_sub(extension.len() + 1).filter(|&start| start > 0);
            start
                .and_then(|start| file_name.get(start..))
                .is_some_and(|end| end.starts_with('.') && end[1..].eq_ignore_ascii_case(extension))
        };
        let longest = |importer: &&Arc<dyn ErasedImporter>| {
            importer.extensions().iter().filter(|extension| fits(extension)).map(|extension| extension.len()).max()
        };
        self.importers.values().filter(|importer| longest(importer).is_some()).max_by_key(longest)
    }

    /// Returns `name` if a writer with this name writes for `target`. Otherwise, the writer that a rule names does not apply to
    /// this target.
    fn name_for<'a>(&self, name: Option<&'a str>, target: &str) -> Option<&'a str> {
        let serves = |name: &&str| self.writers.iter().any(|it| it.id().name == *name && it.target() == target);
        name.filter(serves)
    }

    /// Returns the writers for `target` with this name, in order of registration. Without a name, or if the target has no
    /// writer with this name, returns all writers for `target`.
    pub fn writers_for<'a>(
        &'a self,
        name: Option<&'a str>,
        target: &'a str,
    ) -> impl DoubleEndedIterator<Item = &'a Arc<dyn ErasedWriter>> {
        let name = self.name_for(name, target);
        let is_it = move |writer: &&Arc<dyn ErasedWriter>| name.is_none_or(|name| writer.id().name == name);
        self.writers.iter().filter(move |writer| writer.target() == target).filter(is_it)
    }

    /// Finds the writer for the type with this [path](ValueType::path): the last registered of [the matching
    /// writers](Self::writers_for).
    #[must_use]
    pub fn writer(&self, name: Option<&str>, type_path: &str, target: &str) -> WriterLookup {
        let takes = |writer: &&Arc<dyn ErasedWriter>| writer.input().path() == type_path;
        let is_skipped = |(skipped, of): &(ValueType, &str)| skipped.path() == type_path && *of == target;
        let skipped = || self.name_for(name, target).is_none() && self.skipped.iter().any(is_skipped);
        match self.writers_for(name, target).rfind(takes) {
            Some(writer) => WriterLookup::Found(Arc::clone(writer)),
            None if skipped() => WriterLookup::Skipped,
            None => {
                let others =
                    self.writers.iter().filter(takes).map(|writer| (writer.id().name.into_owned(), writer.target()));
                WriterLookup::Missing { others: others.collect() }
            }
        }
    }
}
