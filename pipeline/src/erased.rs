//! Type-erased stages. The registry stores stages in this form, and the build graph runs them.

mod variants;

use std::any::Any;
use std::sync::Arc;

use crate::stage::unserialisable;
use crate::{
    Claim, ClaimRule, DynValue, ImportContext, Importer, ParamDoc, ParamError, ParamShape, Params, ProcessContext,
    Processor, Product, Products, StageError, StageId, TargetDefault, Value, ValueType, WriteContext, Writer,
};

pub use variants::Variants;

/// The parameters of a stage, with their values checked.
#[derive(Clone)]
pub struct BoundParams {
    params: Arc<dyn Any + Send + Sync>,
    canonical: Arc<[(String, String)]>,
}

impl BoundParams {
    /// Returns the name and canonical value of each parameter, including defaults.
    #[must_use]
    pub fn canonical(&self) -> &[(String, String)] {
        &self.canonical
    }

    /// Returns the same parameters with more canonical values.
    fn with_canonical(&self, more: impl IntoIterator<Item = (String, String)>) -> Self {
        let canonical = self.canonical.iter().cloned().chain(more).collect();
        Self { params: Arc::clone(&self.params), canonical }
    }
}

/// The definitions of a stage's parameters.
pub trait StageParams {
    /// Returns the documentation of every parameter, in order of definition.
    fn param_docs(&self) -> Vec<ParamDoc>;

    /// Returns the values that each parameter accepts, in the same order.
    fn param_shapes(&self) -> Vec<ParamShape>;

    /// Sets the parameters of this stage to the values in `given`. Ignores values for which the stage has no parameter.
    ///
    /// # Errors
    /// [`ParamError`] if a value has the wrong type or is out of range.
    fn bind(&self, given: &toml::Table) -> Result<BoundParams, ParamError>;
}

fn bind<P: Params>(given: &toml::Table) -> Result<BoundParams, ParamError> {
    let mut params = P::default();
    for (name, value) in given {
        params.set(name, value).unwrap_or(Ok(()))?;
    }
    let canonical = params.canonical().into();
    Ok(BoundParams { params: Arc::new(params), canonical })
}

/// Returns the parameters in the stage's own type. If they were bound by a different stage, which the build graph never does,
/// returns the defaults.
fn own<P: Params>(bound: &BoundParams) -> Arc<P> {
    Arc::clone(&bound.params).downcast().unwrap_or_default()
}

/// A type-erased [`Importer`].
pub trait ErasedImporter: StageParams + Send + Sync {
    /// Returns the importer's name and version.
    fn id(&self) -> StageId;
    /// Returns [`Importer::EXTENSIONS`].
    fn extensions(&self) -> &'static [&'static str];
    /// Returns the name of the processor that gets the importer's output by default.
    fn default_processor(&self) -> &'static str;
    /// Returns the type of the importer's result.
    fn output(&self) -> ValueType;
    /// Returns [`Importer::CLAIM_RULE`].
    fn claim_rule(&self) -> Option<ClaimRule>;
    /// Returns [`Importer::TARGET_DEFAULTS`].
    fn target_defaults(&self) -> &'static [TargetDefault];
    /// Returns [`Importer::READS_OTHER_FILES`].
    fn reads_other_files(&self) -> bool;
    /// Decides how the importer treats a file. `is_in_folder` says whether a file name exists in the same folder.
    fn claim(&self, file_name: &str, is_in_folder: &dyn Fn(&str) -> bool) -> Claim {
        self.claim_rule().map_or(Claim::Asset, |rule| rule(file_name, is_in_folder))
    }
    /// Runs the importer.
    ///
    /// # Errors
    /// The same as for [`Importer::import`].
    fn import(&self, ctx: &mut ImportContext<'_>, params: &BoundParams) -> Result<DynValue, StageError>;
}

/// A type-erased [`Processor`].
pub trait ErasedProcessor: StageParams + Send + Sync {
    /// Returns the processor's name and version.
    fn id(&self) -> StageId;
    /// Returns the type of the processor's input.
    fn input(&self) -> ValueType;
    /// Runs the processor.
    ///
    /// # Errors
    /// The same as for [`Processor::process`].
    fn process(
        &self,
        input: &DynValue,
        params: &BoundParams,
        ctx: &mut ProcessContext<'_>,
    ) -> Result<Vec<Product>, StageError>;
}

/// A type-erased [`Writer`].
pub trait ErasedWriter: StageParams + Send + Sync {
    /// Returns the writer's name and version.
    fn id(&self) -> StageId;
    /// Returns the type of the writer's input.
    fn input(&self) -> ValueType;
    /// Returns the target for which the writer writes.
    fn target(&self) -> &'static str;
    /// Returns [`Writer::EXTENSION`].
    fn extension(&self) -> &'static str;
    /// Returns the suffix of each file that the writer writes: "" for the main file, then the suffixes of the writer's
    /// [`EXTRA_FILES`](Writer::EXTRA_FILES).
    fn suffixes(&self) -> Vec<&'static str>;
    /// Calls [`Writer::label`].
    fn label<'a>(&self, label: &'a str) -> &'a str;
    /// Returns [`Writer::NAMED`].
    fn named(&self) -> bool;
    /// Writes the file with this suffix.
    ///
    /// # Errors
    /// The same as for [`Writer::write`].
    fn write(
        &self,
        value: &DynValue,
        suffix: &str,
        params: &BoundParams,
        ctx: &mut WriteContext,
    ) -> Result<Vec<u8>, StageError>;
}

pub(crate) struct ImporterStage<I>(pub I);
pub(crate) struct ProcessorStage<P>(pub P);
pub(crate) struct WriterStage<W>(pub W);

macro_rules! stage_params {
    ($stage:ident, $kind:ident) => {
        impl<S: $kind> StageParams for $stage<S> {
            fn param_docs(&self) -> Vec<ParamDoc> {
                <S::Params as Params>::docs()
            }

            fn param_shapes(&self) -> Vec<ParamShape> {
                <S::Params as Params>::shapes()
            }

            fn bind(&self, given: &toml::Table) -> Result<BoundParams, ParamError> {
                bind::<S::Params>(given)
            }
        }
    };
}

stage_params!(ImporterStage, Importer);
stage_params!(ProcessorStage, Processor);
stage_params!(WriterStage, Writer);

impl<I: Importer> ErasedImporter for ImporterStage<I> {
    fn id(&self) -> StageId {
        StageId { name: I::NAME.into(), version: I::VERSION }
    }

    fn extensions(&self) -> &'static [&'static str] {
        I::EXTENSIONS
    }

    fn default_processor(&self) -> &'static str {
        I::DEFAULT_PROCESSOR
    }

    fn output(&self) -> ValueType {
        ValueType::of::<I::Output>()
    }

    fn claim_rule(&self) -> Option<ClaimRule> {
        I::CLAIM_RULE
    }

    fn target_defaults(&self) -> &'static [TargetDefault] {
        I::TARGET_DEFAULTS
    }

    fn reads_other_files(&self) -> bool {
        I::READS_OTHER_FILES
    }

    fn import(&self, ctx: &mut ImportContext<'_>, params: &BoundParams) -> Result<DynValue, StageError> {
        let value = self.0.import(ctx, &own::<I::Params>(params))?;
        DynValue::new(value).map_err(|error| ctx.fail(unserialisable(I::NAME, &error)))
    }
}

impl<P: Processor> ErasedProcessor for ProcessorStage<P> {
    fn id(&self) -> StageId {
        StageId { name: P::NAME.into(), version: P::VERSION }
    }

    fn input(&self) -> ValueType {
        ValueType::of::<P::Input>()
    }

    fn process(
        &self,
        input: &DynValue,
        params: &BoundParams,
        ctx: &mut ProcessContext<'_>,
    ) -> Result<Vec<Product>, StageError> {
        let input = expect_input::<P::Input>(input);
        let made = self.0.process(input, &own::<P::Params>(params), ctx)?;
        made.into_products().map_err(|error| ctx.fail(unserialisable(P::NAME, &error)))
    }
}

impl<W: Writer> ErasedWriter for WriterStage<W> {
    fn id(&self) -> StageId {
        StageId { name: W::NAME.into(), version: W::VERSION }
    }

    fn input(&self) -> ValueType {
        ValueType::of::<W::Input>()
    }

    fn target(&self) -> &'static str {
        W::TARGET
    }

    fn extension(&self) -> &'static str {
        W::EXTENSION
    }

    fn label<'a>(&self, label: &'a str) -> &'a str {
        W::label(label)
    }

    fn named(&self) -> bool {
        W::NAMED
    }

    fn suffixes(&self) -> Vec<&'static str> {
        std::iter::once("").chain(W::EXTRA_FILES.iter().map(|file| file.suffix)).collect()
    }

    fn write(
        &self,
        value: &DynValue,
        suffix: &str,
        params: &BoundParams,
        ctx: &mut WriteContext,
    ) -> Result<Vec<u8>, StageError> {
        let (value, params) = (expect_input::<W::Input>(value), own::<W::Params>(params));
        match W::EXTRA_FILES.iter().find(|file| file.suffix == suffix) {
            Some(file) => (file.write)(value, &params, ctx),
            None => self.0.write(value, &params, ctx),
        }
    }
}

/// The graph matches output types to input types before it runs anything, so a mismatch here is a bug in the caller.
fn expect_input<T: Value>(value: &DynValue) -> &T {
    match value.get() {
        Some(value) => value,
        None => panic!("a {:?} was passed to a stage that takes a {:?}", value.value_type(), ValueType::of::<T>()),
    }
}
