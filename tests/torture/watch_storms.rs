//! Tests `rigmill watch` under storms of changes. However fast changes come, the output is that of a clean build when they are
//! over, without another change to wake the program.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::support::watching::{PATIENCE, Watching, clean_build, many};
use crate::support::{Project, clip};

const NATIVE: &str = "build/native";

/// Returns the name of a source. The sources are in ten folders with ten subfolders each.
fn name(number: usize) -> String {
    format!("a{}/b{}/c{number}.Animation", number % 10, number / 10 % 10)
}

fn content(number: usize, version: usize) -> String {
    clip(&[&number.to_string(), &version.to_string()])
}

fn of_many(count: usize) -> Project {
    let project = Project::new();
    (0..count).for_each(|number| project.write(&name(number), content(number, 0)));
    project
}

fn place(project: &Project, path: &str) -> PathBuf {
    project.root().join(path)
}

fn rename(project: &Project, from: &str, to: &str) {
    fs::rename(place(project, from), place(project, to)).unwrap();
}

fn write_all(project: &Project, version: usize) {
    (0..many()).for_each(|number| project.write(&name(number), content(number, version)));
}

fn rename_all(project: &Project) {
    // Six of the ten folders are renamed as a whole, two of them in a cycle. In the others, files are renamed one by one.
    rename(project, "a0", "moved");
    rename(project, "a1/b1", "b1 of a1");
    rename(project, "a1", "a0");
    rename(project, "a2", "x");
    rename(project, "a3", "a2");
    rename(project, "x", "a3");
    rename(project, "a4", "moved/a4");
    rename(project, "moved/a4", "moved/again");
    for number in (0..many()).filter(|number| number % 10 >= 5) {
        rename(project, &name(number), &name(number).replace("/c", "/renamed "));
    }
}

/// Creates 500 folders, deep and wide. Each gets a file as soon as it exists.
fn make_folders(project: &Project) {
    for chain in 0..20 {
        let mut folder = format!("new{chain}");
        for depth in 0..25 {
            project.write(&format!("{folder}/f.Animation"), content(chain, depth));
            folder += &format!("/d{}", depth % 3);
        }
    }
}

/// Removes the output folder, even while it is being written.
fn remove_output(project: &Project) {
    let gone = place(project, "../gone");
    let begun = Instant::now();
    while fs::rename(place(project, "build"), &gone).is_err() {
        // The folder may not exist yet since it was last removed.
        assert!(begun.elapsed() < PATIENCE, "the output folder cannot be removed");
        std::thread::yield_now();
    }
    fs::remove_dir_all(gone).unwrap();
}

#[test]
fn every_file_written_at_once() {
    let project = of_many(many());
    let watching = Watching::start(&project);
    write_all(&project, 1);
    watching.settles(&project, NATIVE);
}

#[test]
fn every_file_written_again_and_again_while_it_builds() {
    let project = of_many(many());
    let watching = Watching::start(&project);
    (1..6).for_each(|version| write_all(&project, version));
    watching.settles(&project, NATIVE);
}

#[test]
fn every_file_renamed() {
    let project = of_many(many());
    let watching = Watching::start(&project);
    rename_all(&project);
    watching.settles(&project, NATIVE);
}

#[test]
fn every_file_removed_and_some_made_again() {
    let project = of_many(many());
    let watching = Watching::start(&project);
    (0..10).for_each(|folder| fs::remove_dir_all(place(&project, &format!("a{folder}"))).unwrap());
    (0..many()).step_by(7).for_each(|number| project.write(&name(number), content(number, 1)));
    watching.settles(&project, NATIVE);
}

#[test]
fn new_folders_deep_and_wide() {
    let project = of_many(10);
    let watching = Watching::start(&project);
    make_folders(&project);
    watching.settles(&project, NATIVE);
}

#[test]
fn new_folders_that_move_at_once() {
    let project = of_many(10);
    let watching = Watching::start(&project);
    for round in 0..20 {
        let folder = format!("new{round}");
        project.write(&format!("{folder}/in/a.Animation"), content(round, 1));
        rename(&project, &folder, &format!("moved{round}"));
        project.write(&format!("moved{round}/in/deep/b.Animation"), content(round, 2));
        rename(&project, &format!("moved{round}/in"), &format!("in{round}"));
        project.write(&format!("in{round}/deep/c.Animation"), content(round, 3));
    }
    watching.settles(&project, NATIVE);
}

#[cfg(target_os = "linux")]
#[test]
#[cfg_attr(not(short_event_queue), ignore = "fs.inotify.max_queued_events is above 100000")]
fn more_events_than_the_system_keeps() {
    let most = fs::read_to_string("/proc/sys/fs/inotify/max_queued_events").unwrap();
    let most: usize = most.trim().parse().unwrap();
    let project = of_many(many());
    let watching = Watching::start_with(&project, &["-v"]);
    watching.signal("STOP");
    // Alternates between two files, because identical consecutive events are merged. Each file is opened, written and closed.
    for round in 0..most / 2 {
        project.write(&name(round % 2), content(round, 1));
    }
    // No event reports these changes.
    write_all(&project, 2);
    make_folders(&project);
    fs::remove_dir_all(place(&project, "a3")).unwrap();
    rename(&project, "a4", "later");
    watching.signal("CONT");
    watching.said("the system's queue of file events overflowed");
    // Files and folders that were created unnoticed are now watched.
    watching.finished();
    project.write("new7/d0/d1/d2/late.Animation", content(7, 7));
    watching.settles(&project, NATIVE);
}

#[test]
fn editors_that_save_by_rename() {
    let project = of_many(20);
    let watching = Watching::start(&project);
    for round in 1..40 {
        let path = name(round % 20);
        match round % 4 {
            // A new file, next to the old one or hidden, replaces the old one.
            0 => {
                project.write(&format!("{path}.tmp"), content(round, round));
                rename(&project, &format!("{path}.tmp"), &path);
            }
            1 => {
                project.write(".hidden.tmp", content(round, round));
                rename(&project, ".hidden.tmp", &path);
            }
            // The old file is renamed, a new one is written, and the old one is deleted.
            2 => {
                rename(&project, &path, &format!("{path}~"));
                project.write(&path, content(round, round));
                fs::remove_file(place(&project, &format!("{path}~"))).unwrap();
            }
            // Written in place, in two halves.
            _ => {
                let text = content(round, round);
                project.write(&path, &text[..100]);
                project.write(&path, text);
            }
        }
    }
    watching.settles(&project, NATIVE);
}

#[test]
fn the_project_moved_away_and_brought_back() {
    let project = of_many(50);
    let away = project.root().with_file_name("away");
    let watching = Watching::start(&project);
    for round in 1..4 {
        fs::rename(project.root(), &away).unwrap();
        if round < 3 {
            watching.said("is gone");
            assert!(!project.root().exists(), "a build made the folder anew");
        }
        fs::write(away.join(name(round)), content(round, 1)).unwrap();
        fs::create_dir(away.join(format!("new{round}"))).unwrap();
        fs::write(away.join(format!("new{round}/a.Animation")), content(round, 2)).unwrap();
        fs::rename(&away, project.root()).unwrap();
        if round < 3 {
            watching.reloaded(&format!("new{round}/a"));
        }
    }
    project.write("new3/b.Animation", content(3, 3));
    watching.settles(&project, NATIVE);
}

#[test]
fn the_output_folder_removed() {
    let project = of_many(50);
    let watching = Watching::start(&project);
    // If the program is already checking everything, it builds what is missing and does not need the note.
    let is_reported = (0..5).any(|_| {
        remove_output(&project);
        watching.said_within(Duration::from_secs(10), "the output folder was removed").is_some()
    });
    assert!(is_reported, "it did not say that the output folder was removed");
    watching.settles(&project, NATIVE);
}

#[test]
fn the_output_folder_removed_while_it_builds() {
    let project = of_many(300);
    let watching = Watching::start(&project);
    for round in 1..8 {
        (0..300).for_each(|number| project.write(&name(number), content(number, round)));
        watching.finished();
        remove_output(&project);
    }
    watching.settles(&project, NATIVE);
}

#[test]
fn the_output_folder_elsewhere_removed() {
    let project = of_many(50);
    let watching = Watching::start_with(&project, &["--out", "../out"]);
    fs::remove_dir_all(place(&project, "../out")).unwrap();
    let expected = clean_build(&project, NATIVE);
    watching.reaches(&project, "../out/native", &expected);
}

#[test]
fn builds_and_cleans_beside_it() {
    let project = of_many(100);
    let watching = Watching::start(&project);
    for round in 1..6 {
        (0..50).for_each(|number| project.write(&name(number), content(number, round)));
        project.command("build").args([".", "-q"]).assert().success();
        project.command("clean").args([".", "-q"]).assert().success();
        (50..100).for_each(|number| project.write(&name(number), content(number, round)));
    }
    project.command("clean").args([".", "-q"]).assert().success();
    watching.settles(&project, NATIVE);
}

#[test]
fn all_of_it_when_polling() {
    let project = of_many(many());
    let watching = Watching::start_with(&project, &["--poll", "50"]);
    write_all(&project, 1);
    rename_all(&project);
    make_folders(&project);
    remove_output(&project);
    watching.settles(&project, NATIVE);
}
