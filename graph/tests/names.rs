//! Tests `output`: a rule gives an asset a different name than its source has.

use std::fs;
use std::path::Path;

use crate::support::Fixture;

const RENAMED: &str = "[[rule]]\nmatch = \"z.txt\"\noutput = \"Fonts/{name}_0\"\n";

#[test]
fn an_asset_has_the_name_that_a_rule_gives_it() {
    let fixture = Fixture::new(&[("a.txt", "called:z.txt get:Fonts/z_0"), ("z.txt", "me"), ("rigmill.toml", RENAMED)]);
    fixture
        .check(&["a: built [never built] import process write", "Fonts/z_0: built [never built] import process write"]);
    assert_eq!(fixture.output("Fonts/z_0.up"), "Fonts/z_0");
    assert_eq!(fixture.output("a.up"), "Fonts/z_0 Fonts/z_0");
    fixture.check(&["a: fresh [] ", "Fonts/z_0: fresh [] "]);
}

#[test]
fn the_name_of_its_source_is_no_name_of_a_renamed_asset() {
    let fixture = Fixture::new(&[("a.txt", "get:z"), ("z.txt", "one"), ("rigmill.toml", RENAMED)]);
    fixture.check(&[
        "a: failed [never built] import process; error T0004 there is no asset `z`",
        "Fonts/z_0: built [never built] import process write",
    ]);
    fixture.write("rigmill.toml", "");
    // A file with the same bytes under a different name does not require running the writer.
    fixture.check(&[
        "a: built [value appeared: z] import process",
        "z: built [output name changed: Fonts/{name}_0 -> {path}] import process",
    ]);
}

#[test]
fn assets_that_name_a_renamed_one_are_built_again_and_its_old_file_goes() {
    let fixture = Fixture::new(&[("a.txt", "called:z.txt"), ("b.txt", "see:z"), ("c.txt", "one"), ("z.txt", "two")]);
    assert!(fixture.build().success());
    assert_eq!(fixture.output("a.up"), "z");
    fixture.write("rigmill.toml", RENAMED);
    fixture.check(&[
        "a: built [reference changed: z.txt] import process write",
        "b: failed [reference vanished: z] import process; error T0003 there is no asset `z`",
        "c: fresh [] ",
        "Fonts/z_0: built [output name changed: {path} -> Fonts/{name}_0] import process",
    ]);
    assert_eq!(fixture.output("a.up"), "Fonts/z_0");
    assert!(!fixture.out().join("test/z.up").exists());
    fs::remove_file(fixture.root().join("z.txt")).unwrap();
    fixture.build();
    assert!(!fixture.out().join("test/Fonts").exists());
}

#[test]
fn products_with_labels_follow_the_name() {
    let rule = "[[rule]]\nmatch = \"*.parts\"\noutput = \"Parts/{path}.v2\"\n";
    let fixture = Fixture::new(&[("a.txt", "get:Parts/p.v2.left"), ("p.parts", "left right"), ("rigmill.toml", rule)]);
    assert!(fixture.build().success());
    assert_eq!(fixture.output("a.up"), "LEFT");
    assert_eq!(fixture.output("Parts/p.v2.right.up"), "RIGHT");
}

#[test]
fn the_last_rule_with_a_name_decides_and_only_for_its_targets() {
    let rules = "[[rule]]\nmatch = \"*.txt\"\noutput = \"all/{path}\"\n\
                 [[rule]]\nmatch = \"a.txt\"\noutput = \"{path}\"\n\
                 [[rule]]\nmatch = \"*.txt\"\nparams = { suffix = \"!\" }\n\
                 [[rule]]\nmatch = \"b.txt\"\ntargets = [\"other\"]\noutput = \"elsewhere\"\n";
    let fixture = Fixture::new(&[("a.txt", "me"), ("b.txt", "me"), ("rigmill.toml", &rules.replace("other", "test"))]);
    assert!(fixture.build().success());
    assert_eq!((fixture.output("a.up").as_str(), fixture.output("elsewhere.up").as_str()), ("a!", "elsewhere!"));
}

#[test]
fn a_name_that_another_asset_has_is_an_error_of_both() {
    let rule = "[[rule]]\nmatch = \"a.txt\"\noutput = \"B\"\n";
    let fixture = Fixture::new(&[("a.txt", "one"), ("b.txt", "two"), ("rigmill.toml", rule)]);
    let report = fixture.build();
    assert!(report.assets.iter().all(|asset| asset.diagnostics[0].code == "R0006"), "{report:?}");
    // A different build is not affected by it.
    fixture.write("rigmill.toml", "");
    assert!(fixture.build().success());
    assert!(Path::new(&fixture.out().join("test/a.up")).exists());
}

#[test]
fn one_of_two_assets_of_a_name_steps_aside() {
    let fixture = Fixture::new(&[("a.txt", "one"), ("a.raw", "two")]);
    assert!(!fixture.build().success());
    fixture.write("rigmill.toml", "[[rule]]\nmatch = \"*.raw\"\noutput = \"{path}_0\"\n");
    assert!(fixture.build().success());
    assert_eq!((fixture.output("a.up").as_str(), fixture.output("a_0.up").as_str()), ("ONE", "two"));
}

/// To some systems, both spellings are one file: the old one must go before the new one is put in place.
#[test]
fn an_output_whose_name_changes_only_in_case_stays() {
    let fixture =
        Fixture::new(&[("a.txt", "one"), ("rigmill.toml", "[[rule]]\nmatch = \"*\"\noutput = \"Deep/One\"\n")]);
    assert!(fixture.build().success());
    fixture.write("rigmill.toml", "[[rule]]\nmatch = \"*\"\noutput = \"deep/one\"\n");
    fixture.check(&["deep/one: built [output name changed: Deep/One -> deep/one] import process"]);
    assert_eq!(fixture.output("deep/one.up"), "ONE");
    assert_eq!(fixture.all_outputs().len(), 1);
    fixture.check(&["deep/one: fresh [] "]);
}
