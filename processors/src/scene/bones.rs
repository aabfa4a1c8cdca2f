//! [`Bones`]: the nodes of a scene that become bones.

use rigmill_dom::{NodeKind, Scene, SceneNode, SceneTransform};
use rigmill_format::{Bone, ModelBone, Skeleton, Transform};
use rigmill_math::affine::{self, Affine};
use rigmill_math::to_f32;

use super::names::Names;
use super::reset_root::ResetRoot;

/// The name of the bone that Rigmill adds as the parent of a scene's top nodes if there are several.
pub(crate) const ROOT: &str = "RootNode";

/// The bones of a scene, parents before children. The model, skeleton and clips of a scene are made from the same list, so that
/// they agree.
///
/// Every node is a bone except cameras, lights and helpers of the exporting program. Such a node is also a bone if one of its
/// descendants is, or if a skin uses it.
pub(crate) struct Bones {
    list: Vec<SceneBone>,
    /// The bone of each node.
    of_nodes: Vec<Option<u32>>,
    /// Whether the first bone is not a node, but was added as the parent of the top nodes.
    pub(crate) adds_root: bool,
    /// Names that several nodes have, each with the new name that one of these nodes got.
    pub(super) renamed: Vec<(String, String)>,
}

/// A bone of a scene.
pub(crate) struct SceneBone {
    /// The name, which is unique.
    pub(crate) name: String,
    pub(super) parent: Option<u32>,
    pub(crate) local: SceneTransform,
    /// The matrix in the source, if the source has one.
    matrix: Option<[f32; 16]>,
}

impl Bones {
    pub(super) fn new(scene: &Scene, reset_root: ResetRoot) -> Self {
        let kept = kept(scene);
        let tops = scene.nodes.iter().zip(&kept).filter(|(node, kept)| node.parent.is_none() && **kept).count();
        let mut bones = Self { list: Vec::new(), of_nodes: Vec::new(), adds_root: tops > 1, renamed: Vec::new() };
        let mut names = Names::default();
        // A node keeps its name, even if the bone that Rigmill adds would have the same name.
        scene.nodes.iter().zip(&kept).filter(|(_, kept)| **kept).for_each(|(node, _)| names.reserve(&node.name));
        let top = bones.adds_root.then_some(0);
        if top.is_some() {
            let name = names.free(ROOT);
            bones.list.push(SceneBone { name, parent: None, local: SceneTransform::IDENTITY, matrix: None });
        }
        for (node, kept) in scene.nodes.iter().zip(kept) {
            let bone = kept.then(|| bones.push(node, top, &mut names));
            bones.of_nodes.push(bone);
        }
        let top = scene.nodes.iter().zip(&bones.of_nodes).find(|(_, bone)| bone.is_some()).map(|(node, _)| node.kind);
        let reset = top.is_some_and(|kind| reset_root.includes(kind));
        if let Some(root) = bones.list.first_mut().filter(|_| reset) {
            root.local = SceneTransform::IDENTITY;
            root.matrix = None;
        }
        bones
    }

    fn push(&mut self, node: &SceneNode, top: Option<u32>, names: &mut Names) -> u32 {
        let name = names.take(&node.name);
        if name != node.name {
            self.renamed.push((node.name.clone(), name.clone()));
        }
        let parent = match node.parent {
            Some(parent) => self.of_node(parent),
            None => top,
        };
        self.list.push(SceneBone { name, parent, local: node.local, matrix: node.matrix });
        u32::try_from(self.list.len() - 1).unwrap_or(u32::MAX)
    }

    /// Returns the bone of a node.
    pub(crate) fn of_node(&self, node: u32) -> Option<u32> {
        self.of_nodes.get(node as usize).copied().flatten()
    }

    pub(crate) fn get(&self, bone: u32) -> Option<&SceneBone> {
        self.list.get(bone as usize)
    }

    /// Returns the bind pose of each bone in model space.
    pub(super) fn worlds(&self) -> Vec<Affine> {
        let mut worlds: Vec<Affine> = Vec::with_capacity(self.list.len());
        for bone in &self.list {
            let local = to_affine(&bone.local);
            let parent = bone.parent.and_then(|parent| worlds.get(parent as usize));
            worlds.push(parent.map_or(local, |parent| affine::multiply(parent, &local)));
        }
        worlds
    }

    pub(crate) fn to_skeleton(&self) -> Skeleton {
        let bone = |bone: &SceneBone| Bone { name: bone.name.clone(), parent: bone.parent, bind: bind(&bone.local) };
        Skeleton { bones: self.list.iter().map(bone).collect(), ..Skeleton::default() }
    }

    pub(super) fn to_model_bones(&self) -> Vec<ModelBone> {
        let local = |bone: &SceneBone| bone.matrix.unwrap_or_else(|| affine::to_matrix(&to_affine(&bone.local)));
        let bone = |bone: &SceneBone| ModelBone { name: bone.name.clone(), parent: bone.parent, local: local(bone) };
        self.list.iter().map(bone).collect()
    }
}

/// Returns whether each node is a bone.
fn kept(scene: &Scene) -> Vec<bool> {
    let is_bone = |node: &SceneNode| !matches!(node.kind, NodeKind::Camera | NodeKind::Light | NodeKind::Helper);
    let mut kept: Vec<bool> = scene.nodes.iter().map(is_bone).collect();
    let skins = scene.meshes.iter().filter_map(|mesh| mesh.skin.as_ref());
    let with_mesh = (0..scene.nodes.len()).filter(|&at| scene.nodes[at].mesh.is_some());
    let used: Vec<usize> = skins.flat_map(|skin| &skin.bones).map(|&bone| bone as usize).chain(with_mesh).collect();
    used.into_iter().for_each(|node| kept[node] = true);
    for (at, node) in scene.nodes.iter().enumerate().rev() {
        if let Some(parent) = node.parent.filter(|_| kept[at]) {
            kept[parent as usize] = true;
        }
    }
    kept
}

/// Converts a local transform to a matrix.
pub(super) fn to_affine(local: &SceneTransform) -> Affine {
    affine::from_parts(local.translation, local.rotation, local.scale)
}

fn bind(local: &SceneTransform) -> Transform {
    let SceneTransform { translation, rotation, scale } = *local;
    Transform { translation: translation.map(to_f32), rotation: rotation.map(to_f32), scale: scale.map(to_f32) }
}
