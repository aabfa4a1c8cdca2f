//! [`RigActions`]: the actions of a character, with handles of the skeleton and the clips that they use.

use std::collections::BTreeSet;
use std::sync::Arc;

use bevy_asset::io::Reader;
use bevy_asset::{Asset, AssetLoader, Assets, Handle, LoadContext};
use bevy_reflect::TypePath;
use rigmill_runtime::Content;
use rigmill_runtime::clips::ClipContent;
use rigmill_runtime::content::{ActionSet, LoadError, Memory};

use super::clip::RigClip;
use super::content::{RigSkeleton, decoded, read};
use super::error::RigLoadError;
use super::path::{ContentRoot, EXTENSIONS};

/// An action set: layers of named actions, the clips that they play, and the skeleton that the clips move.
///
/// Loading an action set also loads its skeleton and all clips.
#[derive(Asset, TypePath, Clone, Debug)]
pub struct RigActions {
    /// The action set.
    pub set: Arc<ActionSet>,
    /// The skeleton.
    #[dependency]
    pub skeleton: Handle<RigSkeleton>,
    /// The clips, without duplicates, in the order of [`clip_names`](Self::clip_names).
    #[dependency]
    pub clips: Vec<Handle<RigClip>>,
    /// The asset name of each clip.
    pub clip_names: Vec<String>,
}

/// The name of the action set in [`RigActions::content`].
pub(crate) const ACTIONS: &str = "actions";

impl RigActions {
    /// The action set and everything it needs, as the runtime's content that consists of loaded assets. `None` while an asset
    /// is missing.
    pub(crate) fn content(
        &self,
        skeletons: &Assets<RigSkeleton>,
        clips: &Assets<RigClip>,
    ) -> Option<Result<Content, LoadError>> {
        let skeleton = skeletons.get(&self.skeleton)?;
        let clips = self.clips.iter().map(|clip| clips.get(clip)).collect::<Option<Vec<_>>>()?;
        Some(self.content_of(skeleton, &clips))
    }

    fn content_of(&self, skeleton: &RigSkeleton, clips: &[&RigClip]) -> Result<Content, LoadError> {
        let content = Content::from_source(Memory::default());
        content.add(ACTIONS, Arc::clone(&self.set))?;
        content.add(self.set.view().skeleton(), Arc::clone(&skeleton.0))?;
        for (name, clip) in self.clip_names.iter().zip(clips) {
            add_clip(&content, name, clip)?;
        }
        Ok(content)
    }
}

fn add_clip(content: &Content, name: &str, clip: &RigClip) -> Result<(), LoadError> {
    match &clip.content {
        ClipContent::Sequence(clip) => content.add(name, Arc::clone(clip))?,
        ClipContent::Uniform(clip) => content.add(name, Arc::clone(clip))?,
        ClipContent::Compressed(clip) => content.add(name, Arc::clone(clip))?,
        ClipContent::Curves(clip) => content.add(name, Arc::clone(clip))?,
        ClipContent::Sampled(clip) => content.add(name, Arc::clone(clip))?,
    }
    if let Some(motion) = &clip.companions.motion {
        let of_clip = || format!("{name}.motion");
        content.add(&name.strip_suffix(".clip").map_or_else(of_clip, str::to_owned), Arc::clone(motion))?;
    }
    if let Some(events) = &clip.companions.events {
        content.add(&format!("{name}.events"), Arc::clone(events))?;
    }
    if let Some(weights) = &clip.companions.weights {
        content.add(&format!("{name}.weights"), Arc::clone(weights))?;
    }
    Ok(())
}

/// Loads [`RigActions`].
#[derive(TypePath)]
pub(crate) struct ActionsLoader(pub(crate) ContentRoot);

impl AssetLoader for ActionsLoader {
    type Asset = RigActions;
    type Settings = ();
    type Error = RigLoadError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        _settings: &(),
        context: &mut LoadContext<'_>,
    ) -> Result<RigActions, RigLoadError> {
        let set: Arc<ActionSet> = decoded(read(reader).await?)?;
        let view = set.view();
        if view.skeleton().is_empty() {
            return Err(RigLoadError::NoSkeleton);
        }
        let by = context.path().clone();
        let skeleton = context.load(self.0.path(view.skeleton(), &by));
        let actions = view.layers().flat_map(|layer| layer.actions().map(|action| action.clip()));
        let names: BTreeSet<&str> = actions.collect();
        let clips = names.iter().map(|name| context.load(self.0.path(name, &by))).collect();
        let clip_names = names.iter().map(|name| (*name).to_owned()).collect();
        Ok(RigActions { skeleton, clips, clip_names, set: Arc::clone(&set) })
    }

    fn extensions(&self) -> &[&str] {
        EXTENSIONS
    }
}
