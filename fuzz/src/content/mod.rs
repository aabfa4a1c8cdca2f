//! Opens, walks and plays content files, and packs of them, with the runtime.

mod clips;
mod curves;
mod data;
mod file;
mod layers;
mod models;
mod morphs;
mod motion;
mod numbers;
mod pack;

pub(crate) use file::ContentFile;
pub(crate) use pack::PackFile;
