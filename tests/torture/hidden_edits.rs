//! Tests that the program never keeps a stale output: edits keep the size and the modification time, and are made right before
//! and after builds. The graph's own tests do the same ten thousand times in one process.

use std::fs::{self, File, FileTimes};
use std::path::PathBuf;
use std::time::Duration;

use crate::support::known::{Known, Sources, is_exactly};
use rigmill_test_random::Random;

use crate::support::{Project, clip, torture};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

fn place(project: &Project, path: &str) -> PathBuf {
    project.root().join(format!("{path}.Animation"))
}

/// Saves a text of the same size, with either the previous modification time or that of a clock that is a day off.
fn edit(project: &Project, sources: &mut Sources, random: &mut Random) {
    let paths: Vec<String> = sources.keys().cloned().collect();
    let path = random.pick(&paths).clone();
    let text = clip(&[&random.below(10).to_string()]);
    let place = place(project, &path);
    let time = fs::metadata(&place).unwrap().modified().unwrap();
    if random.below(2) == 0 {
        fs::write(&place, &text).unwrap();
    } else {
        let beside = place.with_file_name(".beside");
        fs::write(&beside, &text).unwrap();
        fs::rename(beside, &place).unwrap();
    }
    let times = FileTimes::new().set_modified(*random.pick(&[time, time, time + DAY, time - DAY]));
    File::options().write(true).open(&place).unwrap().set_times(times).unwrap();
    sources.insert(path, text);
}

fn swap(project: &Project, sources: &mut Sources) {
    let [a, b] = ["a", "deep/b"].map(|path| place(project, path));
    let between = a.with_file_name(".between");
    fs::rename(&a, &between).unwrap();
    fs::rename(&b, &a).unwrap();
    fs::rename(&between, &b).unwrap();
    let (text, other) = (sources["a"].clone(), sources["deep/b"].clone());
    sources.extend([("a".to_owned(), other), ("deep/b".to_owned(), text)]);
}

#[test]
fn edits_that_hide_are_never_missed() {
    let project = Project::new();
    let (mut known, mut random) = (Known::default(), Random::new(11));
    let mut sources: Sources = ["a", "deep/b", "deep/c"].map(|path| (path.to_owned(), clip(&["0"]))).into();
    sources.iter().for_each(|(path, text)| project.write(&format!("{path}.Animation"), text));
    for n in 0..torture(30, 1000) {
        match random.below(5) {
            0 => swap(&project, &mut sources),
            _ => edit(&project, &mut sources, &mut random),
        }
        assert_eq!(project.build().code, 0, "try {n}");
        is_exactly(&project.root().join("build"), &known.outputs(&sources), &format!("try {n}"));
    }
}
