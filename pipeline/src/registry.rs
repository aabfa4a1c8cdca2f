//! [`Registry`]: every stage, by name.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::erased::{ImporterStage, ProcessorStage, WriterStage};
use crate::{ErasedImporter, ErasedProcessor, ErasedWriter, Importer, Processor, Value, ValueType, Writer};

/// The stages a program knows. Later registrations of a name replace earlier ones, so a program can put its own
/// `animation-xml` in place of the built-in one. Processors of different inputs may share a name: together they are one
/// stage, as people see it, that takes any of these; writers of different types just so.
#[derive(Default)]
pub struct Registry {
    importers: BTreeMap<&'static str, Arc<dyn ErasedImporter>>,
    processors: BTreeMap<&'static str, Vec<Arc<dyn ErasedProcessor>>>,
    writers: Vec<Arc<dyn ErasedWriter>>,
    passed_over: Vec<(ValueType, &'static str)>,
}

/// What a search for a writer found.
pub enum WriterLookup {
    /// The writer.
    Found(Arc<dyn ErasedWriter>),
    /// The target has no use for the type: what is made of it is passed over.
    PassedOver,
    /// No writer of that name, or none at all, takes the type for the target; these take it for others.
    Missing {
        /// Names of writers that take the type, with their targets.
        others: Vec<(String, &'static str)>,
    },
}

impl Registry {
    /// A registry without stages.
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

    /// Says that `target` has no use for values of type `T`. Where a processor makes one beside others, it is passed over.
    #[must_use]
    pub fn passing_over<T: Value>(mut self, target: &'static str) -> Self {
        self.passed_over.push((ValueType::of::<T>(), target));
        self
    }

    /// The importer of this name.
    #[must_use]
    pub fn importer(&self, name: &str) -> Option<&Arc<dyn ErasedImporter>> {
        self.importers.get(name)
    }

    /// The processors of this name, one for each type that it takes.
    #[must_use]
    pub fn processors_named(&self, name: &str) -> &[Arc<dyn ErasedProcessor>] {
        self.processors.get(name).map_or(&[], Vec::as_slice)
    }

    /// The processor of this name that takes values of type `input`.
    #[must_use]
    pub fn processor(&self, name: &str, input: ValueType) -> Option<&Arc<dyn ErasedProcessor>> {
        self.processors_named(name).iter().find(|processor| processor.input() == input)
    }

    /// All importers, by name.
    pub fn importers(&self) -> impl Iterator<Item = &Arc<dyn ErasedImporter>> {
        self.importers.values()
    }

    /// All processors, by name.
    pub fn processors(&self) -> impl Iterator<Item = &Arc<dyn ErasedProcessor>> {
        self.processors.values().flatten()
    }

    /// All writers, in order of registration.
    pub fn writers(&self) -> impl Iterator<Item = &Arc<dyn ErasedWriter>> {
        self.writers.iter()
    }

    /// Every target some writer writes for, in order of the alphabet.
    #[must_use]
    pub fn targets(&self) -> Vec<&'static str> {
        let mut targets: Vec<_> = self.writers.iter().map(|writer| writer.target()).collect();
        targets.sort_unstable();
        targets.dedup();
        targets
    }

    /// The importer that claims a file by its ending: the longest that fits, in any case.
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

    /// A name as far as it says anything of `target`: nothing where no writer of that name writes for it, so that what is said
    /// of one target does not stand in the way of another.
    fn name_for<'a>(&self, name: Option<&'a str>, target: &str) -> Option<&'a str> {
        let serves = |name: &&str| self.writers.iter().any(|it| it.id().name == *name && it.target() == target);
        name.filter(serves)
    }

    /// The writers for `target` called `name`, or all of them when there is no name or none of that name, in order of
    /// registration.
    pub fn writers_for<'a>(
        &'a self,
        name: Option<&'a str>,
        target: &'a str,
    ) -> impl DoubleEndedIterator<Item = &'a Arc<dyn ErasedWriter>> {
        let name = self.name_for(name, target);
        let is_it = move |writer: &&Arc<dyn ErasedWriter>| name.is_none_or(|name| writer.id().name == name);
        self.writers.iter().filter(move |writer| writer.target() == target).filter(is_it)
    }

    /// The last of [the writers](Self::writers_for) for `target` called `name` that takes the type with this
    /// [path](ValueType::path).
    #[must_use]
    pub fn writer(&self, name: Option<&str>, type_path: &str, target: &str) -> WriterLookup {
        let takes = |writer: &&Arc<dyn ErasedWriter>| writer.input().path() == type_path;
        let is_it = |(passed, of): &(ValueType, &str)| passed.path() == type_path && *of == target;
        let passed_over = || self.name_for(name, target).is_none() && self.passed_over.iter().any(is_it);
        match self.writers_for(name, target).rfind(takes) {
            Some(writer) => WriterLookup::Found(Arc::clone(writer)),
            None if passed_over() => WriterLookup::PassedOver,
            None => {
                let others = self.writers.iter().filter(takes).map(|writer| (writer.id().name, writer.target()));
                WriterLookup::Missing { others: others.collect() }
            }
        }
    }
}
