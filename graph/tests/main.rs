//! Tests the build graph with real files and with three small stages: which stages ran, and why.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod assets;
mod caching;
mod claims;
mod damage;
mod dependencies;
mod determinism;
mod differential;
mod faults;
mod ignoring;
mod meddling;
mod memory_store;
mod names;
mod placing;
mod proof;
mod rebuilding;
mod remote;
#[cfg(unix)]
mod stale;
mod support;
mod variants;
mod workers;

use std::fs;

use rigmill_graph::{Status, survey};
use support::{Fixture, Versions};

#[test]
fn a_first_build_makes_everything_and_a_second_nothing() {
    let fixture = Fixture::new(&[("a.txt", "one"), ("deep/b.txt", "two")]);
    fixture.check(&["a: built [never built] import process write", "deep/b: built [never built] import process write"]);
    assert_eq!(fixture.output("deep/b.up"), "TWO");
    fixture.check(&["a: fresh [] ", "deep/b: fresh [] "]);
}

#[test]
fn touching_a_source_builds_nothing() {
    let fixture = Fixture::new(&[("a.txt", "one")]);
    fixture.build();
    let written = fs::metadata(fixture.out().join("test/a.up")).unwrap().modified().unwrap();
    fixture.write("a.txt", "one");
    fixture.check(&["a: fresh [] "]);
    assert_eq!(fs::metadata(fixture.out().join("test/a.up")).unwrap().modified().unwrap(), written);
}

#[test]
fn a_change_that_the_importer_drops_stops_after_the_import() {
    let fixture = Fixture::new(&[("a.txt", "one two")]);
    fixture.build();
    fixture.write("a.txt", "one   two");
    fixture.check(&["a: fresh [source changed: a.txt] import"]);
    fixture.check(&["a: fresh [] "]);
}

#[test]
fn a_changed_source_rebuilds_its_asset_alone() {
    let fixture = Fixture::new(&[("a.txt", "one"), ("b.txt", "two")]);
    fixture.build();
    fixture.write("a.txt", "three");
    fixture.check(&["a: built [source changed: a.txt] import process write", "b: fresh [] "]);
    assert_eq!(fixture.output("a.up"), "THREE");
}

#[test]
fn going_back_to_an_earlier_source_runs_no_stage() {
    let fixture = Fixture::new(&[("a.txt", "one")]);
    fixture.build();
    fixture.write("a.txt", "two");
    fixture.build();
    fixture.write("a.txt", "one");
    fixture.check(&["a: cached [source changed: a.txt] "]);
    assert_eq!(fixture.output("a.up"), "ONE");
}

#[test]
fn a_deleted_source_takes_its_output_along() {
    let fixture = Fixture::new(&[("a.txt", "one"), ("deep/b.txt", "two")]);
    fixture.build();
    fs::remove_dir_all(fixture.root().join("deep")).unwrap();
    fixture.check(&["a: fresh [] ", "deep/b: removed [source gone: deep/b.txt] "]);
    assert!(!fixture.out().join("test/deep").exists());
    fixture.check(&["a: fresh [] "]);
}

#[test]
fn a_broken_source_fails_alone_and_keeps_its_output_until_it_is_mended() {
    let fixture = Fixture::new(&[("a.txt", "one"), ("b.txt", "two")]);
    fixture.build();
    fixture.write("a.txt", "bad");
    fixture.check(&["a: failed [source changed: a.txt] import; error T0001 bad text", "b: fresh [] "]);
    assert_eq!(fixture.output("a.up"), "ONE");
    fixture.check(&["a: failed [] ; error T0001 bad text", "b: fresh [] "]);
    fixture.write("a.txt", "one");
    fixture.check(&["a: fresh [source changed: a.txt] ", "b: fresh [] "]);
}

#[test]
fn a_panicking_stage_fails_its_asset_alone() {
    let fixture = Fixture::new(&[("a.txt", "panic"), ("b.txt", "two")]);
    fixture.check(&[
        "a: failed [never built] import; error R0007 `words` panicked: as asked",
        "b: built [never built] import process write",
    ]);
}

#[test]
fn warnings_are_reported_again_by_later_builds() {
    let fixture = Fixture::new(&[("a.txt", "odd")]);
    fixture.check(&["a: built [never built] import process write; warning T0002 odd text"]);
    fixture.check(&["a: fresh [] ; warning T0002 odd text"]);
}

#[test]
fn a_file_that_was_looked_for_and_missed_is_a_dependency() {
    let fixture = Fixture::new(&[("a.txt", "one <b.inc>"), ("c.txt", "three")]);
    fixture.build();
    assert_eq!(fixture.output("a.up"), "ONE <B.INC>");
    fixture.write("b.inc", "two");
    fixture.check(&["a: built [file appeared: b.inc] import process write", "c: fresh [] "]);
    assert_eq!(fixture.output("a.up"), "ONE TWO");
    fixture.write("b.inc", "four");
    fixture.check(&["a: built [file changed: b.inc] import process write", "c: fresh [] "]);
    fs::remove_file(fixture.root().join("b.inc")).unwrap();
    fixture.check(&["a: cached [file vanished: b.inc] ", "c: fresh [] "]);
}

#[test]
fn a_listing_is_a_dependency() {
    let fixture = Fixture::new(&[("a.txt", "list"), ("b.inc", "x")]);
    fixture.build();
    assert_eq!(fixture.output("a.up"), "B.INC");
    fixture.write("sub/c.inc", "x");
    fixture.check(&["a: built [listing changed: **/*.inc] import process write"]);
    assert_eq!(fixture.output("a.up"), "B.INC SUB/C.INC");
}

#[test]
fn an_asset_that_is_referred_to_is_a_dependency() {
    let fixture = Fixture::new(&[("a.txt", "see:b")]);
    fixture.check(&["a: failed [never built] import process; error T0003 there is no asset `b`"]);
    fixture.write("b.txt", "two");
    fixture.check(&[
        "a: built [reference appeared: b] import process write",
        "b: built [never built] import process write",
    ]);
    fs::remove_file(fixture.root().join("b.txt")).unwrap();
    fixture.check(&[
        "a: failed [reference vanished: b] import process; error T0003 there is no asset `b`",
        "b: removed [source gone: b.txt] ",
    ]);
}

#[test]
fn a_parameter_rebuilds_from_the_stage_that_has_it() {
    let fixture = Fixture::new(&[("a.txt", "one")]);
    fixture.build();
    fixture.write("rigmill.toml", "[[rule]]\nmatch = \"*.txt\"\nparams = { suffix = \"!\" }\n");
    fixture.check(&["a: built [parameter changed: suffix of shout: \"\" -> \"!\"] import process write"]);
    assert_eq!(fixture.output("a.up"), "ONE!");
    fixture.write("rigmill.toml", "");
    fixture.check(&["a: cached [parameter changed: suffix of shout: \"!\" -> \"\"] "]);
}

#[test]
fn a_new_version_rebuilds_just_what_used_it() {
    let mut fixture = Fixture::new(&[("a.txt", "one"), ("b.raw", "two")]);
    fixture.build();
    fixture.versions = Versions::NewProcessor;
    fixture.check(&["a: fresh [processor changed: shout v1 -> shout v2] import process", "b: fresh [] "]);
    fixture.versions = Versions::NewWriter;
    fixture.check(&[
        "a: fresh [processor changed: shout v2 -> shout v1; writer changed: up v1 -> up v2] import process write",
        "b: fresh [writer changed: up v1 -> up v2] import process write",
    ]);
}

#[test]
fn another_program_checks_nothing_where_the_versions_of_stages_are_trusted() {
    let mut fixture = Fixture::new(&[("a.txt", "one"), ("rigmill.toml", "[project]\ntrust_stage_versions = true\n")]);
    fixture.build();
    fixture.program = "other";
    fixture.check(&["a: fresh [] "]);
    fs::remove_dir_all(fixture.out()).unwrap();
    fixture.check(&["a: cached [never built] "]);
    fixture.versions = Versions::NewProcessor;
    fixture.check(&["a: fresh [processor changed: shout v1 -> shout v2] import process"]);
    fixture.write("rigmill.toml", "");
    fixture.check(&["a: fresh [the program changed] import process write"]);
}

#[test]
fn another_program_checks_everything_again() {
    let mut fixture = Fixture::new(&[("a.txt", "one")]);
    fixture.build();
    fixture.program = "other";
    fixture.check(&["a: fresh [the program changed] import process write"]);
}

#[test]
fn a_changed_or_missing_output_is_restored() {
    let fixture = Fixture::new(&[("a.txt", "one"), ("b.txt", "two")]);
    fixture.build();
    fs::write(fixture.out().join("test/a.up"), "ONX").unwrap();
    fs::remove_file(fixture.out().join("test/b.up")).unwrap();
    fixture.check(&["a: cached [output changed: a.up] ", "b: cached [output missing: b.up] "]);
    assert_eq!(fixture.output("a.up"), "ONE");
}

#[test]
fn force_runs_every_stage() {
    let mut fixture = Fixture::new(&[("a.txt", "one")]);
    fixture.build();
    fixture.force = true;
    fixture.check(&["a: built [forced] import process write"]);
}

#[test]
fn two_sources_of_one_file_both_fail_until_one_goes() {
    let fixture = Fixture::new(&[("a.txt", "one")]);
    fixture.build();
    fixture.write("A.raw", "two");
    let conflict = "error R0006 `A.raw` and `a.txt` would write A.up and a.up, which are the same file on some systems";
    fixture.check(&[
        &format!("A: failed [never built] import process write; {conflict}"),
        &format!("a: failed [] ; {conflict}"),
    ]);
    assert_eq!(fixture.output("a.up"), "ONE");
    fs::remove_file(fixture.root().join("A.raw")).unwrap();
    let retried = "the last build failed, but not because of the asset's own inputs";
    fixture.check(&[&format!("a: fresh [{retried}] "), "A: removed [source gone: A.raw] "]);
}

#[test]
fn several_products_of_one_source_are_several_files() {
    let fixture = Fixture::new(&[("a.parts", "x y")]);
    fixture.check(&["a: built [never built] import process write"]);
    assert_eq!((fixture.output("a.x.up").as_str(), fixture.output("a.y.up").as_str()), ("X", "Y"));
    fixture.write("a.parts", "y");
    fixture.check(&["a: built [source changed: a.parts] import process"]);
    assert!(!fixture.out().join("test/a.x.up").exists());
}

#[test]
fn a_label_that_would_leave_the_folder_is_refused() {
    let fixture = Fixture::new(&[("a.parts", "x/../../../evil")]);
    let report = fixture.build();
    assert_eq!(report.count(Status::Failed), 1);
    assert_eq!(report.assets[0].diagnostics[0].code, "R0009");
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_symbolic_link() {
    let fixture = Fixture::new(&[("deep/a.txt", "one")]);
    let outside = tempfile::tempdir().unwrap();
    fs::create_dir_all(fixture.out().join("test")).unwrap();
    std::os::unix::fs::symlink(outside.path(), fixture.out().join("test/deep")).unwrap();
    let report = fixture.build();
    assert_eq!(report.assets[0].diagnostics[0].code, "R0008");
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
}

#[test]
fn small_changes_are_laid_over_the_base_and_add_up() {
    let sources: Vec<(String, String)> = (0..30).map(|i| (format!("{i:02}.txt"), format!("text {i}"))).collect();
    let sources: Vec<(&str, &str)> = sources.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let fixture = Fixture::new(&sources);
    fixture.build();
    let base = fs::read(fixture.out().join(".rigmill/test.state")).unwrap();
    for i in 0..30 {
        fixture.write(&format!("{i:02}.txt"), &format!("other {i}"));
        let report = fixture.build();
        assert_eq!((report.count(Status::Built), report.count(Status::Fresh)), (1, 29));
    }
    assert_eq!(fs::read(fixture.out().join(".rigmill/test.state")).unwrap(), base);
    assert_eq!(fixture.build().count(Status::Fresh), 30);
    assert_eq!(fixture.output("07.up"), "OTHER 7");
}

#[cfg(unix)]
#[test]
fn many_folders_do_not_make_a_small_change_large() {
    use std::os::unix::fs::MetadataExt;
    let sources: Vec<String> = (0..1100).map(|folder| format!("{folder}/a.txt")).collect();
    let sources: Vec<(&str, &str)> = sources.iter().map(|path| (path.as_str(), "one")).collect();
    let fixture = Fixture::in_memory(&sources);
    let inode = |file: &str| fs::metadata(fixture.out().join(file)).map(|metadata| metadata.ino()).ok();
    let base = || inode(".rigmill/test.state");
    let saved = || (base(), inode(".rigmill/test.overlay"));
    // Files that were created a moment ago are checked again until their times can be trusted.
    let settle = || {
        let mut before = None;
        while before != Some(saved()) {
            before = Some(saved());
            fixture.build();
        }
    };
    settle();
    // With a new folder, a new base is saved, including everything that earlier builds recorded.
    fixture.write("new/a.txt", "one");
    settle();
    let first = base();
    fixture.write("7/a.txt", "two");
    fixture.build();
    fixture.build();
    assert_eq!((fixture.output("7/a.up").as_str(), base()), ("TWO", first));
}

#[test]
fn a_damaged_cache_entry_is_made_anew() {
    let fixture = Fixture::new(&[("a.txt", "one")]);
    fixture.build();
    fixture.damage_cache();
    fs::remove_dir_all(fixture.out()).unwrap();
    fixture.check(&["a: built [never built] import process write"]);
    fs::remove_dir_all(fixture.out()).unwrap();
    fixture.check(&["a: cached [never built] "]);
}

#[test]
fn same_size_edits_with_the_time_put_back_are_seen() {
    let fixture = Fixture::new(&[("a.txt", "0000")]);
    let path = fixture.root().join("a.txt");
    let time = fs::metadata(&path).unwrap().modified().unwrap();
    for round in 1..200 {
        fixture.write("a.txt", &format!("{round:04}"));
        fs::File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
        fixture.build();
        assert_eq!(fixture.output("a.up"), format!("{round:04}"));
    }
}

#[test]
fn the_result_does_not_depend_on_threads_or_place() {
    let sources: Vec<(String, String)> =
        (0..40).map(|i| (format!("d{}/{i}.txt", i % 3), format!("text {i}"))).collect();
    let sources: Vec<(&str, &str)> = sources.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let results = [1, 2, 7].map(|jobs| {
        let mut fixture = Fixture::new(&sources);
        fixture.jobs = jobs;
        fixture.build();
        fixture.all_outputs()
    });
    assert_eq!(results[0].len(), 40);
    assert!(results.iter().all(|result| *result == results[0]));
}

#[test]
fn a_survey_says_what_a_build_would_do_and_does_nothing() {
    let fixture = Fixture::new(&[("a.txt", "one <b.inc>")]);
    let look = || {
        let registry = fixture.registry();
        survey(&fixture.project(), &registry, "test", fixture.program(), None, &rigmill_disk::RealDisk)
            .unwrap()
            .remove(0)
    };
    assert_eq!(look().state(), "new");
    assert!(!fixture.out().exists());
    fixture.build();
    let fresh = look();
    assert_eq!((fresh.state(), fresh.outputs[0].path.as_str()), ("fresh", "a.up"));
    let dependencies: Vec<_> =
        fresh.dependencies.iter().map(|it| (it.kind, it.name.as_str(), it.answer.is_some())).collect();
    assert_eq!(dependencies, [("file", "a.txt", true), ("file", "b.inc", false)]);
    fixture.write("b.inc", "x");
    assert_eq!(look().why.iter().map(ToString::to_string).collect::<Vec<_>>(), ["file appeared: b.inc"]);
}

#[test]
fn clean_removes_what_was_built_and_nothing_else() {
    let fixture = Fixture::new(&[("a.txt", "one"), ("deep/b.txt", "two")]);
    fixture.build();
    fs::write(fixture.out().join("test/mine.txt"), "keep").unwrap();
    let removed =
        rigmill_graph::clean(&fixture.project(), &[], &rigmill_disk::RealDisk, &rigmill_graph::NoObserver).unwrap();
    assert_eq!(removed, ["test/a.up", "test/deep/b.up"]);
    assert!(fixture.out().join("test/mine.txt").exists());
    assert!(!fixture.out().join("test/deep").exists() && !fixture.out().join(".rigmill").exists());
}
