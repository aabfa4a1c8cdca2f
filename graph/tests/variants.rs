//! Tests `variants`: a rule builds further versions of an asset, each with a label and parameters of its own.

use std::path::Path;

use rigmill_disk::RealDisk;
use rigmill_graph::{GraphError, NoObserver, Project, build};

use crate::support::Fixture;

const RULE: &str =
    "[[rule]]\nmatch = \"b.txt\"\nparams = { suffix = \"?\" }\nvariants = { _0 = { suffix = \"!\" }, _1 = {} }\n";

#[test]
fn an_asset_and_its_variants_are_built_each_with_its_own_parameters() {
    let fixture = Fixture::new(&[("a.txt", "get:b_0 get:b"), ("b.txt", "one"), ("rigmill.toml", RULE)]);
    assert!(fixture.build().success());
    let files = ["a.up", "b.up", "b_0.up", "b_1.up"];
    assert_eq!(files.map(|file| fixture.output(file)), ["ONE! ONE?", "ONE?", "ONE!", "ONE"]);
    fixture.check(&["a: fresh [] ", "b: fresh [] "]);
}

#[test]
fn a_variant_that_changes_rebuilds_what_uses_it() {
    let fixture = Fixture::new(&[("a.txt", "get:b_0"), ("b.txt", "one"), ("c.txt", "get:b"), ("rigmill.toml", RULE)]);
    assert!(fixture.build().success());
    fixture.write("rigmill.toml", &RULE.replace('!', "."));
    fixture.check(&[
        "a: built [value changed: b_0] import process write",
        "b: built [parameter changed: variants._0.suffix of shout: \"!\" -> \".\"] import process write",
        "c: fresh [] ",
    ]);
    assert_eq!(fixture.output("a.up"), "ONE.");
}

#[test]
fn a_variant_appears_and_goes_with_its_rule() {
    let fixture = Fixture::new(&[("a.txt", "see:b_0"), ("b.txt", "one")]);
    assert!(!fixture.build().success());
    fixture.write("rigmill.toml", RULE);
    assert!(fixture.build().success());
    fixture.write("rigmill.toml", "");
    assert!(!fixture.build().success());
    assert!(!fixture.out().join("test/b_0.up").exists() && fixture.out().join("test/b.up").exists());
}

#[test]
fn variants_follow_the_name_and_the_labels_of_an_asset() {
    let rules = "[[rule]]\nmatch = \"*.parts\"\noutput = \"x/{name}\"\nvariants = { _0 = {} }\n";
    let fixture = Fixture::new(&[("a.txt", "get:x/p_0.left"), ("p.parts", "left right"), ("rigmill.toml", rules)]);
    assert!(fixture.build().success());
    assert_eq!((fixture.output("a.up").as_str(), fixture.output("x/p_0.right.up").as_str()), ("LEFT", "RIGHT"));
}

#[test]
fn a_variant_may_not_have_the_name_of_another_asset() {
    let fixture = Fixture::new(&[("b.txt", "one"), ("b_0.txt", "two"), ("rigmill.toml", RULE)]);
    let report = fixture.build();
    assert!(report.assets.iter().all(|asset| asset.diagnostics[0].code == "R0006"), "{report:?}");
}

#[test]
fn the_same_warning_of_several_variants_is_one() {
    let fixture = Fixture::new(&[("b.txt", "odd like:c"), ("rigmill.toml", RULE)]);
    let report = fixture.build();
    assert_eq!(report.assets[0].diagnostics.len(), 1, "{report:?}");
}

#[test]
fn mistakes_in_variants_have_a_place() {
    for (variants, code, message) in [
        ("{ _0 = { sufix = \"!\" } }", "R0003", "`shout` has no parameter `sufix`"),
        ("{ _0 = { suffix = 1 } }", "R0003", "parameter `suffix`"),
        ("{ \"/0\" = {} }", "R0001", "it contains '/'"),
        ("{ \"\" = {} }", "R0001", "it is empty"),
        ("{ \"_{name}\" = {} }", "R0001", "it contains '{'"),
        ("[]", "R0001", "a table of tables of parameters"),
        ("{ _0 = 1 }", "R0001", "a table"),
    ] {
        let rules = format!("[[rule]]\nmatch = \"b.txt\"\nvariants = {variants}\n");
        let fixture = Fixture::new(&[("b.txt", "one"), ("rigmill.toml", &rules)]);
        let project = Project::find(Some(&fixture.root()), Some(&fixture.out()), Path::new("/"));
        let built = project.and_then(|it| build(&it, &fixture.registry(), &fixture.options(), &RealDisk, &NoObserver));
        let Err(GraphError::Manifest { diagnostics: faults, .. }) = built else { panic!("{variants}") };
        assert!(faults.len() == 1 && faults[0].code == code && faults[0].message.contains(message), "{faults:?}");
        assert_eq!(faults[0].location.as_ref().unwrap().line, 3, "{faults:?}");
    }
}
