//! Tests what is shown, and that it stays while its source is broken.

use rigmill_format::Content;

use super::{Shown, heard, skeleton};
use crate::{Edition, Problem};

#[test]
fn the_head_of_every_answer_is_strict() {
    let shown = Shown::new();
    for path in ["", "main.js", "assets", "content/Arm.skeleton", "nothing"] {
        let head = shown.get(path).head;
        for field in [
            "Content-Security-Policy: default-src 'none'",
            "X-Content-Type-Options: nosniff",
            "Referrer-Policy: no-referrer",
            "Cache-Control: no-store",
        ] {
            assert!(head.contains(field), "{path}: {field}: {head}");
        }
        assert!(!head.to_lowercase().contains("access-control"), "{path}: {head}");
        assert!(!head.contains("unsafe"), "{path}: {head}");
    }
}

#[test]
fn assets_are_listed_by_name_and_type() {
    let shown = Shown::new();
    let list: serde_json::Value = serde_json::from_slice(&shown.get("assets").body).unwrap();
    let rows: Vec<_> = list["assets"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| [it["name"].as_str().unwrap(), it["type"].as_str().unwrap()])
        .collect();
    assert_eq!(
        rows,
        [["Arm.skeleton", "Skeleton"], ["Moves/Reach", "AnimationSequence"], ["Moves/Reach.events", "ClipEvents"]]
    );
}

#[test]
fn a_folder_that_does_not_exist_yet_is_empty() {
    let folder = tempfile::TempDir::new().unwrap();
    let server = crate::Server::start(&folder.path().join("later"), 0, None).unwrap();
    let shown = Shown { folder, server };
    assert_eq!(shown.get("assets").body, br#"{"assets":[],"number":0,"up":null}"#);
    assert_eq!(shown.get("content/Arm.skeleton").status, 404);
}

#[test]
fn a_port_that_is_taken_is_named() {
    let shown = Shown::new();
    let port: u16 = shown.host().split(':').nth(1).unwrap().parse().unwrap();
    let error = crate::Server::start(shown.folder.path(), port, None).unwrap_err();
    assert!(error.to_string().contains(&port.to_string()), "{error}");
}

#[test]
fn the_last_good_content_stays_until_it_is_good_again() {
    let shown = Shown::new();
    let mut tab = shown.tab();
    let begin = heard(&mut tab)["number"].as_u64().unwrap();
    let good = skeleton().encode().unwrap();
    assert_eq!(shown.get("content/Arm.skeleton").body, good);

    let problem =
        Problem { level: "error".into(), code: "R0012".into(), message: "too few keys".into(), ..Problem::default() };
    let mut damaged = good.clone();
    *damaged.last_mut().unwrap() ^= 1;
    // The file gets a different header, like every changed file.
    damaged[8] ^= 1;
    shown.write("Arm.skeleton", &damaged);
    shown.server.show(Edition { problems: vec![problem.clone()], ..Edition::default() });
    let told = heard(&mut tab);
    assert_eq!((told["number"].as_u64(), &told["problems"][0]["code"]), (Some(begin + 1), &"R0012".into()));
    assert_eq!(shown.get("content/Arm.skeleton").body, good);

    // If a retry fails in the same way, tabs are not notified.
    shown.server.show(Edition { problems: vec![problem], ..Edition::default() });
    let mut moved = skeleton();
    moved.bones[1].bind.translation[0] = 2.0;
    shown.write("Arm.skeleton", &moved.encode().unwrap());
    shown.server.show(Edition { relist: true, ..Edition::default() });
    let told = heard(&mut tab);
    assert_eq!((told["number"].as_u64(), &told["problems"]), (Some(begin + 2), &serde_json::json!([])));
    assert_eq!(shown.get("content/Arm.skeleton").body, moved.encode().unwrap());
}

#[test]
fn files_that_others_change_are_shown() {
    let shown = Shown::new();
    let mut tab = shown.tab();
    let begin = heard(&mut tab)["number"].as_u64().unwrap();
    shown.get("assets");
    shown.get("content/Arm.skeleton");
    shown.server.show_changed_files();
    let mut moved = skeleton();
    moved.bones[1].bind.translation[0] = 2.0;
    shown.write("Arm.skeleton", &moved.encode().unwrap());
    shown.server.show_changed_files();
    assert_eq!(heard(&mut tab)["number"].as_u64(), Some(begin + 1));
}
