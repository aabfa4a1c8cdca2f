//! Content files: opened, walked and played by the runtime.

mod clips;
mod curves;
mod data;
mod file;
mod layers;
mod models;
mod morphs;
mod motion;
mod numbers;

pub(crate) use file::ContentFile;
