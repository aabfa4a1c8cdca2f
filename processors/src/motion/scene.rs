//! The path of a root bone in each clip of a scene.

use rigmill_dom::{Scene, SceneClip, SceneTrack, SceneTransform};
use rigmill_format::{AnimationSequence, MotionInterpolation, RigidTransform, RootPose};
use rigmill_math::quaternion::{multiply, rotate};
use rigmill_math::vector::add;
use rigmill_pipeline::{Diagnostic, ProcessContext};

use super::ticks::of_seconds;
use super::track::RootPath;
use crate::codes;
use crate::report::{Result, similar_name};
use crate::scene::{Bones, NamedClip, named_bones, named_clips};

/// A clip, and the path of the root in it.
pub(super) struct RootTrack {
    /// `@` and the clip's name; empty for a single clip.
    pub(super) label: String,
    pub(super) path: RootPath,
    pub(super) clip: AnimationSequence,
}

/// The path of the bone called `root`, or of the first that moves, in each clip that moves anything.
pub(super) fn root_tracks(scene: &Scene, root: &str, ctx: &mut ProcessContext<'_>) -> Result<Vec<RootTrack>> {
    let bones = named_bones(scene, ctx);
    let mut made = Vec::new();
    for NamedClip { source, label, clip } in named_clips(scene, &bones, ctx) {
        let node = root_node(scene, source, &bones, root).ok_or_else(|| ctx.fail(unknown(scene, root)))?;
        let bone = bones.of_node(node).and_then(|bone| bones.get(bone)).map(|bone| bone.name.clone());
        let path = path(scene, source, node, &bone.unwrap_or_default());
        made.push(RootTrack { label, path, clip });
    }
    match made.as_mut_slice() {
        [] => {
            let diagnostic = Diagnostic::error(codes::MOTION_NO_CLIP, "the scene has no animation that moves anything");
            return Err(ctx.fail(diagnostic.help("export its animations, or give it another processor")));
        }
        [single] => single.label = String::new(),
        _ => {}
    }
    Ok(made)
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

fn unknown(scene: &Scene, root: &str) -> Diagnostic {
    let help = similar_name(root, scene.nodes.iter().map(|node| node.name.as_str()), "name a bone of the scene");
    Diagnostic::error(codes::MOTION_ROOT, format!("the scene has no bone {root:?}")).help(help)
}

/// The path in model space: the nodes above the root move it, too. The scale is the root's own.
fn path(scene: &Scene, clip: &SceneClip, node: u32, bone: &str) -> RootPath {
    let mut chain = vec![node];
    while let Some(parent) = chain.last().and_then(|node| scene.nodes.get(*node as usize)).and_then(|node| node.parent)
    {
        chain.push(parent);
    }
    let links: Vec<_> = chain.iter().rev().map(|node| Link::of(scene, clip, *node)).collect();
    let at = |frame: u32| RootPose {
        pose: model_pose(&links, frame),
        scale: links.last().map_or([1.0; 3], |link| link.at(frame).scale),
    };
    let frames: Vec<_> = (0..clip.frames).map(|frame| (of_seconds(clip.frame_time(frame)), at(frame))).collect();
    RootPath::new(bone, MotionInterpolation::Smooth, of_seconds(clip.duration), &frames, false)
}

/// A node between the scene's top and the root, itself included.
struct Link<'a> {
    local: SceneTransform,
    track: Option<&'a SceneTrack>,
}

impl<'a> Link<'a> {
    fn of(scene: &Scene, clip: &'a SceneClip, node: u32) -> Self {
        let local = scene.nodes.get(node as usize).map_or(SceneTransform::IDENTITY, |node| node.local);
        Self { local, track: clip.tracks.iter().find(|track| track.node == node) }
    }

    fn at(&self, frame: u32) -> SceneTransform {
        self.track.map_or(self.local, |track| track.local_at(frame as usize, &self.local))
    }
}

/// The root's pose in model space. Scales above the root affect its translation only.
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
