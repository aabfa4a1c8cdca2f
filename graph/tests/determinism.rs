//! Tests builds that are run twice and compared.

use rigmill_disk::RealDisk;
use rigmill_graph::{NoObserver, check};

use crate::support::Fixture;

#[test]
fn a_stage_that_reads_the_clock_is_found_and_named() {
    let fixture = Fixture::new(&[
        ("deep/import.txt", "at clock"),
        ("fine.txt", "<words.inc> list see:deep/process there?"),
        ("words.inc", "some words"),
        ("deep/process.txt", "at time"),
        ("value.txt", "get:deep/process"),
        ("write.txt", "at stamp"),
        ("broken.txt", "bad"),
    ]);
    let report = check(&fixture.project(), &fixture.registry(), &fixture.options(), &RealDisk, &NoObserver).unwrap();
    let reported: Vec<String> = report
        .diagnostics
        .iter()
        .map(|it| format!("{} {}: {}", it.code, it.file.as_ref().unwrap(), it.message))
        .collect();
    assert_eq!(
        reported,
        [
            "R0108 deep/import.txt: the importer returned different results for the same files",
            "R0108 deep/process.txt: the processor returned different results for the same input",
            "R0108 write.txt: the writer wrote different bytes for the same value: write.up",
        ]
    );
    assert_eq!(report.compared, Some(6));
    assert!(!report.success());
}

#[test]
fn a_check_builds_and_leaves_nothing_behind() {
    let fixture = Fixture::new(&[("a.txt", "one get:b"), ("b.txt", "two")]);
    for _ in 0..2 {
        let checked = check(&fixture.project(), &fixture.registry(), &fixture.options(), &RealDisk, &NoObserver);
        let report = checked.unwrap();
        assert!(report.success() && report.compared == Some(2));
        assert_eq!(fixture.output("a.up"), "ONE TWO");
        assert!(!fixture.out().join(".rigmill/check/copy of the sources").exists());
    }
    fixture.check(&["a: fresh [] ", "b: fresh [] "]);
}

#[test]
fn a_listing_beside_the_outputs_is_the_same_twice() {
    let fixture = Fixture::new(&[("a.txt", "list:**/*"), ("b.txt", "two")]);
    for _ in 0..2 {
        let checked = check(&fixture.project(), &fixture.registry(), &fixture.options(), &RealDisk, &NoObserver);
        assert_eq!(checked.unwrap().diagnostics, []);
    }
}
