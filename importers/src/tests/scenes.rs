//! Checks that apply to any importer of scenes, and a function that damages files.

use rigmill_dom::Scene;
use rigmill_test_random::Random;

/// Checks that indices are in range and numbers are finite.
pub(super) fn check_scene(scene: &Scene) {
    let count = |list: usize| u32::try_from(list).unwrap();
    for (node, index) in scene.nodes.iter().zip(0..) {
        assert!(node.parent.is_none_or(|parent| parent < index));
        assert!(node.mesh.is_none_or(|mesh| mesh < count(scene.meshes.len())));
    }
    for mesh in &scene.meshes {
        let corners = mesh.face_sizes.iter().map(|&size| size as usize).sum::<usize>();
        assert_eq!(mesh.corner_vertices.len(), corners);
        assert!(mesh.corner_vertices.iter().all(|&vertex| vertex < count(mesh.positions.len())));
        assert!(mesh.corner_normals.as_ref().is_none_or(|list| list.len() == corners));
        assert!(mesh.corner_tangents.as_ref().is_none_or(|list| list.len() == corners));
        assert!(mesh.corner_colors.as_ref().is_none_or(|list| list.len() == corners));
        assert!(mesh.uv_sets.iter().all(|set| set.corner_uvs.len() == corners));
        assert!(mesh.materials.iter().all(|&material| material < count(scene.materials.len())));
        assert!(mesh.materials.len() < 2 || mesh.face_materials.len() == mesh.face_sizes.len());
        assert!(mesh.face_materials.iter().all(|&material| material < count(mesh.materials.len())));
        if let Some(skin) = &mesh.skin {
            assert_eq!(
                (skin.bones.len(), mesh.positions.len() + 1),
                (skin.inverse_binds.len(), skin.vertex_starts.len())
            );
            assert_eq!(skin.vertex_starts.last(), Some(&count(skin.influences.len())));
            assert!(skin.influences.iter().all(|it| it.bone < count(skin.bones.len()) && it.weight > 0.0));
        }
    }
    for material in &scene.materials {
        assert!(material.texture_uses().all(|it| it.texture < count(scene.textures.len())));
    }
    // JSON has no number that is not finite: serde writes null.
    assert!(!serde_json::to_string(&(&scene.meshes, &scene.clips)).unwrap().contains("[null"));
    for kept in scene.clips.iter().flat_map(|clip| &clip.curves) {
        let vectors = [&kept.translation, &kept.scale].into_iter().flatten().flatten();
        for curve in vectors.chain(kept.rotation.iter().flatten()) {
            assert!(curve.keys.iter().all(|key| key.time.is_finite() && key.value.is_finite()));
            assert!(!curve.keys.is_empty() && curve.keys.is_sorted_by(|a, b| a.time <= b.time));
        }
    }
}

/// Returns a file with some damage.
pub(super) fn harmed(whole: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = whole.to_vec();
    for _ in 0..=random.below(6) {
        let at = random.below(bytes.len());
        match random.below(8) {
            0 => bytes.truncate(at.max(1)),
            1 => drop(bytes.drain(at..(at + random.below(64)).min(bytes.len()))),
            2 => {
                let copy = bytes[random.below(at + 1)..at].iter().copied().take(64).collect::<Vec<_>>();
                bytes.splice(at..at, copy);
            }
            3 => bytes[at] ^= 1 << random.below(8),
            4 => {
                let wrong = [[0xff; 4], [0, 0, 0, 0x80], [0xff, 0xff, 0xff, 0x7f], [0, 0, 0, 1]][random.below(4)];
                bytes.iter_mut().skip(at).zip(wrong).for_each(|(byte, wrong)| *byte = wrong);
            }
            5 => bytes[at] = b"-,.:{}\"0123456789e*"[random.below(19)],
            _ => bytes[at] = random.byte(),
        }
        if bytes.is_empty() {
            bytes.push(0);
        }
    }
    bytes
}
