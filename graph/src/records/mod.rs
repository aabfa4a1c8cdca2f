//! The records of actions and assets, and the keys and the envelope with which they are stored.

mod action;
mod asset;
mod file_name;
mod key;
mod output_name;
mod worker_result;

pub use asset::{Origin, RecipeRecord};
pub use key::ActionKey;
pub use output_name::OutputName;

pub(crate) use action::{
    CachedRecord, ImportRecord, OutputRecord, ProcessRecord, ProductRecord, WriteRecord, WriterRecord,
};
pub(crate) use asset::{AssetRecord, BuiltRecord, Failure, RecipeId};
pub(crate) use file_name::fault_on_windows;
pub(crate) use key::ActionKeyBuilder;
pub(crate) use worker_result::WorkerResult;
