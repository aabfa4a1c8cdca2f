//! [`Stock`]: where a tab's clips come from.

use std::sync::Arc;

use rigmill_runtime::Content;
use rigmill_runtime::clips::{Clip, ClipContent};
use rigmill_runtime::content::{AlignedBytes, AnimationSequence, Loadable, MakeError, Skeleton};

use super::error::AskError;
use crate::workshop::Workshop;

/// Before the name of a compressed clip: its source. No asset has such a name.
const SOURCE_OF: &str = "/source/";

/// Built content, and what the workshop makes of its sources.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stock<'a> {
    pub(crate) content: &'a Content,
    pub(crate) workshop: Option<&'a dyn Workshop>,
}

impl<'a> Stock<'a> {
    /// The clip called `name`, bound to a skeleton; `/source/NAME` is the source of the compressed clip NAME.
    pub(crate) fn clip(&self, name: &str, skeleton: &Skeleton) -> Result<Clip, AskError> {
        let Some(of) = name.strip_prefix(SOURCE_OF) else {
            return Ok(Clip::load(self.content, name, &skeleton.view())?);
        };
        let bytes = self.workshop()?.source(of).map_err(AskError::Workshop)?;
        let source = AnimationSequence::from_bytes(AlignedBytes::from_slice(&bytes)).map_err(MakeError::from)?;
        Ok(Clip::new(ClipContent::from(&Arc::new(source)), &skeleton.view()))
    }

    pub(crate) fn workshop(&self) -> Result<&'a dyn Workshop, AskError> {
        self.workshop.ok_or(AskError::Senseless("there are no sources here: open the project, not its content"))
    }
}
