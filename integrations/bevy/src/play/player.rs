//! [`RigPlayer`].

use std::fmt;
use std::sync::Arc;

use bevy_asset::Handle;
use bevy_ecs::component::Component;
use bevy_transform::components::Transform;
use rigmill_format::SkeletonView;
use rigmill_runtime::Crowd;
use rigmill_runtime::characters::Character;
use rigmill_runtime::error::PlayError;
use rigmill_runtime::layers::{LayerError, PoseLayer};

use crate::assets::RigActions;

/// Plays the actions of an action set on a character.
///
/// The character is the entity with this component. Its bones are entities below it: the nodes of a
/// [`RigModelRoot`](crate::RigModelRoot) on the same entity, or else new entities. All players of an action set are updated
/// together, in parallel, in `PostUpdate` before transforms are propagated.
///
/// You can give commands at any time, even before the content is loaded. They take effect in order with the next update. If a
/// command names an unknown layer or action, an error is logged.
///
/// ```
/// use bevy_asset::AssetServer;
/// use bevy_ecs::prelude::*;
/// use bevy_rigmill::{RigPlayer, RigRootMotion};
///
/// fn spawn_robot(mut commands: Commands, assets: Res<AssetServer>) {
///     let mut player = RigPlayer::new(assets.load("rigmill://Hero/Grund.actions.rmb"));
///     player.play("body", "Stroll");
///     commands.spawn((player, RigRootMotion::applied()));
/// }
/// ```
#[derive(Component, Debug)]
#[require(Transform)]
pub struct RigPlayer {
    actions: Handle<RigActions>,
    pub(super) commands: Vec<Command>,
    /// Kept, because reloaded content needs new layers.
    pub(super) layers: Vec<LayerMaker>,
}

#[derive(Clone, Debug)]
pub(super) enum Command {
    Play {
        layer: String,
        action: String,
    },
    Stop {
        layer: String,
        blend_time: f32,
    },
    SetSpeed {
        layer: String,
        speed: f32,
    },
    SetWeight {
        layer: String,
        weight: f32,
    },
    SetUpdateInterval(u32),
    /// Adds the pose layer with this number.
    AddLayer(usize),
}

type MakeLayer =
    dyn Fn(&SkeletonView<'_>, &mut Crowd, Character) -> Result<Result<(), PlayError>, LayerError> + Send + Sync;

/// Creates a pose layer for a skeleton and adds it to a character.
#[derive(Clone)]
pub(super) struct LayerMaker(pub(super) Arc<MakeLayer>);

impl fmt::Debug for LayerMaker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LayerMaker")
    }
}

impl RigPlayer {
    /// Creates a player of these actions.
    #[must_use]
    pub fn new(actions: Handle<RigActions>) -> Self {
        Self { actions, commands: Vec::new(), layers: Vec::new() }
    }

    /// The action set.
    #[must_use]
    pub fn actions(&self) -> &Handle<RigActions> {
        &self.actions
    }

    /// Plays an action from its start, even if it is already playing. Uses the cross-fade of the action set.
    pub fn play(&mut self, layer: impl Into<String>, action: impl Into<String>) -> &mut Self {
        self.command(Command::Play { layer: layer.into(), action: action.into() })
    }

    /// Fades out a layer within `blend_time` seconds. Then the pose of the layers below is visible again.
    pub fn stop(&mut self, layer: impl Into<String>, blend_time: f32) -> &mut Self {
        self.command(Command::Stop { layer: layer.into(), blend_time })
    }

    /// Sets the speed of the action that a layer plays, in seconds of the clip per second. 0 holds the pose, and negative
    /// speeds play backwards. The next action has its own speed.
    pub fn set_speed(&mut self, layer: impl Into<String>, speed: f32) -> &mut Self {
        self.command(Command::SetSpeed { layer: layer.into(), speed })
    }

    /// Sets the weight of a layer, 0 to 1: how much of it is shown or added.
    pub fn set_weight(&mut self, layer: impl Into<String>, weight: f32) -> &mut Self {
        self.command(Command::SetWeight { layer: layer.into(), weight })
    }

    /// Sets the number of frames per pose. By default, the pose is computed in every frame; with this setting, only in every
    /// `interval`th frame. Use it for characters that are far away.
    pub fn set_update_interval(&mut self, interval: u32) -> &mut Self {
        self.command(Command::SetUpdateInterval(interval))
    }

    /// Adds a pose layer, such as [`Breath`](rigmill_runtime::layers::Breath) or inverse kinematics, which changes the pose
    /// after the clips.
    ///
    /// `make` creates the layer for the skeleton. It is called when the command is executed, and again when the content is
    /// reloaded.
    ///
    /// ```
    /// use bevy_rigmill::{RigBreath, RigPlayer};
    /// use bevy_rigmill::runtime::layers::Breath;
    ///
    /// fn breathe(player: &mut RigPlayer, breath: &RigBreath) {
    ///     let breath = breath.clone();
    ///     player.add_layer(move |skeleton| Breath::new(&breath.0.view(), skeleton));
    /// }
    /// ```
    pub fn add_layer<L: PoseLayer + 'static>(
        &mut self,
        make: impl Fn(&SkeletonView<'_>) -> Result<L, LayerError> + Send + Sync + 'static,
    ) -> &mut Self {
        let make = move |skeleton: &SkeletonView<'_>, crowd: &mut Crowd, character: Character| {
            Ok(crowd.add_layer(character, make(skeleton)?))
        };
        self.layers.push(LayerMaker(Arc::new(make)));
        self.command(Command::AddLayer(self.layers.len() - 1))
    }

    fn command(&mut self, command: Command) -> &mut Self {
        self.commands.push(command);
        self
    }
}
