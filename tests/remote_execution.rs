//! Tests builds whose stages run on other machines: a real server runs each action in a sandbox.

use std::fs;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use crate::support::casd::Casd;
use crate::support::{Built, Project, clip, repository};

fn sample() -> Project {
    Project::copy_of(&repository().join("content"))
}

/// A source whose name looks like an option.
const DASHED: &str = "-a.Animation";

#[test]
fn a_worker_takes_any_name_of_a_source() {
    let folder = Project::new();
    folder.write(&format!("project/{DASHED}"), clip(&["1", "2"]));
    let arguments = [format!("--source={DASHED}"), "--target=native".to_owned()];
    folder.command("worker").args(arguments).assert().success();
    // The record and the artifact.
    assert_eq!(fs::read_dir(folder.root().join("out")).unwrap().count(), 2);
}

/// Builds everything on the machines of a server.
fn build_elsewhere(project: &Project, server: &Casd) -> Built {
    project.build_with(&["--force", "--remote-exec", &server.url()])
}

#[test]
#[cfg_attr(not(all(casd, sandbox)), ignore = "needs RIGMILL_CASD, the program buildbox-casd, and bubblewrap")]
fn the_sample_game_built_elsewhere_is_the_one_built_here() {
    let server = Casd::with_workers();
    let (here, elsewhere) = (sample(), sample());
    let expected = here.build();
    let built = build_elsewhere(&elsewhere, &server);
    assert_eq!((built.code, built.count("built")), (0, expected.count("built")), "{:#?}", built.diagnostics());
    assert_eq!(built.count("executed"), built.count("built"), "{:#?}", built.messages);
    assert_eq!(elsewhere.outputs(), here.outputs());
    assert_eq!(built.diagnostics(), expected.diagnostics());
    let again = elsewhere.build_with(&["--remote-exec", &server.url()]);
    assert_eq!((again.count("built"), again.count("executed")), (0, 0));
    let output = elsewhere.command("explain").args(["Models/Grund.fbx", "--json"]).output().unwrap();
    let explained: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(explained["origin"], "built on another machine");
}

#[test]
#[cfg_attr(not(all(casd, sandbox)), ignore = "needs RIGMILL_CASD, the program buildbox-casd, and bubblewrap")]
fn a_check_compares_this_machine_with_others() {
    let server = Casd::with_workers();
    let project = Project::new();
    for number in 0..6 {
        project.write(&format!("{number}.Animation"), clip(&[&number.to_string(), "2"]));
    }
    project.write(DASHED, clip(&["1", "2"]));
    let built = project.build_with(&["--check", "--remote-exec", &server.url()]);
    assert_eq!(built.code, 0, "{:#?}", built.messages);
    assert_eq!(built.sums()["execution"]["executed"].as_u64(), Some(7), "{:#?}", built.messages);
}

#[test]
#[cfg_attr(not(all(casd, sandbox)), ignore = "needs RIGMILL_CASD, the program buildbox-casd, and bubblewrap")]
fn a_killed_worker_costs_another_run_of_its_action() {
    let server = Casd::with_workers();
    let project = sample();
    let name = format!("Killed{}", std::process::id());
    let manifest = fs::read_to_string(project.root().join("rigmill.toml")).unwrap();
    project.write("rigmill.toml", manifest.replace("Models/Grund.fbx", &format!("Models/{name}.fbx")));
    fs::rename(project.root().join("Models/Grund.fbx"), project.root().join(format!("Models/{name}.fbx"))).unwrap();
    let killer = thread::spawn(move || kill_worker(&name));
    let built = build_elsewhere(&project, &server);
    assert!(killer.join().unwrap(), "no worker was there to be killed");
    assert_eq!(built.code, 0, "{:#?}", built.diagnostics());
    assert_eq!(built.sums()["execution"]["retried"].as_u64(), Some(1), "{:#?}", built.sums());
    assert_eq!(built.count("executed"), built.count("built"), "{:#?}", built.sums());
}

/// Kills the first worker for a source with this name.
fn kill_worker(name: &str) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(120) {
        for entry in fs::read_dir("/proc").unwrap().flatten() {
            let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
            let line = String::from_utf8_lossy(&line).replace('\0', " ");
            if line.starts_with("./rigmill worker") && line.contains(name) {
                let id = entry.file_name().to_string_lossy().into_owned();
                return Command::new("kill").args(["-KILL", &id]).status().unwrap().success();
            }
        }
        thread::sleep(Duration::from_millis(1));
    }
    false
}

#[test]
#[cfg_attr(not(casd), ignore = "needs RIGMILL_CASD, the program buildbox-casd")]
fn a_server_that_runs_nothing_costs_a_warning() {
    let server = Casd::start();
    let project = Project::new();
    project.write("a.Animation", clip(&["1", "2"]));
    let built = build_elsewhere(&project, &server);
    assert_eq!((built.code, built.count("built"), built.count("executed")), (0, 1, 0), "{:#?}", built.messages);
    let warnings: Vec<_> = built.diagnostics().iter().map(|it| it["code"].clone()).collect();
    assert_eq!(warnings, ["R0323"], "{:#?}", built.diagnostics());
}
