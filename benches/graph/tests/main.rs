//! Tests a small run of the benchmark: its figures mean nothing, but its output must have the correct form.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::env::consts::EXE_EXTENSION;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

/// Returns arguments for the rigmill program of the same build, which `cargo test --workspace` puts next to the benchmark. If
/// only this crate is tested, the program does not exist, and the benchmark builds it.
fn program() -> [String; 2] {
    let beside =
        Path::new(env!("CARGO_BIN_EXE_rigmill-bench-graph")).with_file_name("rigmill").with_extension(EXE_EXTENSION);
    match beside.to_str().filter(|_| beside.exists()) {
        Some(program) => ["--rigmill".to_owned(), program.to_owned()],
        None => ["--profile", "dev"].map(str::to_owned),
    }
}

/// Runs the benchmark with a debug build of rigmill, in a folder that must be empty afterwards.
fn bench(arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_rigmill-bench-graph"));
    command.args(program()).args(["--rounds", "1", "--cold-rounds", "1", "--saves", "2", "--dir"]);
    let output = command.arg(folder.path()).args(arguments).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "files were left behind: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// Checks the times and the memory use of a number of runs.
fn check_figure(figure: &Value, runs: usize) {
    for time in ["seconds", "processor_seconds"] {
        assert!(figure[time].as_f64().unwrap() > 0.0, "{figure}");
    }
    assert!(figure["peak_bytes"].as_u64().unwrap() > 100_000, "{figure}");
    assert_eq!(figure["runs"].as_array().unwrap().len(), runs, "{figure}");
}

#[test]
#[cfg_attr(not(ninja), ignore = "needs ninja")]
fn every_step_has_its_figures_beside_ninja() {
    check_every_step(true);
}

#[test]
fn every_step_has_its_figures() {
    check_every_step(false);
}

/// Options for small sizes of the shapes that have a size.
const SMALL: [&str; 12] = [
    "--shared-assets",
    "110",
    "--models",
    "20",
    "--manifest-assets",
    "30",
    "--cache-assets",
    "40",
    "--watch-assets",
    "50",
    "--view-assets",
    "60",
];

fn check_every_step(with_ninja: bool) {
    let mut arguments = vec!["--json", "--assets", "50,120"];
    arguments.extend(SMALL);
    if !with_ninja {
        arguments.push("--no-ninja");
    }
    let results: Value = serde_json::from_str(&bench(&arguments)).unwrap();
    let rows = results["rows"].as_array().unwrap();
    let of_row = |row: &Value| ["shape", "assets", "step"].map(|name| row[name].to_string().replace('"', "")).join(" ");
    let reported: Vec<String> = rows.iter().map(of_row).collect();
    let wanted = [
        "plain 50 cold",
        "plain 50 no-op",
        "plain 50 one-change",
        "plain 120 cold",
        "plain 120 no-op",
        "plain 120 one-change",
        "shared 110 no-op",
        "shared 110 one-change",
        "shared 110 skeleton-change",
        "models 20 no-op",
        "models 20 one-change",
        "manifest 30 comment",
        "cache 40 from-cache",
    ];
    assert_eq!(reported, wanted);
    for row in rows {
        check_figure(&row["rigmill"], 1);
        let compared = with_ninja || row["shape"] == "cache";
        assert_eq!(row["yardstick"].is_object(), compared);
        if compared {
            check_figure(&row["yardstick"], 1);
        }
    }
    let watch = &results["watch"];
    for times in [&watch["output_ms"], &watch["reload_ms"]] {
        assert_eq!(times.as_array().unwrap().len(), 2);
        assert!(times[0].as_f64() >= watch["window_ms"].as_f64(), "{watch}");
    }
    let view = &results["view"];
    let [news, poses] = ["news_ms", "pose_ms"].map(|times| view[times].as_array().unwrap());
    assert_eq!([news.len(), poses.len()], [2, 2]);
    assert!(poses[0].as_f64() >= news[0].as_f64(), "{view}");
}

#[test]
fn markdown_gives_the_tables_of_the_page() {
    let reported = bench(&[&["--markdown", "--assets", "30,60", "--no-ninja"][..], &SMALL].concat());
    let page = fs::read_to_string(repository().join("docs/performance.md")).unwrap();
    let heads =
        reported.lines().zip(reported.lines().skip(1)).filter(|(_, rule)| rule.starts_with("|-")).map(|(head, _)| head);
    let heads: Vec<Vec<&str>> = heads.map(cells).collect();
    assert!(heads.len() >= 8, "{reported}");
    let explained: Vec<Vec<&str>> = page.lines().filter(|line| line.starts_with("| ")).map(cells).collect();
    // The columns of the costs are the requested sizes.
    for column in heads.iter().filter(|head| !head[1].starts_with("of ")).flatten() {
        assert!(explained.iter().flatten().any(|cell| cell == column), "docs/performance.md lacks {column:?}");
    }
    assert!(reported.contains("cargo run --release -p rigmill-bench-graph -- "));
}

#[test]
fn only_the_chosen_shapes_are_measured() {
    let reported = bench(&["--shape", "manifest,cache", "--manifest-assets", "3", "--cache-assets", "3", "--no-ninja"]);
    assert!(reported.contains("A comment in the manifest") && reported.contains("from cache"), "{reported}");
    assert!(!reported.contains("skeleton") && !reported.contains("reload reported"), "{reported}");
}

#[test]
fn the_window_is_the_one_of_rigmill_watch() {
    let window = "const WINDOW: Duration = Duration::from_millis(30);";
    for path in ["cli/src/commands/watch/watching.rs", "benches/graph/src/watching.rs"] {
        assert!(fs::read_to_string(repository().join(path)).unwrap().contains(window), "{path} has another window");
    }
}

#[test]
fn a_missing_ninja_is_reported_with_its_package() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rigmill-bench-graph"));
    let output = command.env("PATH", "").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let reported = String::from_utf8(output.stderr).unwrap();
    assert!(reported.contains("ninja-build") && reported.contains("--no-ninja"), "{reported}");
}

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().and_then(Path::parent).unwrap()
}

fn cells(line: &str) -> Vec<&str> {
    line.trim_matches('|').split('|').map(str::trim).collect()
}
