//! Finds the path of a root bone in each clip of a scene.

use std::iter;

use rigmill_dom::{Scene, SceneClip, SceneTrack, SceneTransform};
use rigmill_format::{AnimationSequence, MotionInterpolation, RigidTransform, RootPose};
use rigmill_math::quaternion::{multiply, rotate};
use rigmill_math::vector::add;
use rigmill_pipeline::{Diagnostic, ProcessContext};

use super::root::{Above, Root, RootName};
use super::ticks::of_seconds;
use super::track::RootPath;
use crate::codes;
use crate::report::{Result, similar_name};
use crate::scene::{Bones, NamedClip, named_bones, named_clips};

/// The largest difference between the scales along the axes of a node that count as equal.
const NOISE: f64 = 1e-5;

/// A clip of a scene, and its root.
pub(super) struct RootClip {
    /// `@` and the clip's name; empty if there is only one clip.
    pub(super) label: String,
    pub(super) root: Root,
    pub(super) clip: AnimationSequence,
}

/// Returns the bone with this name, or the first bone that moves, for each clip that moves anything.
pub(super) fn root_clips(scene: &Scene, root: RootName<'_>, ctx: &mut ProcessContext<'_>) -> Result<Vec<RootClip>> {
    let bones = named_bones(scene, ctx);
    let mut made = Vec::new();
    let clips = named_clips(scene, &bones, ctx).into_iter().filter(|it| !it.clip.sequences.is_empty());
    for NamedClip { source, label, clip } in clips {
        let root = self::root(scene, &bones, source, root, ctx)?;
        made.push(RootClip { label, root, clip });
    }
    match made.as_mut_slice() {
        [] => {
            let diagnostic = Diagnostic::error(codes::MOTION_NO_CLIP, "the scene has no animation that moves a bone");
            let help = "export the scene with its animations, or set a different `processor` in a rule for this file";
            return Err(ctx.fail(diagnostic.help(help)));
        }
        [single] => single.label = String::new(),
        _ => {}
    }
    Ok(made)
}

/// Returns the bone with this name in a clip, or the first bone that the clip moves.
pub(super) fn root(
    scene: &Scene,
    bones: &Bones,
    clip: &SceneClip,
    root: RootName<'_>,
    ctx: &mut ProcessContext<'_>,
) -> Result<Root> {
    let node = root_node(scene, clip, bones, root.bone).ok_or_else(|| ctx.fail(unknown(scene, root)))?;
    let links = links(scene, clip, bones, node);
    let (above, bone) = match links.split_last() {
        Some((root, above)) => (self::above(above), root.bone),
        None => (Above::NONE, ""),
    };
    Ok(Root { path: path(clip, &links, bone), above })
}

fn root_node(scene: &Scene, clip: &SceneClip, bones: &Bones, root: &str) -> Option<u32> {
    if root.is_empty() {
        let mut moved = clip.tracks.iter().filter(|track| bones.of_node(track.node).is_some());
        return moved
            .clone()
            .find(|track| track.translations.len() > 1)
            .or_else(|| moved.next())
            .map(|track| track.node);
    }
    let nodes = || (0..).zip(&scene.nodes).filter(|(node, _)| bones.of_node(*node).is_some());
    let named = |node: u32| bones.of_node(node).and_then(|bone| bones.get(bone)).is_some_and(|bone| bone.name == root);
    nodes().find(|(node, _)| named(*node)).or_else(|| nodes().find(|(_, node)| node.alias() == root)).map(|(at, _)| at)
}

fn unknown(scene: &Scene, RootName { bone, setting }: RootName<'_>) -> Diagnostic {
    let help = similar_name(bone, scene.nodes.iter().map(|node| node.name.as_str()), "choose a bone of the scene");
    setting.cause(Diagnostic::error(codes::MOTION_ROOT, format!("the scene has no bone named {bone:?}")).help(help))
}

/// Returns the nodes from the top of the scene to the root.
fn links<'a>(scene: &'a Scene, clip: &'a SceneClip, bones: &'a Bones, root: u32) -> Vec<Link<'a>> {
    let parent = |node: &u32| scene.nodes.get(*node as usize).and_then(|node| node.parent);
    let mut links: Vec<_> =
        iter::successors(Some(root), parent).map(|node| Link::new(scene, clip, bones, node)).collect();
    links.reverse();
    links
}

/// Returns the bones above a root.
fn above(links: &[Link<'_>]) -> Above {
    Above {
        bones: links.iter().map(|link| link.bone.to_owned()).collect(),
        rotation: model_pose(links, 0).rotation,
        is_still: links.iter().all(Link::is_still),
    }
}

/// Returns the path in model space, which includes the movement of the nodes above the root. The scale is the root's own scale.
fn path(clip: &SceneClip, links: &[Link<'_>], bone: &str) -> RootPath {
    let at = |frame: u32| RootPose {
        pose: model_pose(links, frame),
        scale: links.last().map_or([1.0; 3], |link| link.at(frame).scale),
    };
    let frames: Vec<_> = (0..clip.frames).map(|frame| (of_seconds(clip.frame_time(frame)), at(frame))).collect();
    RootPath::new(bone, MotionInterpolation::Smooth, of_seconds(clip.duration), &frames, false)
}

/// A node on the path from the top of the scene to the root, including the root.
struct Link<'a> {
    /// The name of the node's bone.
    bone: &'a str,
    /// The node's transform if the clip does not move it.
    local: SceneTransform,
    track: Option<&'a SceneTrack>,
}

impl<'a> Link<'a> {
    fn new(scene: &Scene, clip: &'a SceneClip, bones: &'a Bones, node: u32) -> Self {
        let bone = bones.of_node(node).and_then(|bone| bones.get(bone));
        let local = scene.nodes.get(node as usize).map_or(SceneTransform::IDENTITY, |node| node.local);
        Self {
            bone: bone.map_or("", |bone| bone.name.as_str()),
            local: bone.map_or(local, |bone| bone.local),
            track: clip.tracks.iter().find(|track| track.node == node),
        }
    }

    fn is_still(&self) -> bool {
        let [x, y, z] = self.at(0).scale;
        let is_even = [y, z].iter().all(|scale| (scale - x).abs() <= NOISE * x.abs());
        is_even && self.track.is_none_or(|track| track.frames() <= 1)
    }

    fn at(&self, frame: u32) -> SceneTransform {
        self.track.map_or(self.local, |track| track.local_at(frame as usize, &self.local))
    }
}

/// Returns the root's pose in model space. Scales above the root affect only its translation.
fn model_pose(links: &[Link<'_>], frame: u32) -> RigidTransform {
    let mut pose = RigidTransform::IDENTITY;
    let mut scale = [1.0; 3];
    for link in links {
        let local = link.at(frame);
        let step = rotate(pose.rotation, std::array::from_fn(|axis| scale[axis] * local.translation[axis]));
        pose.translation = add(pose.translation, step);
        pose.rotation = multiply(pose.rotation, local.rotation);
        scale = std::array::from_fn(|axis| scale[axis] * local.scale[axis]);
    }
    pose
}
