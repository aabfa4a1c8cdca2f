//! What every stage of the pipeline shares: the [`Importer`], [`Processor`] and [`Writer`] traits, the contexts they
//! read through, the [`Diagnostic`]s they leave, their typed parameters, and the [`Registry`] that names them.
//!
//! A stage is a pure function of what its context hands it. It never opens a file itself, so whatever it reads is a
//! [`Dependency`] that the build graph knows of; there is no separate list of dependencies that could be forgotten.
//!
//! This crate does no I/O: the graph lends a [`Sources`] that does.

mod asset_index;
mod context;
mod dependency;
mod diagnostic;
mod digest;
mod erased;
#[doc(hidden)]
pub mod macro_support;
mod nearest;
mod params;
mod products;
mod registry;
mod source_path;
mod source_text;
mod stage;
mod stage_error;
mod value;

pub use asset_index::{AssetError, AssetIndex, ProductInfo};
pub use context::{Found, ImportContext, LARGEST_FILE, ProcessContext, Sources, WriteContext};
pub use dependency::{Dependency, Probe};
pub use diagnostic::{Code, Diagnostic, Level, Place};
pub use digest::Digest;
pub use erased::{BoundParams, ErasedImporter, ErasedProcessor, ErasedWriter, StageParams};
pub use nearest::{did_you_mean, nearest};
pub use params::{NoParams, ParamDoc, ParamError, Params};
pub use products::{Labelled, Product, Products};
pub use registry::{Registry, WriterLookup};
pub use source_path::{SourcePath, SourcePathError};
pub use source_text::SourceText;
pub use stage::{Claim, Importer, Processor, StageId, Writer};
pub use stage_error::StageError;
pub use toml::{Table as TomlTable, Value as TomlValue};
pub use value::{DynValue, Value, ValueType};
