//! Tests that a damaged build state is reported and discarded.

use std::fs;

use crate::support::{Project, clip, torture};

#[test]
fn damage_to_the_build_state_is_reported_and_repaired_once() {
    let project = Project::in_memory();
    project.write("a.Animation", clip(&["1", "2"]));
    project.write("deep/b.Animation", clip(&["3"]));
    project.build();
    let outputs = project.outputs();
    let state = project.root().join("build/.rigmill/native.state");
    let good = fs::read(&state).unwrap();
    // The graph's own tests try every position without running the program.
    for at in (0..good.len()).step_by(good.len() / torture(6, 400) + 1) {
        let mut flipped = good.clone();
        flipped[at] ^= 0x40;
        for damaged in [flipped.as_slice(), &good[..at]] {
            fs::write(&state, damaged).unwrap();
            let damaged_build = project.build();
            let codes: Vec<_> =
                damaged_build.diagnostics().iter().map(|it| it["code"].as_str().unwrap().to_owned()).collect();
            assert_eq!((damaged_build.code, codes), (0, vec!["R0101".to_owned()]), "byte {at}");
            assert!(damaged_build.diagnostics()[0]["message"].as_str().unwrap().contains(state.to_str().unwrap()));
            assert_eq!(project.outputs(), outputs, "byte {at}");
            let again = project.build();
            assert_eq!((again.changes(), again.diagnostics().len()), (Vec::new(), 0), "byte {at}");
        }
    }
}
