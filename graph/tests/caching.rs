//! Tests the object cache with actions whose dependencies are found while they run.

use std::fs;
use std::path::PathBuf;

use rigmill_graph::Status;

use crate::support::{Fixture, files_below};

fn forget_outputs(fixture: &Fixture) {
    fs::remove_dir_all(fixture.out()).unwrap();
}

/// Builds without an output folder and state.
fn build_anew(fixture: &Fixture) {
    let _ = fs::remove_dir_all(fixture.out());
    fixture.build();
}

fn packs(fixture: &Fixture) -> Vec<PathBuf> {
    let mut packs = files_below(&fixture.cache());
    packs.retain(|path| path.extension().is_some_and(|it| it == "pack"));
    packs
}

#[test]
fn results_with_any_number_of_different_answers_are_found() {
    let fixture = Fixture::new(&[("a.txt", "one <b.inc>")]);
    for n in 0..40 {
        fixture.write("b.inc", &n.to_string());
        fixture.build();
    }
    for n in (0..40).rev() {
        fixture.write("b.inc", &n.to_string());
        forget_outputs(&fixture);
        fixture.check(&["a: cached [never built] "]);
        assert_eq!(fixture.output("a.up"), format!("ONE {n}"));
    }
}

#[test]
fn caches_that_were_filled_apart_and_put_together_add_up() {
    // Two variants that differ in an answer, and one that differs in the queries.
    let fixture = Fixture::new(&[("a.txt", "<b.inc> get:c"), ("c.txt", "three")]);
    let mut apart = Vec::new();
    let all = [("one", "three"), ("two", "three"), ("get:d", "three"), ("one", "four")];
    fixture.write("d.txt", "five");
    for (number, (inc, c)) in all.into_iter().enumerate() {
        fixture.write("b.inc", inc);
        fixture.write("c.txt", c);
        build_anew(&fixture);
        let pack = packs(&fixture).pop().unwrap();
        apart.push((pack.with_file_name(format!("{number}-{number}.pack")), fs::read(&pack).unwrap()));
        fs::remove_file(&pack).unwrap();
    }
    apart.iter().for_each(|(path, bytes)| fs::write(path, bytes).unwrap());
    for (inc, c) in all {
        fixture.write("b.inc", inc);
        fixture.write("c.txt", c);
        forget_outputs(&fixture);
        fixture.check(&["a: cached [never built] ", "c: cached [never built] ", "d: cached [never built] "]);
        let first = if inc == "get:d" { "FIVE".to_owned() } else { inc.to_uppercase() };
        assert_eq!(fixture.output("a.up"), format!("{first} {}", c.to_uppercase()));
    }
}

#[test]
fn a_lookup_builds_no_asset_that_a_clean_build_would_not_build() {
    let fixture = Fixture::new(&[("a.txt", "<b.inc>"), ("b.inc", "get:c"), ("c.txt", "plain")]);
    fixture.build();
    // Now the direction is reversed. Querying `c` only because an earlier build did so would close a cycle.
    fixture.write("b.inc", "plain");
    fixture.write("c.txt", "get:a");
    forget_outputs(&fixture);
    fixture.check(&["a: built [never built] import process", "c: built [never built] import process"]);
    forget_outputs(&fixture);
    fixture.check(&["a: cached [never built] ", "c: cached [never built] "]);
}

#[test]
fn many_references_are_found_one_after_the_other() {
    let names: Vec<String> = (0..60).map(|n| format!("{n:02}.txt")).collect();
    let text: Vec<String> = (0..60).map(|n| format!("get:{n:02}")).collect();
    let text = text.join(" ");
    let sources: Vec<(&str, &str)> =
        names.iter().map(|name| (name.as_str(), "x")).chain([("z.txt", text.as_str())]).collect();
    let fixture = Fixture::new(&sources);
    fixture.build();
    forget_outputs(&fixture);
    assert!(fixture.build().assets.iter().all(|asset| asset.ran.is_empty()));
    // A changed value invalidates the earlier answers, and the remaining queries are made again.
    fixture.write("30.txt", "y");
    build_anew(&fixture);
    forget_outputs(&fixture);
    assert!(fixture.build().assets.iter().all(|asset| asset.ran.is_empty()));
    assert!(fixture.output("z.up").starts_with("X X X") && fixture.output("z.up").contains("X Y X"));
}

#[test]
fn a_cycle_found_by_a_lookup_is_recorded_where_the_stage_would_have_found_it() {
    let fixture = Fixture::new(&[("c.txt", "like:B"), ("b.txt", "two"), ("b.parts", "")]);
    let suffix = |suffix: &str| {
        let rule = format!("[[rule]]\nmatch = \"**/*.txt\"\nparams = {{ suffix = \"{suffix}\" }}\n");
        fixture.write("rigmill.toml", &rule);
    };
    suffix("!");
    assert!(fixture.build().success());
    suffix("?");
    fixture.write("b.txt", "get:c");
    assert_eq!(fixture.build().count(Status::Failed), 2);
    // From the first build, the cache knows the queries of `c` with this suffix: first `b.parts`, then `b.txt`.
    suffix("!");
    assert_eq!(fixture.build().count(Status::Failed), 2);
    let again = fixture.build();
    let worked: Vec<_> = again.assets.iter().filter(|it| !it.why.is_empty()).collect();
    assert!(worked.is_empty(), "{worked:#?}");
}
