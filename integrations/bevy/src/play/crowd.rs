//! [`RigCrowds`]: the crowds of all players, one crowd per action set.

use std::collections::HashMap;
use std::sync::Arc;

use bevy_asset::{AssetId, AssetServer, Assets};
use bevy_ecs::entity::hash_map::EntityHashMap;
use bevy_ecs::prelude::*;
use bevy_math::Quat;
use rigmill_runtime::blocks::PoseBlock;
use rigmill_runtime::characters::{ActionError, Character, CrowdActions};
use rigmill_runtime::layers::PoseLayer;
use rigmill_runtime::morph::CrowdWeights;
use rigmill_runtime::{Crowd, PlayOptions};
use tracing::error;

use super::joints::{RigJoint, RigJoints, RigSkeletonRoot};
use super::player::{Command, LayerMaker, RigPlayer};
use crate::animation::root_axis;
use crate::assets::{ACTIONS, RigActions, RigClip, RigSkeleton};
use crate::models::RigModel;

/// The crowds of all [`RigPlayer`]s. Use this resource to query what a player is playing.
#[derive(Resource, Default)]
pub struct RigCrowds {
    pub(super) crowds: Vec<RigCrowd>,
    /// The crowd and character of each player entity.
    pub(super) seats: EntityHashMap<Seat>,
    /// The action sets that cannot be played, until content changes.
    pub(super) failed: Vec<AssetId<RigActions>>,
}

/// The crowd and character of a player entity.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seat {
    pub(super) crowd: usize,
    pub(super) character: Character,
    /// The index of the character in the crowd's order.
    pub(super) row: usize,
}

/// All characters of one action set.
pub(super) struct RigCrowd {
    pub(super) id: AssetId<RigActions>,
    pub(super) actions: CrowdActions,
    pub(super) crowd: Crowd,
    /// One per character, in the crowd's order.
    pub(super) rows: Vec<Row>,
    /// The poses of all characters, one after another.
    pub(super) poses: Vec<PoseBlock>,
    /// For each bone, the rotation that is applied after its transform, if there is one.
    pub(super) axes: Vec<Option<Quat>>,
    /// The numbers and names of the layers whose clips have events.
    pub(super) event_layers: Vec<(usize, Arc<str>)>,
    /// Whether any clip has root motion.
    pub(super) moves: bool,
    /// For each mesh of a model, how clips change its morph target weights. `None` if they change none.
    pub(super) faces: HashMap<(AssetId<RigModel>, usize), Option<CrowdWeights>>,
}

/// The state of a character other than its poses.
pub(super) struct Row {
    pub(super) entity: Entity,
    pub(super) joints: Vec<Entity>,
    /// One per layer.
    pub(super) layers: Vec<LayerState>,
    pub(super) interval: u32,
    /// For creating the character's pose layers again.
    pub(super) pose_layers: Vec<LayerMaker>,
}

/// The settings that the game made for a layer. They are applied again after content is reloaded.
#[derive(Clone, Debug)]
pub(super) struct LayerState {
    pub(super) action: Option<String>,
    pub(super) speed: Option<f32>,
    pub(super) weight: f32,
}

impl Default for LayerState {
    fn default() -> Self {
        Self { action: None, speed: None, weight: 1.0 }
    }
}

impl RigCrowds {
    /// Whether the action of a layer has reached its end and stays there.
    #[must_use]
    pub fn has_finished(&self, player: Entity, layer: &str) -> bool {
        self.layer(player, layer).is_some_and(|(crowd, seat, layer)| crowd.crowd.has_finished(seat.character, layer))
    }

    /// The action that a layer plays or fades in, and the time within its clip in seconds.
    #[must_use]
    pub fn playing(&self, player: Entity, layer: &str) -> Option<(&str, f32)> {
        let (crowd, seat, layer) = self.layer(player, layer)?;
        let (_, time) = crowd.crowd.playing(seat.character, layer)?;
        Some((crowd.rows.get(seat.row)?.layers.get(layer)?.action.as_deref()?, time))
    }

    /// A player's pose layers of type `L`, for changing them. Use it for example to set targets of inverse kinematics.
    pub fn layers_mut<L: PoseLayer>(&mut self, player: Entity) -> impl Iterator<Item = &mut L> {
        let seat = self.seats.get(&player).copied();
        let crowd = seat.and_then(|seat| Some((self.crowds.get_mut(seat.crowd)?, seat.character)));
        crowd.into_iter().flat_map(|(crowd, character)| crowd.crowd.layers_mut(character))
    }

    /// Whether the player's content is loaded, so that the player is playing.
    #[must_use]
    pub fn contains(&self, player: Entity) -> bool {
        self.seats.contains_key(&player)
    }

    /// The runtime's crowd of an action set, for inspection.
    #[must_use]
    pub fn crowd(&self, actions: AssetId<RigActions>) -> Option<&Crowd> {
        self.crowds.iter().find(|crowd| crowd.id == actions).map(|crowd| &crowd.crowd)
    }

    fn layer(&self, player: Entity, layer: &str) -> Option<(&RigCrowd, Seat, usize)> {
        let seat = *self.seats.get(&player)?;
        let crowd = self.crowds.get(seat.crowd)?;
        Some((crowd, seat, crowd.actions.actions().view().find(layer)?))
    }
}

impl RigCrowd {
    pub(super) fn new(id: AssetId<RigActions>, actions: CrowdActions, crowd: Crowd) -> Self {
        let view = actions.skeleton().view();
        let axes = (0..view.len()).map(|bone| root_axis(&view, bone)).collect();
        let set = actions.actions().view();
        let mut event_layers = Vec::new();
        let mut first = 0;
        for (number, layer) in set.layers().enumerate() {
            let clips = &actions.clips()[first..][..layer.len()];
            if clips.iter().any(|clip| clip.events().is_some()) {
                event_layers.push((number, Arc::from(layer.name())));
            }
            first += layer.len();
        }
        let moves = actions.clips().iter().any(|clip| clip.motion().is_some());
        let faces = HashMap::new();
        Self { id, crowd, rows: Vec::new(), poses: Vec::new(), axes, event_layers, moves, faces, actions }
    }

    pub(super) fn add(&mut self, entity: Entity, joints: Vec<Entity>) -> Character {
        let layers = vec![LayerState::default(); self.actions.layers().len()];
        self.rows.push(Row { entity, joints, layers, interval: 1, pose_layers: Vec::new() });
        self.poses.extend_from_slice(self.crowd.rig().bind());
        self.crowd.add()
    }

    /// Removes a character. The data of the last character moves to its index.
    fn remove(&mut self, Seat { character, row, .. }: Seat) {
        if self.crowd.remove(character).is_err() {
            return;
        }
        let blocks = self.crowd.rig().blocks();
        self.rows.swap_remove(row);
        let last = self.poses.len() - blocks;
        self.poses.copy_within(last.., row * blocks);
        self.poses.truncate(last);
    }

    /// Plays an action. If a time is given, the action starts at this time of its clip, without a cross-fade.
    pub(super) fn play(
        &mut self,
        character: Character,
        layer: &str,
        action: &str,
        at: Option<f32>,
    ) -> Result<(), ActionError> {
        let Some(time) = at else {
            return self.actions.play(&mut self.crowd, character, layer, action);
        };
        let number = self.actions.layer(layer)?;
        let set = self.actions.actions().view();
        let before: usize = set.layers().take(number).map(|layer| layer.len()).sum();
        let found = set.layer(number).and_then(|layer| Some((layer.find(action)?, layer)));
        let Some((index, of)) = found else {
            return self.actions.play(&mut self.crowd, character, layer, action);
        };
        let Some(action) = of.action(index) else { return Ok(()) };
        let options =
            PlayOptions { start_time: time, blend_time: 0.0, time_scale: action.time_scale(), mode: action.mode() };
        Ok(self.crowd.play(character, number, before + index, &options)?)
    }

    fn run(&mut self, Seat { character, row, .. }: Seat, command: &Command) -> Result<(), ActionError> {
        match command {
            Command::Play { layer, action } => {
                self.play(character, layer, action, None)?;
                let number = self.actions.layer(layer)?;
                let state = &mut self.rows[row].layers[number];
                (state.action, state.speed) = (Some(action.clone()), None);
            }
            Command::Stop { layer, blend_time } => {
                let number = self.actions.layer(layer)?;
                self.crowd.stop(character, number, *blend_time)?;
                self.rows[row].layers[number].action = None;
            }
            Command::SetSpeed { layer, speed } => {
                let number = self.actions.layer(layer)?;
                self.crowd.set_speed(character, number, *speed)?;
                self.rows[row].layers[number].speed = Some(*speed);
            }
            Command::SetWeight { layer, weight } => {
                let number = self.actions.layer(layer)?;
                self.crowd.set_weight(character, number, *weight)?;
                self.rows[row].layers[number].weight = *weight;
            }
            Command::SetUpdateInterval(interval) => {
                self.crowd.set_update_interval(character, *interval)?;
                self.rows[row].interval = *interval;
            }
            Command::AddLayer(_) => {}
        }
        Ok(())
    }

    pub(super) fn add_pose_layer(&mut self, character: Character, maker: &LayerMaker) {
        let skeleton = Arc::clone(self.actions.skeleton());
        match (maker.0)(&skeleton.view(), &mut self.crowd, character) {
            Ok(Ok(())) => {}
            Ok(Err(error)) => error!("a pose layer cannot be added: {error}"),
            Err(error) => error!("a pose layer does not fit the skeleton: {error}"),
        }
    }
}

/// Creates an empty crowd for an action set. If the content does not fit together, logs an error and returns `None`.
pub(super) fn made(
    id: AssetId<RigActions>,
    set: &RigActions,
    skeletons: &Assets<RigSkeleton>,
    clips: &Assets<RigClip>,
) -> Option<RigCrowd> {
    let content = match set.content(skeletons, clips)? {
        Ok(content) => content,
        Err(error) => {
            error!("an action set cannot be played: {error}");
            return None;
        }
    };
    let actions = CrowdActions::load(&content, ACTIONS);
    let made = actions.map_err(|error| error.to_string()).and_then(|actions| {
        let crowd = actions.crowd(0).map_err(|error| error.to_string())?;
        Ok(RigCrowd::new(id, actions, crowd))
    });
    made.map_err(|error| error!("an action set cannot be played: {error}")).ok()
}

type Waiting<'w> = (Entity, &'w RigPlayer, Option<&'w RigJoints>);

/// Adds players to their crowds when their content is loaded and their bones exist.
pub(crate) fn join(
    mut commands: Commands,
    mut crowds: ResMut<RigCrowds>,
    server: Res<AssetServer>,
    (actions, skeletons, clips): (Res<Assets<RigActions>>, Res<Assets<RigSkeleton>>, Res<Assets<RigClip>>),
    players: Query<Waiting>,
) {
    for (entity, player, joints) in &players {
        let id = player.actions().id();
        if crowds.contains(entity) || crowds.failed.contains(&id) || !server.is_loaded_with_dependencies(id) {
            continue;
        }
        let Some(set) = actions.get(id) else { continue };
        let Some(joints) = joints else {
            commands.entity(entity).insert(RigSkeletonRoot(set.skeleton.clone()));
            continue;
        };
        let Some(number) = crowds.number(id, set, &skeletons, &clips) else {
            crowds.failed.push(id);
            continue;
        };
        crowds.seat(&mut commands, number, entity, joints);
    }
}

impl RigCrowds {
    /// The number of an action set's crowd, which is created if necessary. If the content does not fit together, logs an error
    /// and returns `None`.
    fn number(
        &mut self,
        id: AssetId<RigActions>,
        set: &RigActions,
        skeletons: &Assets<RigSkeleton>,
        clips: &Assets<RigClip>,
    ) -> Option<usize> {
        if let Some(number) = self.crowds.iter().position(|crowd| crowd.id == id) {
            return Some(number);
        }
        let crowd = made(id, set, skeletons, clips)?;
        self.crowds.push(crowd);
        Some(self.crowds.len() - 1)
    }

    fn seat(&mut self, commands: &mut Commands, number: usize, entity: Entity, joints: &RigJoints) {
        let crowd = &mut self.crowds[number];
        let character = crowd.add(entity, joints.entities.clone());
        let row = crowd.rows.len() - 1;
        self.seats.insert(entity, Seat { crowd: number, character, row });
        mark(commands, number, row, &joints.entities);
    }
}

/// Stores in each joint entity where its pose is.
pub(super) fn mark(commands: &mut Commands, crowd: usize, row: usize, joints: &[Entity]) {
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    for (bone, joint) in joints.iter().enumerate() {
        let joint_of = RigJoint { crowd: number(crowd), row: number(row), bone: number(bone) };
        if let Ok(mut joint) = commands.get_entity(*joint) {
            joint.try_insert(joint_of);
        }
    }
}

/// Removes players that no longer exist, and players whose bones have changed. The latter join again.
pub(crate) fn leave(
    mut commands: Commands,
    mut crowds: ResMut<RigCrowds>,
    mut gone: RemovedComponents<RigPlayer>,
    changed: Query<(Entity, &RigJoints), (With<RigPlayer>, Changed<RigJoints>)>,
) {
    let crowds = &mut *crowds;
    for entity in gone.read() {
        let Some(seat) = crowds.seats.remove(&entity) else { continue };
        let crowd = &mut crowds.crowds[seat.crowd];
        crowd.remove(seat);
        let Some(moved) = crowd.rows.get(seat.row) else { continue };
        mark(&mut commands, seat.crowd, seat.row, &moved.joints);
        if let Some(moved) = crowds.seats.get_mut(&moved.entity) {
            moved.row = seat.row;
        }
    }
    for (entity, joints) in &changed {
        let Some(seat) = crowds.seats.get(&entity) else { continue };
        crowds.crowds[seat.crowd].rows[seat.row].joints.clone_from(&joints.entities);
        mark(&mut commands, seat.crowd, seat.row, &joints.entities);
    }
}

/// Executes the commands of players. Commands of players that are waiting for their content are kept.
pub(crate) fn command(mut crowds: ResMut<RigCrowds>, mut players: Query<(Entity, &mut RigPlayer)>) {
    let crowds = &mut *crowds;
    for (entity, mut player) in &mut players {
        if player.commands.is_empty() {
            continue;
        }
        let Some(seat) = crowds.seats.get(&entity).copied() else { continue };
        let crowd = &mut crowds.crowds[seat.crowd];
        // Executing commands does not count as a change of the player component.
        let player = player.bypass_change_detection();
        for command in std::mem::take(&mut player.commands) {
            if let Command::AddLayer(number) = command {
                let maker = player.layers[number].clone();
                crowd.add_pose_layer(seat.character, &maker);
                crowd.rows[seat.row].pose_layers.push(maker);
            } else if let Err(error) = crowd.run(seat, &command) {
                error!("{entity}: {error}");
            }
        }
    }
}
