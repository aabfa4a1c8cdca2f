//! [`Stock`]: provides the clips of a tab.

use std::sync::Arc;

use rigmill_runtime::Content;
use rigmill_runtime::clips::{Clip, ClipContent};
use rigmill_runtime::content::{AlignedBytes, AnimationSequence, Loadable, MakeError, Skeleton};

use super::error::AskError;
use crate::toolchain::Toolchain;

/// A prefix before the name of a compressed clip. It means the clip's source. No asset has such a name.
const SOURCE_OF: &str = "/source/";

/// Built content, and the sources that the toolchain provides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stock<'a> {
    pub(crate) content: &'a Content,
    pub(crate) toolchain: Option<&'a dyn Toolchain>,
}

impl<'a> Stock<'a> {
    /// Returns the clip called `name`, bound to a skeleton. `/source/NAME` is the source of the compressed clip NAME.
    pub(crate) fn clip(&self, name: &str, skeleton: &Skeleton) -> Result<Clip, AskError> {
        let Some(of) = name.strip_prefix(SOURCE_OF) else {
            return Ok(Clip::load(self.content, name, &skeleton.view())?);
        };
        Ok(Clip::new(ClipContent::from(&Arc::new(self.source(of)?)), &skeleton.view()))
    }

    /// Returns the source clip of a compressed clip if `name` means a source; otherwise `None`.
    pub(crate) fn named_source(&self, name: &str) -> Result<Option<AnimationSequence>, AskError> {
        name.strip_prefix(SOURCE_OF).map(|of| self.source(of)).transpose()
    }

    fn source(&self, of: &str) -> Result<AnimationSequence, AskError> {
        let bytes = self.toolchain()?.source(of).map_err(AskError::Toolchain)?;
        Ok(AnimationSequence::from_bytes(AlignedBytes::from_slice(&bytes)).map_err(MakeError::from)?)
    }

    pub(crate) fn toolchain(&self) -> Result<&'a dyn Toolchain, AskError> {
        self.toolchain
            .ok_or(AskError::Senseless("there are no sources here: open the project instead of its built content"))
    }
}
