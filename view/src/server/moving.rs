//! Finds the assets that move.

use std::collections::BTreeSet;

use rigmill_runtime::content::{ContentType, Skeleton};

use crate::content::Shelf;
use crate::news::News;
use crate::tab::{ClipIndex, skeleton_of};

/// The maximum number of skeletons and of models that are examined.
const MAX_BODIES: usize = 64;

/// Returns the names of the clips that change the pose of a skeleton, and of the skeletons and models that they pose.
pub(super) fn moving(shelf: &Shelf, news: &News, index: &ClipIndex) -> BTreeSet<String> {
    let Ok(content) = shelf.content() else { return BTreeSet::new() };
    let (_, assets) = news.assets(shelf);
    let named = |of: ContentType| {
        assets.iter().filter(move |asset| asset.of() == Some(of)).map(|asset| &asset.name).take(MAX_BODIES)
    };
    let mut moving = BTreeSet::new();
    for name in named(ContentType::Skeleton) {
        let Ok(skeleton) = content.load::<Skeleton>(name) else { continue };
        let clips = index.clips_of(content, &assets, (name, &skeleton));
        let clips = clips.into_iter().filter(|clip| clip.stirs && clip.moves > 0 && clip.is_for_skeleton());
        let names: Vec<String> = clips.map(|clip| clip.name).collect();
        if !names.is_empty() {
            moving.insert(name.clone());
            moving.extend(names);
        }
    }
    let models = named(ContentType::Model)
        .filter(|model| skeleton_of(content, &assets, model).is_some_and(|skeleton| moving.contains(&skeleton)));
    let models: Vec<String> = models.cloned().collect();
    moving.extend(models);
    moving
}
