//! The entities of a character's bones.

use std::collections::HashMap;

use bevy_animation::{AnimatedBy, AnimationPlayer};
use bevy_asset::{AssetEvent, Assets, Handle};
use bevy_ecs::prelude::*;
use bevy_transform::components::Transform;
use rigmill_format::SkeletonView;

use crate::animation::{root_axis, target_ids, turned};
use crate::assets::{RigSkeleton, modified};
use crate::convert;
use crate::models::{RigModelRoot, RigNodes};

/// Gives an entity the bones of this skeleton. A [`RigPlayer`](crate::RigPlayer) adds this component automatically. Add it
/// yourself for an `AnimationPlayer`.
///
/// For each bone, the node of the entity's model with the same name is used. If there is none, an entity is spawned. The bones
/// are in the hierarchy of the skeleton.
#[derive(Component, Clone, Debug)]
#[require(Transform)]
pub struct RigSkeletonRoot(pub Handle<RigSkeleton>);

/// The entities of a character's bones, in the skeleton's order.
#[derive(Component, Clone, Debug)]
pub struct RigJoints {
    /// The entity of each bone.
    pub entities: Vec<Entity>,
    /// The entities that were spawned for the skeleton.
    made: Vec<Entity>,
    /// The name and parent of each of the skeleton's bones.
    bones: Vec<(String, Option<usize>)>,
}

impl RigJoints {
    /// Whether these bones match the skeleton.
    pub(super) fn fit(&self, skeleton: &SkeletonView<'_>) -> bool {
        self.bones.len() == skeleton.len()
            && self
                .bones
                .iter()
                .zip(skeleton.bones())
                .all(|((name, parent), bone)| name == bone.name() && *parent == bone.parent())
    }
}

/// A bone that a [`RigPlayer`](crate::RigPlayer) moves.
#[derive(Component, Clone, Copy, Debug)]
pub struct RigJoint {
    /// The number of the bone's crowd.
    pub(super) crowd: u32,
    /// The index of the bone's character in the crowd.
    pub(super) row: u32,
    /// The number of the bone in the skeleton.
    pub bone: u32,
}

type Roots<'w> =
    (Entity, Ref<'w, RigSkeletonRoot>, Option<&'w RigModelRoot>, Option<Ref<'w, RigNodes>>, Option<&'w RigJoints>);

/// Gives bones to entities whose skeleton and model are loaded or have changed.
pub(crate) fn bind_joints(
    mut commands: Commands,
    skeletons: Res<Assets<RigSkeleton>>,
    mut events: MessageReader<AssetEvent<RigSkeleton>>,
    roots: Query<Roots>,
    transforms: Query<&Transform>,
) {
    let modified: Vec<_> = events.read().filter_map(modified).collect();
    for (entity, root, model, nodes, joints) in &roots {
        if model.is_some() && nodes.is_none() {
            continue;
        }
        let has_new_nodes = nodes.as_ref().is_some_and(|nodes| nodes.is_changed());
        let may_differ = has_new_nodes || root.is_changed() || modified.contains(&root.0.id());
        if joints.is_some() && !may_differ {
            continue;
        }
        let Some(RigSkeleton(skeleton)) = skeletons.get(&root.0) else { continue };
        let view = skeleton.view();
        if joints.is_some_and(|joints| !has_new_nodes && joints.fit(&view)) {
            continue;
        }
        for made in joints.into_iter().flat_map(|joints| &joints.made) {
            commands.entity(*made).try_despawn();
        }
        let nodes = nodes.map(|nodes| nodes.by_name.clone()).unwrap_or_default();
        let bound = bind(&mut commands, entity, &view, &nodes, &transforms);
        commands.entity(entity).insert(bound);
    }
}

fn bind(
    commands: &mut Commands,
    root: Entity,
    skeleton: &SkeletonView<'_>,
    nodes: &HashMap<String, Entity>,
    transforms: &Query<&Transform>,
) -> RigJoints {
    let (mut entities, mut made) = (Vec::new(), Vec::new());
    for (number, bone) in skeleton.bones().enumerate() {
        let parent = bone.parent().and_then(|parent| entities.get(parent)).copied().unwrap_or(root);
        let bind = turned(convert::transform(&bone.bind().normalized()), root_axis(skeleton, number));
        let joint = match nodes.get(bone.name()).filter(|node| transforms.contains(**node)) {
            Some(node) => *node,
            None => {
                let joint = commands.spawn(Name::new(bone.name().to_owned())).id();
                made.push(joint);
                joint
            }
        };
        commands.entity(joint).insert((bind, ChildOf(parent)));
        entities.push(joint);
    }
    let bones = skeleton.bones().map(|bone| (bone.name().to_owned(), bone.parent())).collect();
    RigJoints { entities, made, bones }
}

/// Makes the bones of entities with an `AnimationPlayer` animation targets.
pub(crate) fn target_joints(
    mut commands: Commands,
    skeletons: Res<Assets<RigSkeleton>>,
    players: Query<
        (Entity, &RigSkeletonRoot, &RigJoints),
        (With<AnimationPlayer>, Or<(Changed<RigJoints>, Added<AnimationPlayer>)>),
    >,
) {
    for (player, skeleton, joints) in &players {
        let Some(RigSkeleton(skeleton)) = skeletons.get(&skeleton.0) else { continue };
        for (joint, target) in joints.entities.iter().zip(target_ids(&skeleton.view())) {
            commands.entity(*joint).insert((target, AnimatedBy(player)));
        }
    }
}
