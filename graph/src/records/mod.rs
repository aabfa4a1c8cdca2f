//! What is remembered of actions and assets, and the envelope and key under which it is stored.

mod action;
mod asset;
pub(crate) mod envelope;
mod key;

pub use asset::RecipeRecord;
pub use envelope::RecordError;
pub use key::Key;

pub(crate) use action::{Blob, ImportMemo, OutputRecord, ProcessMemo, ProductMemo, WriteMemo, WriterRecord};
pub(crate) use asset::{AssetRecord, Failure, Good};
pub(crate) use envelope::Kind;
pub(crate) use key::KeyBuilder;
