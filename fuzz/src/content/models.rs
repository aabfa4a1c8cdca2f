//! Skeletons, models, collision meshes and textures.

use std::sync::Arc;

use rigmill_runtime::blocks::{PoseToModelJob, Rig};
use rigmill_runtime::characters::{DualQuaternion, SkinVerticesJob, SkinningJob};
use rigmill_runtime::collision::{Faces, RayCast, SphereQuery};
use rigmill_runtime::content::{Carrier, CollisionMesh, CubeFace, Font, Model, Skeleton, Sound, Texture, TextureCube};
use rigmill_runtime::{AnimatedModel, Rules, matrix};
use rigmill_test_random::Random;

use super::numbers::{number, vector};
use super::{data, morphs};
use crate::target::look;

/// The maximum number of a sphere's contacts that are examined.
const CONTACTS: usize = 1000;

/// Poses a skeleton, bone by bone and in blocks.
pub(super) fn pose(skeleton: &Arc<Skeleton>, random: &mut Random) {
    let view = skeleton.view();
    assert!(view.bones().all(|bone| view.find(bone.name()).is_some()), "a bone is not found");
    let mut model = AnimatedModel::new(Arc::clone(skeleton), Rules::Standard);
    let _ = model.update(number(random));
    let rig = Rig::new(&view);
    let mut out = vec![matrix::IDENTITY; view.len()];
    assert_eq!(PoseToModelJob { rig: &rig, pose: rig.bind(), out: &mut out }.run(), Ok(()));
}

/// Reads everything in a model.
pub(super) fn walk(model: &Model, random: &mut Random) {
    let view = model.view();
    let mut absolute = vec![matrix::IDENTITY; view.bones().len()];
    assert_eq!(model.copy_absolute_bone_transforms_to(&mut absolute), Ok(()));
    assert!(view.bones().all(|bone| view.find_bone(bone.name()).is_some()), "a bone is not found");
    for (number, mesh) in view.meshes().enumerate() {
        assert!(mesh.indices().iter().all(|index| (index as usize) < mesh.vertex_count()), "an index has no vertex");
        assert!(mesh.parts().all(|part| part.material.is_none_or(|it| view.material(it as usize).is_some())));
        assert_eq!(mesh.uv_sets().map(<[_]>::len).sum::<usize>() % mesh.vertex_count().max(1), 0);
        assert!(
            mesh.joint_sets()
                .flat_map(|(joints, _)| joints)
                .flatten()
                .all(|it| usize::from(*it) < mesh.skin_bones().len())
        );
        morphs::morph(mesh, random);
        look(mesh.color_sets().len());
        assert!(mesh.attributes().all(|it| mesh.attribute(it.name()).is_some()), "an attribute is not found");
        let mut out = vec![matrix::IDENTITY; mesh.skin_bones().len()];
        assert_eq!(SkinningJob { model: view, mesh: number, absolute: &absolute, out: &mut out }.run(), Ok(()));
        let job = SkinVerticesJob {
            mesh,
            joints: &out,
            dual_quaternions: &mut vec![DualQuaternion::default(); out.len()],
            positions: &mut mesh.positions().to_vec(),
            normals: &mut mesh.normals().to_vec(),
        };
        assert_eq!(job.run(), Ok(()));
    }
    for material in view.materials() {
        assert!(material.textures().all(|texture| material.texture(texture.usage).is_some()), "a texture is not found");
        material.parameters().for_each(look);
        look(material.effect());
        look((material.shading(), material.alpha_mode(), material.base_color()));
        for extension in material.extensions() {
            assert!(material.extension(extension.name()).is_some(), "an extension is not found");
            assert!(extension.textures().all(|it| extension.texture(it.name).is_some()), "a texture is not found");
            extension.parameters().for_each(look);
            extension.textures().for_each(|it| look(it.placement.matrix()));
        }
    }
    parts(model, random);
    view.tag().iter().for_each(data::walk_view);
    look(view.mesh(random.below(8)));
}

/// Reads the cameras, lights, levels of detail and properties of a model.
fn parts(model: &Model, random: &mut Random) {
    let view = model.view();
    let has_bone = |carrier: Carrier| carrier.bone.is_none_or(|bone| view.bone(bone as usize).is_some());
    assert!(view.cameras().all(|camera| has_bone(camera.carrier())), "a camera has no bone");
    assert!(view.lights().all(|light| has_bone(light.carrier())), "a light has no bone");
    view.cameras().for_each(|camera| look((camera.name(), camera.projection())));
    view.lights().for_each(|light| look((light.name(), light.kind(), light.unit(), light.cone())));
    for group in view.level_groups() {
        let level = group.level_at(number(random));
        assert!(level.is_none_or(|level| level < group.levels().len()), "a level does not exist");
        let mut meshes = group.levels().flat_map(|level| level.meshes);
        assert!(meshes.all(|mesh| view.mesh(*mesh as usize).is_some()), "a mesh of a level does not exist");
    }
    let properties = view.properties();
    for (owner, values) in properties.iter() {
        assert!(properties.find(owner.kind, owner.index).is_some(), "properties are not found");
        values.fields().for_each(look);
    }
}

/// Casts rays and spheres against a mesh.
pub(super) fn collide(mesh: &CollisionMesh, random: &mut Random) {
    let view = mesh.view();
    let corner = |random: &mut Random| view.vertices().get(random.below(view.vertices().len().max(1))).copied();
    for _ in 0..3 {
        let origin = if random.once_in(2) { vector(random) } else { corner(random).unwrap_or_default() };
        let faces = *random.pick(&[Faces::Both, Faces::Front]);
        let max_distance = number(random).abs();
        let hit = RayCast { origin, direction: vector(random), max_distance, faces }.run(view);
        assert!(hit.is_none_or(|hit| view.corners(hit.triangle).is_some()), "a ray met a triangle that does not exist");
        let sphere = SphereQuery { center: origin, radius: number(random) };
        look(sphere.nearest(view));
        sphere.contacts(view).take(CONTACTS).for_each(look);
    }
}

/// Reads all samples.
pub(super) fn samples(sound: &Sound) {
    let view = sound.view();
    let expected = if view.vorbis().is_empty() { u64::from(view.frames()) * u64::from(view.channels()) } else { 0 };
    assert_eq!(view.samples().len() as u64, expected, "a sample is missing");
    assert!(view.duration() > 0.0, "a sound takes no time");
    assert!(view.repeated().is_none_or(|it| it.start + it.length <= view.frames()), "a loop goes beyond its sound");
}

/// Reads all mipmaps.
pub(super) fn mipmaps(texture: &Texture) {
    let view = texture.view();
    let bytes: usize = view.mips().map(|mip| mip.bytes.len()).sum();
    assert_eq!((view.mips().count(), bytes), (view.levels() as usize, view.bytes().len()), "a mipmap is missing");
}

/// Reads all mipmaps of all faces.
pub(super) fn faces(cube: &TextureCube) {
    let view = cube.view();
    let lengths = CubeFace::ALL.map(|face| view.mips(face).map(|mip| mip.bytes.len()).collect::<Vec<_>>());
    let bytes: usize = lengths.iter().flatten().sum();
    assert!(lengths.iter().all(|face| face.len() == view.levels() as usize) && bytes == view.bytes().len());
}

/// Lays out a text of characters that the font contains, and some that it may lack.
pub(super) fn texts(font: &Font, random: &mut Random) {
    let view = font.view();
    let mut text = String::new();
    for glyph in view.glyphs().take(64) {
        text.push(glyph.character);
        if random.once_in(8) {
            text.push(*random.pick(&['\n', '\r', '?', '\u{10ffff}']));
        }
    }
    let quads: Result<Vec<_>, _> = font.layout(&text).collect();
    assert_eq!(quads.map(drop), font.measure(&text).map(drop), "size and layout of a string disagree");
    look(view.texture().mips().map(|mip| mip.bytes.len()).sum::<usize>());
}
