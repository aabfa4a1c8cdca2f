//! [`Chain`]: an importer, the processors that accept its value, and the writers that accept their products.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use rigmill_pipeline::{
    BoundParams, Diagnostic, DynValue, ErasedImporter, ErasedProcessor, ErasedWriter, ImportContext, ProcessContext,
    Product, Registry, SourcePath, StageError, StageParams, WriteContext,
};
use rigmill_test_random::Random;

use super::assets::Assets;
use super::files::Files;
use super::output;
use super::params::ParamChoice;
use crate::mix::random;
use crate::target::Reader;
use crate::trace::Trace;

/// The maximum number of a processor's products that are written.
const WRITTEN: usize = 3;

/// An importer with all stages that can follow it.
pub(crate) struct Chain {
    /// A source for each extension of the importer, because the extension may determine the format.
    sources: Vec<SourcePath>,
    importer: Step<dyn ErasedImporter>,
    processors: Vec<Step<dyn ErasedProcessor>>,
    writers: Vec<Step<dyn ErasedWriter>>,
    assets: Rc<Assets>,
}

/// A stage with its name and the possible values of its parameters.
struct Step<S: ?Sized> {
    name: Cow<'static, str>,
    stage: Arc<S>,
    params: ParamChoice,
}

impl<S: StageParams + ?Sized> Step<S> {
    fn new(name: impl Into<Cow<'static, str>>, stage: &Arc<S>, texts: &[String]) -> Self {
        Self { name: name.into(), stage: Arc::clone(stage), params: ParamChoice::new(stage.as_ref(), texts) }
    }

    /// Returns the default parameters or, sometimes, other parameters.
    fn params(&self, random: &mut Random, trace: &mut Trace) -> Option<BoundParams> {
        let others = random.once_in(6).then(|| self.params.any(self.stage.as_ref(), random)).flatten();
        trace.has_params |= others.is_some();
        others.or_else(|| self.params.defaults())
    }
}

impl Chain {
    pub(crate) fn new(importer: &Arc<dyn ErasedImporter>, registry: &Registry, assets: &Rc<Assets>) -> Self {
        let mut texts: Vec<String> = assets.names().map(str::to_owned).collect();
        texts.extend(["Root", "Arm", "other.toml"].map(str::to_owned));
        let takes = |it: &&Arc<dyn ErasedProcessor>| it.input() == importer.output();
        let step = |it: &Arc<dyn ErasedProcessor>| Step::new(it.id().name, it, &texts);
        let mut processors: Vec<_> = registry.processors().filter(takes).map(step).collect();
        // The default processor comes first.
        processors.sort_by_key(|step| step.name != importer.default_processor());
        let writer = |it: &Arc<dyn ErasedWriter>| Step::new(format!("{} {}", it.target(), it.id().name), it, &texts);
        Self {
            sources: sources(importer.extensions()),
            importer: Step::new(importer.id().name, importer, &texts),
            processors,
            writers: registry.writers().map(writer).collect(),
            assets: Rc::clone(assets),
        }
    }

    fn import(&self, source: &SourcePath, input: &[u8], random: &mut Random, trace: &mut Trace) -> Option<DynValue> {
        let files = Files::new(source, input);
        let params = self.importer.params(random, trace)?;
        let import = || {
            let mut ctx = ImportContext::new(source, &files);
            let value = self.importer.stage.import(&mut ctx, &params);
            (value, ctx.finish().1)
        };
        trace.reach("import");
        let (value, diagnostics) = import();
        let value = result(value, &diagnostics, trace)?;
        if random.once_in(64) {
            let again = import().0.ok().map(|value| value.digest());
            assert_eq!(again, Some(value.digest()), "the importer is not deterministic");
        }
        Some(value)
    }

    /// Runs the default processor half of the time, otherwise any processor.
    fn process(
        &self,
        source: &SourcePath,
        value: &DynValue,
        random: &mut Random,
        trace: &mut Trace,
    ) -> Option<Vec<Product>> {
        let any = random.below(self.processors.len().max(1));
        let processor = self.processors.get(if random.once_in(2) { 0 } else { any })?;
        let params = processor.params(random, trace)?;
        trace.reach(&processor.name);
        let mut ctx = ProcessContext::new(source, self.assets.as_ref());
        let products = processor.stage.process(value, &params, &mut ctx);
        result(products, &ctx.finish().1, trace)
    }

    fn write(&self, product: &Product, random: &mut Random, trace: &mut Trace) {
        for writer in self.writers.iter().filter(|writer| writer.stage.input() == product.value.value_type()) {
            let Some(params) = writer.params(random, trace) else { continue };
            trace.reach(&writer.name);
            for suffix in writer.stage.suffixes() {
                let mut ctx = WriteContext::new("Models/Asset").labelled(writer.stage.label(&product.label));
                let bytes = writer.stage.write(&product.value, suffix, &params, &mut ctx);
                if let Some(bytes) = result(bytes, &ctx.finish(), trace) {
                    output::check(writer.stage.extension(), &bytes);
                }
            }
        }
    }
}

impl Reader for Chain {
    fn read(&self, input: &[u8], choices: u64, trace: &mut Trace) {
        let random = &mut random(choices);
        let source = random.pick(&self.sources);
        let Some(value) = self.import(source, input, random, trace) else { return };
        let Some(products) = self.process(source, &value, random, trace) else { return };
        trace.accepted = true;
        products.iter().take(WRITTEN).for_each(|product| self.write(product, random, trace));
    }
}

fn sources(extensions: &[&str]) -> Vec<SourcePath> {
    let extensions = if extensions.is_empty() { &["bin"] } else { extensions };
    extensions.iter().filter_map(|extension| SourcePath::new(&format!("Models/Asset.{extension}")).ok()).collect()
}

/// Returns the result of a stage, if it reported no error. Panics if a stage fails without reporting an error, because its user
/// would get no explanation.
fn result<T>(result: Result<T, StageError>, diagnostics: &[Diagnostic], trace: &mut Trace) -> Option<T> {
    let has_error = trace.report_all(diagnostics);
    match result {
        Ok(value) => Some(value).filter(|_| !has_error),
        Err(StageError::Io { error, .. }) => {
            trace.report(&error.kind().to_string());
            None
        }
        Err(error) => {
            assert!(has_error, "a stage failed without a diagnostic: {error}");
            None
        }
    }
}
