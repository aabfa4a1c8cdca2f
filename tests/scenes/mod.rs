//! Tests docs/scenes.md: what importers and targets do with each feature that a scene can have. Each cell is tested with its
//! own small file.
//!
//! A new row needs a file in `gltf.rs`, or in `kinds.rs` of the importers' tests, and, if a target keeps the feature, an entry
//! in [`KEPT`].

mod fbx;
mod gltf;
mod validator;

use std::collections::BTreeMap;
use std::fs;

use rigmill_format::{BoundingSphere, Content as _, LightUnit, Model};

use crate::support::files::relative;
use crate::support::{Built, Project, files_below, repository};

/// The columns for importers, which are also folders of the project, and the extension of their files.
const IMPORTERS: [(&str, &str); 3] = [("fbx", "fbx"), ("fbx-dom", "fbx"), ("gltf", "glb")];
/// The columns for targets, with their names.
const TARGETS: [(&str, &str); 3] = [("native", "native"), ("gltf out", "gltf"), ("xna", "xna")];

/// Text that shows that an output has a feature: in the JSON of `inspect` for the target `native`, and in the bytes for the
/// others.
const KEPT: [(&str, [&str; 3]); 13] = [
    ("Meshes", ["\"triangles\":1", "\"primitives\"", "Body"]),
    ("Skins", ["\"inverse_binds\":[[", "\"inverseBindMatrices\"", "SkinBones"]),
    ("Morph targets", ["\"name\":\"Smile\"", "\"targetNames\":[\"Smile\"]", ""]),
    ("Dual-quaternion skins", ["\"method\":\"dual-quaternion\"", "", ""]),
    ("Second set of vertex colours", ["\"more_colors\":[[[", "\"COLOR_1\"", ""]),
    ("Mesh instancing", ["Body 1", "Body 1", "Body 1"]),
    ("Cameras", ["\"perspective\"", "\"yfov\"", ""]),
    ("Lights", ["\"point\"", "\"KHR_lights_punctual\"", ""]),
    ("Light decay and area shape", ["\"DecayType\"", "\"DecayType\":2", ""]),
    ("Camera film", ["\"FilmOffsetX\"", "\"FilmOffsetX\":0.25", ""]),
    ("Levels of detail", ["\"level_groups\":[{", "\"MSFT_lod\"", ""]),
    ("Custom properties", ["\"Speed\"", "\"Speed\"", ""]),
    ("Node animation", ["\"key_frame_sequence_count\":1", "\"translation\"", "AnimationReader"]),
];

/// The cells of a row, by column.
type Row = BTreeMap<String, String>;

/// Returns the rows of the page's table, by their first cells.
fn page() -> BTreeMap<String, Row> {
    let page = fs::read_to_string(repository().join("docs/scenes.md")).unwrap();
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|').split('|').map(|cell| cell.trim().replace('`', "")).collect()
    };
    // Only the first table.
    let mut lines = page.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let columns = cells(lines.next().unwrap());
    let row = |line| {
        let mut row: Row = columns.iter().cloned().zip(cells(line)).collect();
        (row.remove("Feature").unwrap(), row)
    };
    lines.skip(1).map(row).collect()
}

/// Returns the name of the asset with a feature, imported by an importer.
fn asset(importer: &str, feature: &str) -> String {
    format!("{importer}/{}", feature.to_lowercase().replace(' ', "-"))
}

/// Creates a project of all files. Also returns which importers have which features.
fn project() -> (Project, Vec<(&'static str, &'static str)>) {
    let project = Project::new();
    project.write("rigmill.toml", "[[rule]]\nmatch = \"fbx-dom/*.fbx\"\nimporter = \"fbx-dom\"\n");
    let mut written = Vec::new();
    for (importer, extension) in IMPORTERS {
        for (feature, bytes) in if importer == "gltf" { gltf::files() } else { fbx::files() } {
            project.write(&format!("{}.{extension}", asset(importer, feature)), bytes);
            written.push((importer, feature));
        }
    }
    (project, written)
}

/// Returns the levels and codes of the diagnostics about an asset, without duplicates.
fn reported<'a>(built: &'a Built, asset: &str) -> Vec<(&'a str, &'a str)> {
    let of_asset = |file: &&str| file.split_once('.').is_some_and(|(name, _)| name == asset);
    let diagnostics = built.messages.iter().filter(|it| it["file"].as_str().as_ref().is_some_and(of_asset));
    let text = |it: &'a serde_json::Value, key: &str| it[key].as_str().unwrap();
    let diagnostics = diagnostics.filter(|it| it["reason"] == "diagnostic");
    let mut reported: Vec<_> = diagnostics.map(|it| (text(it, "level"), text(it, "code"))).collect();
    reported.dedup();
    reported
}

/// Parses which diagnostics an importer reports, according to a cell.
fn expected(cell: &str) -> Vec<(&str, &str)> {
    match cell.strip_prefix("refused ") {
        Some(code) => vec![("error", code)],
        None if cell == "kept" => vec![],
        None => vec![("warning", cell)],
    }
}

/// Returns everything that a target contains for an asset, as text.
fn output(project: &Project, target: &str, asset: &str) -> String {
    let folder = project.root().join("build").join(target);
    let is_of_asset = |path: &std::path::PathBuf| {
        let name = relative(path, &folder);
        name.strip_prefix(asset).is_some_and(|rest| rest.starts_with(['.', '@']))
    };
    let text = |path: std::path::PathBuf| match target {
        "native" => {
            let inspected = project.command("inspect").arg(path).arg("--json").output().unwrap();
            String::from_utf8(inspected.stdout).unwrap()
        }
        _ => String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned(),
    };
    files_below(&folder).into_iter().filter(is_of_asset).map(text).collect()
}

#[test]
fn every_importer_does_what_the_page_says() {
    let (project, written) = project();
    let page = page();
    let built = project.build();
    for &(importer, feature) in &written {
        let cell = &page[feature][importer];
        let asset = asset(importer, feature);
        assert_eq!(reported(&built, &asset), expected(cell), "{asset}");
        if cell == "kept" {
            let (_, [shown, ..]) = KEPT.iter().find(|(kept, _)| *kept == feature).unwrap();
            let output = output(&project, "native", &asset);
            assert!(output.contains(shown), "{asset} has no {shown}: {output}");
        }
    }
    // Every row has a file.
    for (feature, row) in &page {
        for (importer, _) in IMPORTERS {
            let is_written = written.contains(&(importer, feature.as_str()));
            assert_eq!(is_written, row[importer] != "–", "{feature}, {importer}");
        }
    }
}

#[test]
fn every_target_does_what_the_page_says() {
    let (project, written) = project();
    let page = page();
    for ((column, target), at) in TARGETS.into_iter().zip(0..) {
        let built = project.build_with(&["--target", target]);
        for &(importer, feature) in &written {
            let cell = page[feature][column].as_str();
            let asset = asset(importer, feature);
            let lost = reported(&built, &asset).into_iter().filter(|(_, code)| *code == "R0092").count();
            assert_eq!(lost, usize::from(cell == "R0092"), "{asset}, {target}");
            if cell == "kept" {
                let shown = KEPT.iter().find(|(kept, _)| *kept == feature).unwrap().1[at];
                assert!(output(&project, target, &asset).contains(shown), "{asset} has no {shown} for {target}");
            }
        }
    }
}

#[test]
fn files_of_xna_give_back_what_the_page_says() {
    let (project, _) = project();
    project.build_with(&["--target", "xna"]);
    let made = project.root().join("build/xna");
    let again = Project::new();
    for path in files_below(&made) {
        let name = path.strip_prefix(&made).unwrap().to_str().unwrap();
        if let Some(name) = name.strip_prefix("gltf/") {
            again.write(&format!("xnb/{name}"), fs::read(&path).unwrap());
        }
    }
    let built = again.build();
    assert_eq!((built.code, built.diagnostics()), (0, vec![]));
    for (feature, row) in page() {
        let kept = KEPT.iter().find(|(kept, _)| *kept == feature).filter(|_| row["xnb"] != "–");
        assert_eq!(row["xnb"] == "kept", kept.is_some(), "{feature}");
        if let Some((_, [shown, ..])) = kept {
            let asset = asset("xnb", &feature);
            assert!(output(&again, "native", &asset).contains(shown), "{asset} has no {shown}");
        }
    }
}

/// Returns the model of an asset that was built for the target `native`, without parts that depend on the order of its
/// vertices, and without parts that change according to docs/gltf.md: a group has the name of its first level, and light
/// factors become candela or lux.
fn model(project: &Project, asset: &str) -> Model {
    let mut model = Model::decode(&project.read(&format!("build/native/{asset}.model.rmb"))).unwrap();
    model.sphere = BoundingSphere::default();
    model.meshes.iter_mut().for_each(|mesh| mesh.sphere = BoundingSphere::default());
    model.level_groups.iter_mut().for_each(|group| group.name.clear());
    for camera in &mut model.cameras {
        camera.carrier.local = unscaled(&camera.carrier.local);
    }
    for light in &mut model.lights {
        light.carrier.local = unscaled(&light.carrier.local);
        light.unit = LightUnit::default();
    }
    model
}

/// Returns a carrier's matrix without its scale, which has no meaning, in steps of 1/65536.
fn unscaled(local: &[f32; 16]) -> [f32; 16] {
    let mut matrix = *local;
    for row in matrix.chunks_exact_mut(4).take(3) {
        let length = row.iter().map(|part| part * part).sum::<f32>().sqrt();
        row.iter_mut().for_each(|part| *part /= length);
    }
    matrix.map(|part| (part * 65_536.0).round() / 65_536.0 + 0.0)
}

#[test]
fn files_of_gltf_give_back_what_the_page_says() {
    let (project, written) = project();
    let page = page();
    project.build_with(&["--target", "native", "--target", "gltf"]);
    let made = project.root().join("build/gltf");
    let again = Project::new();
    for path in files_below(&made) {
        again.write(path.strip_prefix(&made).unwrap().to_str().unwrap(), fs::read(&path).unwrap());
    }
    let built = again.build();
    assert_eq!((built.code, built.diagnostics()), (0, vec![]));
    for (importer, feature) in written.into_iter().filter(|(_, feature)| page[*feature]["gltf out"] == "kept") {
        let asset = asset(importer, feature);
        let [found, expected] = [&again, &project].map(|it| model(it, &asset));
        assert_eq!(found, expected, "{asset}");
    }
}
