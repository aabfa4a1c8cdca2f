//! Helpers for tests of glTF files.

use std::collections::BTreeMap;
use std::io;

use rigmill_dom::Scene;
use rigmill_pipeline::{
    Dependency, Diagnostic, Digest, ImportContext, Importer, Params, SourcePath, Sources, TomlTable,
};

use serde_json::json;

use super::writer::Writer;
use crate::scenes::gltf::{Gltf, GltfParams};
use crate::tests::support::{clean, import_with};

/// The corners of a triangle.
const TRIANGLE: [f32; 9] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];

/// Creates a file with a triangle.
pub(super) fn triangle() -> Writer {
    let mut file = Writer::new();
    let positions = file.floats("VEC3", &TRIANGLE);
    file.mesh(json!({ "attributes": { "POSITION": positions } }));
    file
}

/// Parses the parameters of a manifest.
pub(super) fn params(toml: &str) -> Result<GltfParams, String> {
    let mut params = GltfParams::default();
    for (name, value) in toml.parse::<TomlTable>().unwrap() {
        params.set(&name, &value).unwrap().map_err(|error| error.to_string())?;
    }
    Ok(params)
}

/// Imports bytes. Returns the scene and the diagnostics.
pub(super) fn import(bytes: &[u8]) -> (Option<Scene>, Vec<Diagnostic>) {
    import_with::<Gltf>(bytes, &GltfParams::default())
}

/// Returns the scene of a file without problems.
pub(super) fn scene(file: &Writer) -> Scene {
    clean(import(&file.glb()))
}

/// Returns the scene of a file without problems, imported with parameters.
pub(super) fn scene_with(file: &Writer, toml: &str) -> Scene {
    clean(import_with::<Gltf>(&file.glb(), &params(toml).unwrap()))
}

/// Returns the code and message with which a file is rejected.
pub(super) fn refused(bytes: &[u8]) -> String {
    refused_with(bytes, "")
}

/// Returns the code and message with which a file is rejected, with these parameters.
pub(super) fn refused_with(bytes: &[u8], toml: &str) -> String {
    let (scene, said) = import_with::<Gltf>(bytes, &params(toml).unwrap());
    assert!(scene.is_none(), "{said:?}");
    let last = said.last().unwrap();
    format!("{}: {}", last.code, last.message)
}

/// Returns the codes of the warnings about a file.
pub(super) fn warned(file: &Writer) -> Vec<String> {
    warned_with(file, "")
}

/// Returns the codes of the warnings about a file, with parameters.
pub(super) fn warned_with(file: &Writer, toml: &str) -> Vec<String> {
    let (scene, said) = import_with::<Gltf>(&file.glb(), &params(toml).unwrap());
    assert!(scene.is_some(), "{said:?}");
    said.into_iter().map(|it| format!("{}: {}", it.code, it.message)).collect()
}

/// A project with these files.
struct Files(BTreeMap<&'static str, Vec<u8>>);

impl Sources for Files {
    fn read(&self, path: &SourcePath) -> io::Result<Option<(Vec<u8>, Digest)>> {
        Ok(self.0.get(path.as_str()).map(|bytes| (bytes.clone(), Digest::from_bytes([0; 32]))))
    }

    fn list(&self, _pattern: &str) -> io::Result<Vec<SourcePath>> {
        Ok(Vec::new())
    }
}

/// Imports `Models/robot.gltf` in a project with other files. Returns the scene, the dependencies and the diagnostics.
pub(super) fn import_among(
    bytes: Vec<u8>,
    others: &[(&'static str, Vec<u8>)],
) -> (Option<Scene>, Vec<Dependency>, Vec<Diagnostic>) {
    let path = SourcePath::new("Models/robot.gltf").unwrap();
    let files = others.iter().cloned().chain([("Models/robot.gltf", bytes)]).collect();
    let files = Files(files);
    let mut ctx = ImportContext::new(&path, &files);
    let scene = Gltf.import(&mut ctx, &GltfParams::default()).ok();
    let (dependencies, said) = ctx.finish();
    (scene, dependencies, said)
}
