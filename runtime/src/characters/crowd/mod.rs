//! [`Crowd`]: many characters of one skeleton that play clips.

mod actions;
mod actor;
mod character;
mod chunk;
mod error;
mod playing;

use std::sync::Arc;

use rigmill_math::matrix::Matrix;

pub use actions::{CrowdActions, CrowdActionsError};
pub use character::Character;
pub use chunk::CrowdChunk;
pub use error::CrowdError;

use crate::blocks::{PoseBlock, Rig};
use crate::characters::engine::layer::CrowdLayer;
use crate::characters::engine::stage::{Scratch, Stage};
use crate::characters::play_options::check_finite;
use crate::clips::Clip;
use crate::content::Skeleton;
use crate::error::PlayError;
use crate::layers::PoseLayer;
use actor::Actor;
use character::Characters;

/// Characters of one skeleton that play clips in layers with cross-fades, by the rules of
/// [`Rules::Standard`](crate::Rules::Standard), with one clock for all bones that a clip moves. If you need a clock for each
/// bone, or [`Rules::RobotGame`](crate::Rules::RobotGame), use [`Players`](crate::Players).
///
/// A pose starts as the bind pose. Each layer is blended onto it with the layer's mask. A layer that plays no clip
/// changes nothing. Bones of the layer that a clip does not move continue with the clips that moved them before. As with [`AnimationBlender`](crate::characters::AnimationBlender), a clip that comes in during a
/// blend continues from the pose at that moment. A character's own [`PoseLayer`]s come last.
///
/// [`play`](Self::play) and [`update`](Self::update) allocate no memory. [`add`](Self::add) allocates no memory for
/// characters that were [reserved](Self::reserve).
///
/// ```no_run
/// use rigmill_runtime::Content;
/// use rigmill_runtime::characters::CrowdActions;
///
/// let content = Content::open("build/native")?;
/// let actions = CrowdActions::load(&content, "Animation/Players/Grund/Grund.actions")?;
/// let mut crowd = actions.crowd(100)?;
/// for character in crowd.characters().to_vec() {
///     actions.play(&mut crowd, character, "lower", "Walk")?;
/// }
/// crowd.update(1.0 / 60.0)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Crowd {
    stage: Stage,
    characters: Characters,
    actors: Vec<Actor>,
    /// Actors for characters that will be added.
    spare: Vec<Actor>,
    /// The number of levels of detail.
    details: usize,
    absolute: Vec<Matrix>,
    /// The matrices of the bind pose.
    bind: Vec<Matrix>,
    /// The buffers of each chunk.
    scratches: Vec<Scratch>,
}

impl Crowd {
    /// Creates `len` characters in their bind pose. They play `clips`, identified by number, in these layers, of which the
    /// first is the lowest. Each layer is a [`CrowdLayer`], or only its mask.
    ///
    /// # Errors
    /// A clip or a mask does not fit the skeleton, or a weight is not in the range 0 to 1.
    pub fn new<L: Into<CrowdLayer>>(
        skeleton: &Arc<Skeleton>,
        clips: Vec<Clip>,
        layers: impl IntoIterator<Item = L>,
        len: usize,
    ) -> Result<Self, CrowdError> {
        let layers: Vec<CrowdLayer> = layers.into_iter().map(Into::into).collect();
        CrowdError::check(skeleton.view().len(), &clips, &layers)?;
        let stage = Stage::new(skeleton, clips, layers);
        let mut scratch = stage.scratch();
        let mut bind = vec![rigmill_math::matrix::IDENTITY; stage.rig.bones()];
        stage.show(&mut [], 0.0, &mut scratch, &mut bind);
        let mut crowd = Self {
            stage,
            bind,
            characters: Characters::new(),
            actors: Vec::new(),
            spare: Vec::new(),
            details: 1,
            absolute: Vec::new(),
            scratches: vec![scratch],
        };
        crowd.reserve(len);
        for _ in 0..len {
            crowd.add();
        }
        Ok(crowd)
    }

    /// Adds a character in its bind pose.
    pub fn add(&mut self) -> Character {
        let character = self.characters.add();
        self.actors.push(self.spare.pop().unwrap_or_else(|| Actor::new(&self.stage)));
        self.absolute.extend_from_slice(&self.bind);
        character
    }

    /// Removes a character. Its handle becomes invalid. All other handles stay valid.
    ///
    /// # Errors
    /// The character does not exist.
    pub fn remove(&mut self, character: Character) -> Result<(), PlayError> {
        let index = self.index(character)?;
        self.characters.remove(index);
        let mut actor = self.actors.swap_remove(index);
        actor.reset();
        self.spare.push(actor);
        let (bones, last) = (self.stage.rig.bones(), self.actors.len());
        self.absolute.copy_within(last * bones.., index * bones);
        self.absolute.truncate(last * bones);
        Ok(())
    }

    /// Reserves memory for `more` characters, so that adding them does not allocate.
    pub fn reserve(&mut self, more: usize) {
        self.characters.reserve(more);
        self.actors.reserve(more);
        // Reserves space so that removing characters does not allocate either.
        self.spare.reserve(self.actors.capacity().saturating_sub(self.spare.len()));
        while self.spare.len() < more {
            self.spare.push(Actor::new(&self.stage));
        }
        self.absolute.reserve(more * self.stage.rig.bones());
    }

    /// The handles of all characters, in the order of [`matrices`](Self::matrices).
    #[must_use]
    pub fn characters(&self) -> &[Character] {
        self.characters.handles()
    }

    /// Whether a character exists, which means that it was not removed.
    #[must_use]
    pub fn contains(&self, character: Character) -> bool {
        self.characters.index(character).is_some()
    }

    /// Adds a layer that changes the character's pose after its clips and after its existing pose layers, such as a
    /// [`Breath`](crate::layers::Breath). It takes effect with the next update.
    ///
    /// # Errors
    /// The character does not exist.
    pub fn add_layer(&mut self, character: Character, layer: impl PoseLayer + 'static) -> Result<(), PlayError> {
        let index = self.index(character)?;
        self.actors[index].pose_layers.push(Box::new(layer));
        Ok(())
    }

    /// A character's pose layers of type `L`, in the order in which they are applied, for changing them.
    pub fn layers_mut<L: PoseLayer>(&mut self, character: Character) -> impl Iterator<Item = &mut L> {
        let index = self.characters.index(character);
        let actor = index.and_then(|index| self.actors.get_mut(index));
        actor.into_iter().flat_map(|actor| &mut actor.pose_layers).filter_map(crate::layers::downcast)
    }

    /// Adds a level of detail that shows only these bones, and returns the level's number. Level 0 shows all bones. Clips are
    /// evaluated in blocks of eight bones, so a level saves time only if it omits whole blocks. The omitted bones keep their
    /// local bind pose.
    pub fn add_detail(&mut self, bones: impl IntoIterator<Item = usize>) -> usize {
        let mut shown = vec![false; self.stage.rig.blocks()];
        for bone in bones {
            if let Some(block) = shown.get_mut(bone / 8) {
                *block = true;
            }
        }
        self.stage.layers.iter_mut().for_each(|layer| layer.add_detail(&shown));
        self.details += 1;
        self.details - 1
    }

    /// Sets the level of detail of a character.
    ///
    /// # Errors
    /// The character or level does not exist.
    pub fn set_detail(&mut self, character: Character, detail: usize) -> Result<(), PlayError> {
        let index = self.index(character)?;
        check_number("level of detail", detail, self.details)?;
        self.actors[index].detail = detail;
        Ok(())
    }

    /// Sets the number of updates per pose of a character. The default is 1: each update computes the pose. With a higher
    /// `interval`, only every `interval`th update computes it. Characters with the same interval take turns, so the first pose
    /// comes within `interval` updates. The interval does not change the character's clocks, root motion and events.
    ///
    /// # Errors
    /// The character does not exist.
    pub fn set_update_interval(&mut self, character: Character, interval: u32) -> Result<(), PlayError> {
        let index = self.index(character)?;
        self.actors[index].set_interval(interval, index);
        Ok(())
    }

    /// Advances all characters by `dt` seconds.
    ///
    /// # Errors
    /// `dt` is not finite. Nothing has changed then.
    pub fn update(&mut self, dt: f32) -> Result<(), PlayError> {
        check_finite("the time step", dt)?;
        self.chunks(1).try_for_each(|mut chunk| chunk.update(dt))
    }

    /// Splits the crowd into about `count` parts of equal size, so that each part can be updated on one of the game's own
    /// threads. The result is the same for any number of parts. Allocates buffers if there are more parts than ever before.
    ///
    /// ```no_run
    /// # fn update(crowd: &mut rigmill_runtime::Crowd) {
    /// std::thread::scope(|scope| {
    ///     for mut chunk in crowd.chunks(4) {
    ///         scope.spawn(move || chunk.update(1.0 / 60.0));
    ///     }
    /// });
    /// # }
    /// ```
    pub fn chunks(&mut self, count: usize) -> impl Iterator<Item = CrowdChunk<'_>> {
        let (stage, bones) = (&self.stage, self.stage.rig.bones());
        let size = self.actors.len().div_ceil(count.max(1)).max(1);
        let count = self.actors.len().div_ceil(size);
        while self.scratches.len() < count {
            self.scratches.push(stage.scratch());
        }
        let mut absolute = &mut self.absolute[..];
        self.actors.chunks_mut(size).zip(&mut self.scratches).map(move |(actors, scratch)| {
            let absolute = absolute.split_off_mut(..actors.len() * bones).unwrap_or_default();
            CrowdChunk { stage, actors, absolute, scratch }
        })
    }

    /// Like [`update`](Self::update), on the threads of the current rayon pool.
    ///
    /// # Errors
    /// Same as [`update`](Self::update).
    #[cfg(feature = "rayon")]
    pub fn update_in_parallel(&mut self, dt: f32) -> Result<(), PlayError> {
        check_finite("the time step", dt)?;
        // More parts than threads, so that no thread runs out of work early.
        let parts = 4 * rayon::current_num_threads();
        rayon::scope(|scope| {
            for mut chunk in self.chunks(parts) {
                scope.spawn(move |_| drop(chunk.update(dt)));
            }
        });
        Ok(())
    }

    /// The number of characters.
    #[must_use]
    pub fn len(&self) -> usize {
        self.characters.len()
    }

    /// Whether there are no characters.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The skeleton for poses in blocks.
    #[must_use]
    pub fn rig(&self) -> &Arc<Rig> {
        &self.stage.rig
    }

    /// The clips. Their indices are the clip numbers.
    #[must_use]
    pub fn clips(&self) -> &[Clip] {
        &self.stage.clips
    }

    /// Evaluates a character's local pose again, without its own pose layers. Empty for a character that does not exist.
    pub fn pose(&mut self, character: Character) -> &[PoseBlock] {
        let Some(index) = self.characters.index(character) else { return &[] };
        let (Actor { layers, detail, .. }, scratch) = (&self.actors[index], &mut self.scratches[0]);
        self.stage.make_pose(layers, *detail, scratch);
        &scratch.pose
    }

    /// The model-space matrices of a character. Empty for a character that does not exist.
    #[must_use]
    pub fn absolute(&self, character: Character) -> &[Matrix] {
        let bones = self.stage.rig.bones();
        self.characters.index(character).map_or(&[], |index| &self.absolute[index * bones..][..bones])
    }

    /// The model-space matrices of all characters, one character after another.
    #[must_use]
    pub fn matrices(&self) -> &[Matrix] {
        &self.absolute
    }

    fn index(&self, character: Character) -> Result<usize, PlayError> {
        self.characters.index(character).ok_or(PlayError::NoCharacter)
    }
}

fn check_number(what: &'static str, number: usize, count: usize) -> Result<(), PlayError> {
    if number < count { Ok(()) } else { Err(PlayError::NotInCrowd { what, number, count }) }
}
