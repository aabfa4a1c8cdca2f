//! [`Repertoire`]: the skeleton that a tab poses, and the clips that play on it.

use std::collections::BTreeMap;
use std::sync::Arc;

use rigmill_runtime::Content;
use rigmill_runtime::blocks::Rig;
use rigmill_runtime::clips::{Clip, ClipContent};
use rigmill_runtime::content::{CompressedClip, ContentType, Skeleton};

use super::error::AskError;
use super::stock::Stock;

/// The maximum number of bound clips that are kept. If it is exceeded, all are dropped and bound again when needed.
const MAX_BOUND: usize = 64;

/// The name of the clip that was last compressed as a trial. No asset has this name.
pub(crate) const TRIAL: &str = "/trial";

/// A skeleton and clips that are bound to it, all from the same build.
#[derive(Debug)]
pub(crate) struct Repertoire {
    pub(crate) skeleton: Arc<Skeleton>,
    pub(crate) rig: Rig,
    clips: BTreeMap<String, Clip>,
    trial: Option<(Clip, Arc<CompressedClip>)>,
}

impl Repertoire {
    /// Loads the skeleton called `name`.
    pub(crate) fn load(content: &Content, name: &str) -> Result<Self, AskError> {
        let skeleton: Arc<Skeleton> = content.load(name)?;
        let rig = Rig::new(&skeleton.view());
        Ok(Self { skeleton, rig, clips: BTreeMap::new(), trial: None })
    }

    /// Returns the clip called `name`, bound to the skeleton.
    pub(crate) fn clip(&mut self, stock: Stock<'_>, name: &str) -> Result<Clip, AskError> {
        if name == TRIAL {
            let gone = || AskError::Senseless("the trial has ended: compress the clip again");
            return self.trial.as_ref().map(|(clip, _)| clip.clone()).ok_or_else(gone);
        }
        if let Some(clip) = self.clips.get(name) {
            return Ok(clip.clone());
        }
        let clip = stock.clip(name, &self.skeleton)?;
        clip.check(self.rig.bones())?;
        if self.clips.len() >= MAX_BOUND {
            self.clips.clear();
        }
        self.clips.insert(name.to_owned(), clip.clone());
        Ok(clip)
    }

    /// Keeps a trial clip, and replaces the last one.
    pub(crate) fn try_out(&mut self, content: Arc<CompressedClip>) -> Result<(), AskError> {
        let clip = Clip::new(ClipContent::from(&content), &self.skeleton.view());
        clip.check(self.rig.bones())?;
        self.trial = Some((clip, content));
        Ok(())
    }

    /// Takes over the trial clip of another repertoire, if it still fits the skeleton.
    pub(crate) fn take_trial(&mut self, other: &Self) {
        if let Some((_, content)) = &other.trial {
            // A clip that no longer fits is dropped.
            let _ = self.try_out(Arc::clone(content));
        }
    }

    /// Returns the content of a clip, if it is a compressed clip.
    pub(crate) fn compressed(&self, stock: Stock<'_>, name: &str) -> Result<Option<Arc<CompressedClip>>, AskError> {
        if name == TRIAL {
            return Ok(self.trial.as_ref().map(|(_, content)| content.clone()));
        }
        let is_compressed = stock.content.content_type(name) == Some(ContentType::CompressedClip);
        Ok(if is_compressed { Some(stock.content.load(name)?) } else { None })
    }
}
