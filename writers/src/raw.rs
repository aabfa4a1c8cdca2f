//! [`RawWriter`]: files as they are.

use std::marker::PhantomData;

use rigmill_format::RawFile;
use rigmill_pipeline::{NoParams, WriteContext, Writer};

use crate::written::Written;

/// A target, as a type.
pub trait Target: Send + Sync + 'static {
    /// Its name.
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

/// Writes a [`RawFile`] as it is, for any target. Its extension is part of its name, so none is added.
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
