//! Tests what tabs learn about builds: which assets changed, why, and how they are made.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use rigmill_format::Content;
use serde_json::{Value, json};

use super::{Shown, clip, heard, skeleton};
use crate::{AssetBuild, AssetState, Bounds, BuildGraph, Edition, Explanation, Server, Toolchain, Trial};

/// Creates the build of an asset with its files.
fn build(asset: &str, state: AssetState, outputs: &[&str]) -> AssetBuild {
    AssetBuild {
        asset: asset.to_owned(),
        source: format!("{asset}.fbx"),
        state,
        why: vec!["source changed".to_owned()],
        ran: vec!["import".to_owned()],
        ms: 2.5,
        stage_ms: 1.5,
        outputs: outputs.iter().map(|it| format!("{it}.rmb")).collect(),
    }
}

fn of(assets: Vec<AssetBuild>) -> Edition {
    Edition { assets, ..Edition::default() }
}

/// Returns the names in a response, with the state of each.
fn rows(assets: &Value) -> Vec<(String, Value)> {
    let rows = assets.as_array().unwrap().iter();
    rows.map(|it| (it["name"].as_str().unwrap().to_owned(), it["state"].clone())).collect()
}

fn listed(shown: &Shown) -> Vec<(String, Value)> {
    rows(&serde_json::from_slice::<Value>(&shown.get("assets").body).unwrap()["assets"])
}

fn row(name: &str, state: impl Into<Value>) -> (String, Value) {
    (name.to_owned(), state.into())
}

#[test]
fn a_tab_learns_of_what_changed_and_of_nothing_else() {
    let shown = Shown::new();
    shown.server.show(Edition { relist: true, ..Edition::default() });
    let mut tab = shown.tab();
    assert_eq!(heard(&mut tab)["assets"], Value::Null, "a new tab fetches the list");

    let mut moved = skeleton();
    moved.bones[1].bind.translation[0] = 2.0;
    shown.write("Arm.skeleton", &moved.encode().unwrap());
    shown.server.show(of(vec![build("Arm", AssetState::Built, &["Arm.skeleton"])]));
    let told = heard(&mut tab);
    assert_eq!((rows(&told["assets"]), &told["gone"]), (vec![row("Arm.skeleton", "built")], &json!([])));
    assert_eq!((&told["assets"][0]["asset"], &told["assets"][0]["since"]), (&json!("Arm"), &told["number"]));

    fs::remove_file(shown.folder.path().join("content/Arm.skeleton.rmb")).unwrap();
    shown.server.show(of(vec![build("Arm", AssetState::Removed, &["Arm.skeleton"])]));
    let told = heard(&mut tab);
    assert_eq!((&told["assets"], &told["gone"]), (&json!([]), &json!(["Arm.skeleton"])));
    assert_eq!(listed(&shown), [row("Moves/Reach", Value::Null), row("Moves/Reach.events", Value::Null)]);
}

#[test]
fn the_same_results_again_are_no_news() {
    let shown = Shown::new();
    let result = || of(vec![build("Arm", AssetState::Failed, &["Arm.skeleton"])]);
    shown.server.show(Edition { relist: true, ..result() });
    let number =
        |shown: &Shown| serde_json::from_slice::<Value>(&shown.get("assets").body).unwrap()["number"].as_u64().unwrap();
    let before = number(&shown);
    shown.server.show(result());
    assert_eq!(number(&shown), before);
}

#[test]
fn an_asset_that_failed_is_listed_before_it_has_content() {
    let shown = Shown::new();
    let failed = || build("Models/New", AssetState::Failed, &[]);
    shown
        .server
        .show(Edition { relist: true, ..of(vec![failed(), build("Arm", AssetState::Failed, &["Arm.skeleton"])]) });
    let others = [row("Moves/Reach", Value::Null), row("Moves/Reach.events", Value::Null)];
    let with =
        |rows: &[(String, Value)]| [rows, &others].concat().into_iter().collect::<std::collections::BTreeMap<_, _>>();
    let now = || listed(&shown).into_iter().collect::<std::collections::BTreeMap<_, _>>();
    assert_eq!(now(), with(&[row("Arm.skeleton", "failed"), row("Models/New", "failed")]));

    // The contents of the folder are listed again, and the failure stays.
    shown.server.show_changed_files();
    assert_eq!(now(), with(&[row("Arm.skeleton", "failed"), row("Models/New", "failed")]));

    shown.write("Models/New.skeleton", &skeleton().encode().unwrap());
    shown.server.show(of(vec![build("Models/New", AssetState::Built, &["Models/New.skeleton"])]));
    assert_eq!(now(), with(&[row("Arm.skeleton", "failed"), row("Models/New.skeleton", "built")]));

    shown.server.show(of(vec![failed()]));
    assert_eq!(now(), with(&[row("Arm.skeleton", "failed"), row("Models/New.skeleton", "failed")]));
}

#[test]
fn a_failed_asset_is_listed_beside_good_content_of_the_same_name() {
    let shown = Shown::new();
    let skin = |source: &str, state, outputs: &[&str]| AssetBuild {
        source: source.to_owned(),
        ..build("skin", state, outputs)
    };
    let rows = || listed(&shown).into_iter().filter(|(name, _)| name.starts_with("skin")).collect::<Vec<_>>();
    shown.write("skin", &skeleton().encode().unwrap());
    let failed = || skin("skin.gltf", AssetState::Failed, &[]);
    // Its source comes before or after that of the good asset.
    for good in ["skin.dds", "skin.png"] {
        let built = || skin(good, AssetState::Built, &["skin"]);
        for builds in [vec![built(), failed()], vec![failed(), built()], vec![failed()], vec![built()]] {
            shown.server.show(Edition { relist: true, ..of(builds) });
            assert_eq!(rows(), [row("skin", "built"), row("skin.gltf", "failed")], "{good}");
        }
        let explained: Value = serde_json::from_slice(&shown.get("explain/skin.gltf").body).unwrap();
        assert_eq!(explained["build"]["source"], "skin.gltf");
        shown.server.show(of(vec![skin(good, AssetState::Removed, &[])]));
    }
    // Without the other asset, the name is free.
    fs::remove_file(shown.folder.path().join("content/skin.rmb")).unwrap();
    shown.server.show(Edition { relist: true, ..of(vec![failed()]) });
    assert_eq!(rows(), [row("skin", "failed")]);
    // Several failed assets share the name.
    shown.server.show(of(vec![skin("skin.fbx", AssetState::Failed, &[])]));
    assert_eq!(rows(), [row("skin.fbx", "failed"), row("skin.gltf", "failed")]);
    shown.server.show(of(vec![skin("skin.fbx", AssetState::Removed, &[])]));
    assert_eq!(rows(), [row("skin", "failed")]);
}

#[test]
fn a_file_that_an_asset_no_longer_makes_is_gone() {
    let shown = Shown::new();
    shown.write("Arm.extra", &skeleton().encode().unwrap());
    let first = build("Arm", AssetState::Built, &["Arm.extra", "Arm.skeleton"]);
    shown.server.show(Edition { relist: true, ..of(vec![first]) });
    assert_eq!(listed(&shown).len(), 4);
    fs::remove_file(shown.folder.path().join("content/Arm.extra.rmb")).unwrap();
    shown.server.show(of(vec![build("Arm", AssetState::Built, &["Arm.skeleton"])]));
    assert_eq!(listed(&shown).len(), 3);
}

/// Knows one asset.
#[derive(Debug, Default)]
struct Known {
    pictures: Option<PathBuf>,
}

impl Toolchain for Known {
    fn picture_folder(&self) -> Option<(PathBuf, String)> {
        Some((self.pictures.clone()?, "program".to_owned()))
    }

    fn explain(&self, asset: &str) -> Result<Explanation, String> {
        let explanation = Explanation { source: asset.to_owned(), ..Explanation::default() };
        if asset == "Arm.fbx" { Ok(explanation) } else { Err(format!("no asset {asset}")) }
    }

    fn graph(&self) -> Result<BuildGraph, String> {
        Ok(BuildGraph { nodes: Vec::new(), edges: vec![[0, 1]] })
    }

    fn source(&self, clip: &str) -> Result<Vec<u8>, String> {
        Err(format!("no source of {clip}"))
    }

    fn pixels(&self, texture: &str) -> Result<Vec<u8>, String> {
        if texture == "Skins/A b" { Ok(b"pixels".to_vec()) } else { Err(format!("{texture} has no source")) }
    }

    fn compress(&self, clip: &str, _: &str, _: Bounds) -> Result<Trial, String> {
        Err(format!("no source of {clip}"))
    }
}

#[test]
fn how_content_is_made_is_asked_by_the_source_of_its_asset() {
    let folder = tempfile::TempDir::new().unwrap();
    fs::create_dir(folder.path().join("content")).unwrap();
    let server = Server::start(&folder.path().join("content"), 0, Some(Arc::new(Known::default()))).unwrap();
    let shown = Shown { folder, server };
    shown.write("Arm.skeleton", &skeleton().encode().unwrap());
    shown.server.show(of(vec![build("Arm", AssetState::Built, &["Arm.skeleton"])]));
    let explained = |name| serde_json::from_slice::<Value>(&shown.get(&format!("explain/{name}")).body).unwrap();
    let arm = explained("Arm.skeleton");
    assert_eq!(
        (&arm["asset"], &arm["made"]["source"], &arm["build"]["ms"]),
        (&json!("Arm"), &json!("Arm.fbx"), &json!(2.5))
    );
    let other = explained("Leg%20A");
    assert_eq!((&other["made"], &other["unknown"]), (&Value::Null, &json!("no asset Leg A")));
    assert_eq!(shown.get("source/Skins/A%20b").body, b"pixels");
    let other = shown.get("source/Skins/B");
    assert_eq!((other.status, String::from_utf8_lossy(&other.body).trim()), (404, "Skins/B has no source"));
    let graph: Value = serde_json::from_slice(&shown.get("graph").body).unwrap();
    assert_eq!(graph, json!({ "nodes": [], "edges": [[0, 1]] }));
}

#[test]
fn a_thumbnail_is_a_picture_of_what_was_built_last() {
    let shown = Shown::new();
    shown.get("assets");
    let picture = shown.get("thumbnail/Arm.skeleton");
    assert!(picture.head.contains("Content-Type: image/png"), "{}", picture.head);
    let reader = png::Decoder::new(std::io::Cursor::new(&picture.body)).read_info().unwrap();
    assert_eq!((reader.info().width, reader.info().height), (128, 128));
    assert_eq!(shown.get("thumbnail/Arm.skeleton").body, picture.body);

    let mut moved = skeleton();
    moved.bones[1].bind.translation = [0.0, 3.0, 0.0];
    shown.write("Arm.skeleton", &moved.encode().unwrap());
    shown.server.show(of(vec![build("Arm", AssetState::Built, &["Arm.skeleton"])]));
    assert_ne!(shown.get("thumbnail/Arm.skeleton").body, picture.body);

    for path in [
        "thumbnail/Moves/Reach.events",
        "thumbnail/Nothing",
        "thumbnail/../secret",
        "film/Arm.skeleton",
        "film/../secret",
    ] {
        let nothing = shown.get(path);
        assert!(nothing.status == 200 && nothing.head.contains("image/svg+xml"), "{path}: {}", nothing.head);
    }
}

/// Returns the size of a GIF, its number of frames and the hundredths of a second that they take.
fn measured(gif: &[u8]) -> ([u16; 2], usize, u32) {
    let mut reader = gif::Decoder::new(gif).unwrap();
    let size = [reader.width(), reader.height()];
    let mut delays = Vec::new();
    while let Some(frame) = reader.read_next_frame().unwrap() {
        delays.push(u32::from(frame.delay));
    }
    (size, delays.len(), delays.iter().sum())
}

#[test]
fn a_film_is_short_even_for_a_long_clip() {
    let shown = Shown::new();
    let mut long = clip();
    (long.duration, long.sequences[0].duration, long.sequences[0].key_interval) = (60.0, 60.0, 60.0);
    shown.write("Moves/Long", &long.encode().unwrap());
    shown.get("assets");
    for name in ["Reach", "Long"] {
        let film = shown.get(&format!("film/Moves/{name}"));
        assert!(film.head.contains("Content-Type: image/gif"), "{}", film.head);
        assert_eq!(measured(&film.body), ([128, 128], 16, 200), "{name}");
        assert_eq!(shown.get(&format!("film/Moves/{name}")).body, film.body);
    }
}

#[test]
fn a_clip_is_pictured_on_the_skeleton_that_its_path_names() {
    let shown = Shown::new();
    shown.write("Moves/Arm/Reach", &clip().encode().unwrap());
    shown.get("assets");
    let [plain, named] = ["Moves/Reach", "Moves/Arm/Reach"].map(|name| shown.get(&format!("thumbnail/{name}")).body);
    assert_eq!(plain, named);
    // Both skeletons have as many bones that the clip moves. Without a name in the path, the last one is shown.
    let mut leg = skeleton();
    leg.bones[0].bind.rotation = [0.0, 0.0, 1.0, 0.0];
    shown.write("Leg.skeleton", &leg.encode().unwrap());
    shown.server.show_changed_files();
    assert_ne!(shown.get("thumbnail/Moves/Reach").body, plain);
    assert_eq!(shown.get("thumbnail/Moves/Arm/Reach").body, named);
}

#[test]
fn thumbnails_are_kept_for_the_next_run() {
    let mut shown = Shown::new();
    let pictures = shown.folder.path().join("pictures");
    let restart = |shown: &mut Shown| {
        let toolchain = Arc::new(Known { pictures: Some(pictures.clone()) });
        shown.server = Server::start(&shown.folder.path().join("content"), 0, Some(toolchain)).unwrap();
        shown.get("assets");
    };
    restart(&mut shown);
    let picture = shown.get("thumbnail/Arm.skeleton").body;
    let files = || fs::read_dir(&pictures).unwrap().map(|entry| entry.unwrap().path()).collect::<Vec<_>>();
    let [file] = &files()[..] else { panic!() };
    assert_eq!(fs::read(file).unwrap(), picture);
    // The next run shows this file.
    let marked = [&picture[..], b"marked"].concat();
    fs::write(file, &marked).unwrap();
    restart(&mut shown);
    assert_eq!(shown.get("thumbnail/Arm.skeleton").body, marked);
    // Different content has a different picture.
    let mut moved = skeleton();
    moved.bones[1].bind.translation = [0.0, 3.0, 0.0];
    shown.write("Arm.skeleton", &moved.encode().unwrap());
    restart(&mut shown);
    assert_ne!(shown.get("thumbnail/Arm.skeleton").body, marked);
    assert_eq!(files().len(), 2);
}

#[test]
fn content_without_a_project_has_no_graph() {
    let shown = Shown::new();
    assert_eq!(shown.get("graph").status, 404);
    assert!(
        String::from_utf8_lossy(&shown.get("source/Arm.skeleton").body)
            .contains("there are no sources here: open the project")
    );
    let arm: Value = serde_json::from_slice(&shown.get("explain/Arm.skeleton").body).unwrap();
    assert_eq!((&arm["made"], &arm["unknown"]), (&Value::Null, &Value::Null));
}
