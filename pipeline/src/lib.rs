#![doc = include_str!("../README.md")]
//!
//! # Details
//!
//! This crate contains the common parts of all stages: the traits [`Importer`], [`Processor`] and [`Writer`], the contexts
//! through which stages read, the [`Diagnostic`]s that stages report, their typed parameters, and the [`Registry`] of stages.
//!
//! A stage is a pure function of its inputs and the answers of its context. A stage never opens a file itself: it reads through
//! its context, which records each read as a [`Dependency`]. As a result, you never need to maintain a list of dependencies.
//!
//! This crate does no I/O. The build graph provides a [`Sources`] that reads files, and [`MemorySources`] provides files in
//! memory for tests.

mod asset_index;
mod context;
mod diagnostic;
mod digest;
mod erased;
mod memory;
mod nearest;
mod params;
mod products;
mod query;
mod registry;
mod source;
mod stage;
mod value;

pub use asset_index::{AssetError, AssetIndex, ProductInfo};
pub use context::{Found, ImportContext, LARGEST_FILE, ProcessContext, StageContext, WriteContext};
pub use diagnostic::{Code, Diagnostic, Level, Location, codes};
pub use digest::Digest;
pub use erased::{BoundParams, ErasedImporter, ErasedProcessor, ErasedWriter, StageParams, Variants};
pub use memory::{MemoryAssets, MemorySources};
pub use nearest::{did_you_mean, nearest, nearest_assets};
#[doc(hidden)]
pub use params::macro_support;
pub use params::{NoParams, ParamDoc, ParamError, ParamShape, Params};
pub use products::{Labelled, Product, Products};
pub use query::{Dependency, Query, Subject};
pub use registry::{Registry, WriterLookup};
pub use source::{Globs, SourcePath, SourcePathError, SourceText, Sources, subtable_above};
pub use stage::{Claim, ClaimRule, ExtraFile, Importer, Processor, StageError, StageId, TargetDefault, Writer};
pub use toml::{Table as TomlTable, Value as TomlValue};
pub use value::{DynValue, Value, ValueType};
