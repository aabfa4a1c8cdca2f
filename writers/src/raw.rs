//! [`RawWriter`]: writes files unchanged.

use std::marker::PhantomData;

use rigmill_format::RawFile;
use rigmill_pipeline::{NoParams, WriteContext, Writer};

use crate::written::Written;

/// A target, represented as a type.
pub trait Target: Send + Sync + 'static {
    /// The name of the target.
    const NAME: &'static str;
}

/// The target `native`.
pub struct Native;

impl Target for Native {
    const NAME: &'static str = "native";
}

/// The target `xna`.
pub struct Xna;

impl Target for Xna {
    const NAME: &'static str = "xna";
}

/// The target `gltf`.
pub struct Gltf;

impl Target for Gltf {
    const NAME: &'static str = "gltf";
}

/// Writes a [`RawFile`] unchanged, for any target. The file's extension is part of its name, so the writer adds none.
pub struct RawWriter<T>(PhantomData<fn() -> T>);

impl<T> Default for RawWriter<T> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<T: Target> Writer for RawWriter<T> {
    type Input = RawFile;
    type Params = NoParams;
    const NAME: &'static str = "raw";
    const VERSION: u32 = 1;
    const TARGET: &'static str = T::NAME;
    const EXTENSION: &'static str = "";

    fn write(&self, file: &RawFile, _params: &NoParams, _ctx: &mut WriteContext) -> Written {
        Ok(file.bytes.clone())
    }
}
