//! Compares files from Microsoft's own pipeline with Rigmill's results for the same sources.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{built, index, list, numbers, read, readers};
use crate::support::{Project, files_below, outside};
use crate::xnb::{AS_XNA_HAD_IT, Triangle, assert_same_sides, same};

/// The corners of a mesh's triangles, clockwise seen from outside, and the sides of its vertices' binormals.
struct Mesh {
    bone: usize,
    triangles: Vec<Triangle>,
    sides: BTreeMap<String, f32>,
}

fn cross([a, b, c]: [f32; 3], [x, y, z]: [f32; 3]) -> [f32; 3] {
    [b * z - c * y, c * x - a * z, a * y - b * x]
}

/// Returns on which side of the normal and tangent the binormal is.
fn side(buffer: &Value, at: usize) -> f32 {
    let [normal, tangent, binormal] = ["Normal0", "Tangent0", "Binormal0"].map(|name| numbers::<3>(&buffer[name][at]));
    cross(normal, tangent).iter().zip(binormal).map(|(a, b)| a * b).sum::<f32>().signum()
}

fn mesh(mesh: &Value, shared: &[Value]) -> Mesh {
    let (mut triangles, mut sides) = (Vec::new(), BTreeMap::new());
    for part in list(&mesh["parts"]) {
        let resource = |name: &str| &shared[index(&part[name]) - 1]["content"];
        let (vertices, indices) = (resource("vertexBuffer"), list(&resource("indexBuffer")["indices"]));
        let [offset, first] = ["vertexOffset", "startIndex"].map(|name| index(&part[name]));
        let corner = |it: &Value| numbers(&vertices["Position0"][offset + index(it)]);
        let corners = &indices[first..first + 3 * index(&part["primitiveCount"])];
        triangles.extend(corners.chunks_exact(3).map(|it| [corner(&it[0]), corner(&it[1]), corner(&it[2])]));
        for at in offset..offset + index(&part["vertexCount"]) {
            let like = ["Position0", "Normal0", "TextureCoordinate0"].map(|name| {
                let parts = list(&vertices[name][at]).iter().map(|it| format!("{:.3}", super::number(it)));
                parts.collect::<Vec<_>>().join(" ")
            });
            let like = format!("{} {}", mesh["name"], like.join(" "));
            sides.entry(like).and_modify(|side| *side = 0.0).or_insert_with(|| side(vertices, at));
        }
    }
    Mesh { bone: index(&mesh["bone"]), triangles, sides }
}

fn meshes(file: &Value) -> BTreeMap<&str, Mesh> {
    let shared = list(&file["sharedResources"]);
    let all = list(&file["content"]["meshes"]).iter();
    all.map(|it| (it["name"].as_str().unwrap(), mesh(it, shared))).collect()
}

/// Compares all bones except the root, which RobotGame's pipeline rotated when it read the file.
fn assert_same_bones(found: &Value, expected: &Value) {
    assert_eq!(found["hierarchy"], expected["hierarchy"]);
    for (at, (found, expected)) in list(&found["bones"]).iter().zip(list(&expected["bones"])).enumerate() {
        let [a, b] = [found, expected].map(|bone| numbers::<16>(&bone["transform"]));
        let off = a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(found["name"] == expected["name"] && (at == 0 || off <= 1e-5), "{found} {expected}");
    }
}

#[test]
#[cfg_attr(
    not(all(robotgame, mono)),
    ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files; needs mcs and mono"
)]
fn rigmills_model_is_microsofts_to_another_program() {
    let folder = outside("RIGMILL_ROBOTGAME");
    let project = Project::new();
    let source = folder.join("content/Models/Mech/Players/Grund.FBX");
    project.write("Grund.FBX", std::fs::read(source).unwrap());
    project.write("rigmill.toml", AS_XNA_HAD_IT);
    let found = built(&project, &["Grund"]);
    let expected = read(&[folder.join("xnb/Models/Mech/Players/Grund.xnb")]);
    let [found, expected] = [&found[0], &expected[0]];
    assert_same_bones(&found["content"], &expected["content"]);
    // The following readers are those of effects, which are the game's own there.
    assert_eq!(readers(found)[..5], readers(expected)[..5]);
    let [found, expected] = [found, expected].map(meshes);
    assert_eq!(found.len(), 17);
    assert!(found.keys().eq(expected.keys()));
    for ((name, found), expected) in found.iter().zip(expected.values()) {
        assert_eq!((found.bone, found.triangles.len()), (expected.bone, expected.triangles.len()), "{name}");
        let mut left = expected.triangles.clone();
        for triangle in &found.triangles {
            let at = left.iter().position(|other| same(triangle, other));
            left.swap_remove(at.unwrap_or_else(|| panic!("{name}: no triangle {triangle:?}")));
        }
    }
    let [found, expected] = [found, expected].map(|all| all.into_values().flat_map(|mesh| mesh.sides).collect());
    assert_same_sides(&found, &expected);
}

#[test]
#[cfg_attr(
    not(all(robotgame, mono)),
    ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files; needs mcs and mono"
)]
fn microsofts_own_files_are_read_to_their_ends() {
    let folder = outside("RIGMILL_ROBOTGAME");
    let files: Vec<_> =
        ["Animation", "Models"].iter().flat_map(|below| files_below(&folder.join("xnb").join(below))).collect();
    let lines = read(&files);
    assert!(lines.len() >= 48);
    for (line, file) in lines.iter().zip(&files) {
        assert!(line.get("refused").is_none(), "{}: {line}", file.display());
    }
}
