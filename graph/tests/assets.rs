//! Tests assets that depend on other assets: references, values, cycles.

use std::fs;

use rigmill_graph::{Order, survey};

use crate::support::Fixture;

#[test]
fn a_value_is_built_and_handed_over_and_rebuilds_who_asked_when_it_changes() {
    let fixture = Fixture::new(&[("a.txt", "say get:z"), ("z.txt", "one")]);
    fixture.check(&["a: built [never built] import process write", "z: built [never built] import process write"]);
    assert_eq!(fixture.output("a.up"), "SAY ONE");
    fixture.check(&["a: fresh [] ", "z: fresh [] "]);
    fixture.write("z.txt", "two");
    fixture.check(&[
        "a: built [value changed: z] import process write",
        "z: built [source changed: z.txt] import process write",
    ]);
    assert_eq!(fixture.output("a.up"), "SAY TWO");
    fixture.write("z.txt", "  two");
    fixture.check(&["a: fresh [] ", "z: fresh [source changed: z.txt] import"]);
}

#[test]
fn what_was_handed_over_comes_from_the_cache_again() {
    let fixture = Fixture::new(&[("a.txt", "say get:z"), ("z.txt", "one")]);
    fixture.build();
    fixture.write("z.txt", "two");
    fixture.build();
    fixture.write("z.txt", "one");
    fixture.check(&["a: cached [value changed: z] ", "z: cached [source changed: z.txt] "]);
    assert_eq!(fixture.output("a.up"), "SAY ONE");
}

#[test]
fn a_reference_is_not_followed_when_what_it_names_changes_its_value() {
    let fixture = Fixture::new(&[("a.txt", "see:z"), ("z.txt", "one")]);
    fixture.build();
    fixture.write("z.txt", "two");
    fixture.check(&["a: fresh [] ", "z: built [source changed: z.txt] import process write"]);
}

#[test]
fn a_product_with_a_label_is_found_when_its_source_makes_it() {
    let fixture = Fixture::new(&[("a.txt", "see:deep/many.left get:deep/many.right"), ("deep/many.parts", "left")]);
    fixture.check(&[
        "a: failed [never built] import process; error T0004 there is no asset `deep/many.right`",
        "deep/many: built [never built] import process write",
    ]);
    fixture.write("deep/many.parts", "left right");
    let report = fixture.build();
    assert!(report.success(), "{report:?}");
    assert_eq!(fixture.output("a.up"), "SEE:DEEP/MANY.LEFT RIGHT");
    fixture.write("deep/many.parts", "right");
    fixture.check(&[
        "a: failed [reference vanished: deep/many.left] import process; error T0003 there is no asset `deep/many.left`",
        "deep/many: built [source changed: deep/many.parts] import process",
    ]);
}

#[test]
fn an_asset_whose_name_looks_like_a_label_comes_first() {
    let fixture = Fixture::new(&[("a.txt", "get:x.y"), ("x.parts", "z"), ("x.y.txt", "own")]);
    assert!(fixture.build().success());
    assert_eq!(fixture.output("a.up"), "OWN");
}

#[test]
fn a_dependent_of_a_failed_asset_fails_and_is_fixed_with_it() {
    let fixture = Fixture::new(&[("a.txt", "get:z"), ("b.txt", "see:z"), ("z.txt", "bad")]);
    fixture.check(&[
        "a: failed [never built] import process; error T0004 the required asset `z` could not be built",
        "b: built [never built] import process write",
        "z: failed [never built] import; error T0001 bad text",
    ]);
    fixture.check(&[
        "a: failed [] ; error T0004 the required asset `z` could not be built",
        "b: fresh [] ",
        "z: failed [] ; error T0001 bad text",
    ]);
    fixture.write("z.txt", "good");
    fixture.check(&[
        "a: built [value changed: z] import process write",
        "b: fresh [reference changed: z] import process",
        "z: built [source changed: z.txt] import process write",
    ]);
}

#[test]
fn assets_in_a_cycle_all_fail_alike_wherever_the_build_begins() {
    let sources = [("a.txt", "get:b"), ("b.txt", "see:c"), ("c.txt", "get:a"), ("d.txt", "get:b"), ("e.txt", "get:f")];
    let cycle = "error R0107 assets depend on each other in a cycle: a.txt -> b.txt -> c.txt -> a.txt";
    let outside = "d: failed [] ; error T0004 the required asset `b` could not be built";
    for (order, jobs) in [(Order::Forward, 1), (Order::Backward, 1), (Order::Forward, 4), (Order::Backward, 4)] {
        let mut fixture = Fixture::new(&sources);
        (fixture.order, fixture.jobs) = (order, jobs);
        fixture.write("f.txt", "fine");
        assert!(!fixture.build().success());
        assert_eq!(fixture.output("e.up"), "FINE");
        fixture.check(&[
            &format!("a: failed [] ; {cycle}"),
            &format!("b: failed [] ; {cycle}"),
            &format!("c: failed [] ; {cycle}"),
            outside,
            "e: fresh [] ",
            "f: fresh [] ",
        ]);
        let surveyed = survey(
            &fixture.project(),
            &fixture.registry(),
            "test",
            fixture.program(),
            Some("a"),
            &rigmill_disk::RealDisk,
        );
        assert_eq!(surveyed.unwrap()[0].why, []);
        fixture.write("c.txt", "last");
        assert!(fixture.build().success());
        assert_eq!(fixture.output("d.up"), "SEE:C");
    }
}

#[test]
fn a_cycle_that_was_opened_elsewhere_is_no_cycle() {
    let fixture = Fixture::new(&[("a.txt", "get:b"), ("b.txt", "one")]);
    fixture.build();
    // Both sources change: the old records together with the new sources would be a cycle.
    fixture.write("a.txt", "two");
    fixture.write("b.txt", "get:a");
    assert!(fixture.build().success());
    assert_eq!((fixture.output("a.up"), fixture.output("b.up")), ("TWO".to_owned(), "TWO".to_owned()));
}

#[test]
fn an_asset_cannot_ask_for_itself() {
    let fixture = Fixture::new(&[("a.txt", "get:a")]);
    fixture.check(&["a: failed [never built] import process; error T0004 there is no asset `a`"]);
}

#[test]
fn a_long_chain_of_assets_needs_no_deep_stack() {
    let mut fixture = Fixture::new(&[]);
    fixture.jobs = 1;
    let count = 1000;
    for index in 0..count {
        let text = if index + 1 == count { "end".to_owned() } else { format!("get:{:05}", index + 1) };
        fixture.write(&format!("{index:05}.txt"), &text);
    }
    assert!(fixture.build().success());
    assert_eq!(fixture.output("00000.up"), "END");
    fixture.write(&format!("{:05}.txt", count - 1), "finis");
    assert!(fixture.build().success());
    assert_eq!(fixture.output("00000.up"), "FINIS");
}

#[test]
fn results_do_not_depend_on_order_or_threads() {
    let sources: Vec<(String, String)> =
        (0..60).map(|n| (format!("{n:02}.txt"), format!("get:{:02} see:{:02} {n}", (n + 7) / 2 + 30, n / 2))).collect();
    let sources: Vec<(&str, &str)> = sources.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let build = |order, jobs| {
        let mut fixture = Fixture::new(&sources);
        (fixture.order, fixture.jobs) = (order, jobs);
        let report = fixture.build();
        let reported = report.assets.into_iter().map(|asset| (asset.asset, asset.status, asset.diagnostics));
        (reported.collect::<Vec<_>>(), fixture.all_outputs())
    };
    let first = build(Order::Forward, 1);
    for (order, jobs) in [(Order::Backward, 1), (Order::Forward, 8), (Order::Backward, 8)] {
        assert_eq!(build(order, jobs), first);
    }
}

#[test]
fn whether_a_file_is_there_is_a_dependency_and_what_it_holds_is_none() {
    let fixture = Fixture::new(&[("a.txt", "there?"), ("b.txt", "other")]);
    fixture.build();
    assert_eq!(fixture.output("a.up"), "FALSE");
    fixture.write("there", "one");
    fixture.check(&["a: built [presence appeared: there] import process write", "b: fresh [] "]);
    fixture.write("there", "two");
    fixture.check(&["a: fresh [] ", "b: fresh [] "]);
    fs::remove_file(fixture.root().join("there")).unwrap();
    fixture.check(&["a: cached [presence vanished: there] ", "b: fresh [] "]);
}

/// The environment variable with the folder of a fixture that another process builds.
const FOLDER: &str = "RIGMILL_TEST_FOLDER";

#[test]
fn an_environment_variable_is_a_dependency() {
    let fixture = Fixture::new(&[("a.txt", "on $RIGMILL_TEST_MACHINE"), ("b.txt", "other")]);
    let build = |machine: Option<&str>| {
        let mut process = std::process::Command::new(std::env::current_exe().unwrap());
        process.args(["--exact", "assets::builds_the_fixture_of_another_process"]);
        process.env(FOLDER, fixture.folder());
        match machine {
            Some(machine) => process.env("RIGMILL_TEST_MACHINE", machine),
            None => process.env_remove("RIGMILL_TEST_MACHINE"),
        };
        assert!(process.stdout(std::process::Stdio::null()).status().unwrap().success());
        (fixture.output("a.up"), fs::read_to_string(fixture.folder().join("reported")).unwrap())
    };
    let reported = |machine: Option<&str>, text: &str, status: &str| {
        let (output, reported) = build(machine);
        assert_eq!((output.as_str(), reported.lines().next().unwrap()), (text, status));
        assert!(status.ends_with("[never built]") || reported.ends_with("b: fresh []"));
    };
    reported(None, "ON UNSET", "a: built [never built]");
    reported(None, "ON UNSET", "a: fresh []");
    reported(Some("mill"), "ON MILL", "a: built [env appeared: RIGMILL_TEST_MACHINE]");
    reported(Some("mill"), "ON MILL", "a: fresh []");
    reported(Some("wheel"), "ON WHEEL", "a: built [env changed: RIGMILL_TEST_MACHINE]");
    reported(None, "ON UNSET", "a: cached [env vanished: RIGMILL_TEST_MACHINE]");
}

#[test]
fn builds_the_fixture_of_another_process() {
    // A part of `an_environment_variable_is_a_dependency`, which runs this test in a separate process.
    #[allow(clippy::disallowed_methods, reason = "the environment is what is tested")]
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let mut fixture = Fixture::new(&[]);
    fixture.elsewhere = Some(folder.into());
    let line = |asset: rigmill_graph::AssetReport| {
        let why: Vec<String> = asset.why.iter().map(ToString::to_string).collect();
        format!("{}: {} [{}]", asset.asset, asset.status.name(), why.join("; "))
    };
    let lines: Vec<String> = fixture.build().assets.into_iter().map(line).collect();
    fs::write(fixture.folder().join("reported"), lines.join("\n")).unwrap();
}
