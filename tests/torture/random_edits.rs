//! Whatever happens to a project between builds, the next one ends as a clean build of it would, and the one after has
//! nothing to do.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use rigmill_test_random::Random;

use crate::support::{Project, clip, files_below, torture};

fn sources(project: &Project) -> Vec<PathBuf> {
    let files = files_below(&project.root()).into_iter();
    files.filter(|path| path.extension().is_some_and(|it| it == "Animation")).collect()
}

const MANIFESTS: [&str; 3] = [
    "",
    "[[rule]]\nmatch = \"d1/**\"\nparams = { close_loop = true }\n",
    "[[rule]]\nmatch = \"d2/**\"\nexclude = true\n",
];

/// Does one thing to the project's files.
fn meddle(project: &Project, random: &mut Random) {
    let all = sources(project);
    let source = random.pick(&all).clone();
    let number = random.below(1_000_000).to_string();
    match random.below(10) {
        0 => fs::write(&source, clip(&[&number])).unwrap(),
        1 => project.write(&format!("d{}/n{}.Animation", random.below(9), random.below(99)), clip(&[&number])),
        2 if all.len() > 10 => fs::remove_file(&source).unwrap(),
        3 => fs::rename(&source, source.with_file_name(format!("r{number}.Animation"))).unwrap(),
        4 => fs::write(&source, fs::read(&source).unwrap()).unwrap(),
        5 => same_size_edit_with_the_time_put_back(&source, random),
        6 => fs::write(&source, "broken").unwrap(),
        7 => project.write("rigmill.toml", random.pick(&MANIFESTS)),
        8 => move_folder(&source, project, &number),
        _ => damage_an_output(project, random),
    }
}

fn same_size_edit_with_the_time_put_back(source: &Path, random: &mut Random) {
    let time = fs::metadata(source).unwrap().modified().unwrap();
    let digit = random.below(10).to_string();
    let text = fs::read_to_string(source).unwrap().replacen("<Y>2", &format!("<Y>{digit}"), 1);
    fs::write(source, text).unwrap();
    fs::File::options().write(true).open(source).unwrap().set_modified(time).unwrap();
}

fn move_folder(source: &Path, project: &Project, number: &str) {
    let folder = source.parent().unwrap();
    if folder != project.root() {
        fs::rename(folder, project.root().join(format!("m{number}"))).unwrap();
    }
}

fn damage_an_output(project: &Project, random: &mut Random) {
    let outputs = files_below(&project.native());
    if outputs.is_empty() {
        return;
    }
    let output = random.pick(&outputs);
    let mut bytes = fs::read(output).unwrap();
    let at = random.below(bytes.len());
    bytes[at] ^= 1;
    fs::write(output, bytes).unwrap();
}

/// Starts a build and kills it after a moment.
fn killed_build(project: &Project, random: &mut Random) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rigmill"));
    command.args(["build", ".", "-q", "--cache-dir", "../cache"]).current_dir(project.root()).stderr(Stdio::null());
    let mut build = command.spawn().unwrap();
    std::thread::sleep(Duration::from_millis(random.below(20) as u64));
    build.kill().unwrap();
    build.wait().unwrap();
}

#[test]
fn every_build_ends_as_a_clean_one_would() {
    let project = Project::new();
    for number in 0..30 {
        project.write(&format!("d{}/c{number}.Animation", number % 5), clip(&[&number.to_string()]));
    }
    let mut random = Random::new(7);
    for round in 0..torture(12, 200) {
        for _ in 0..*random.pick(&[0, 1, 1, 2, 5, 20]) {
            meddle(&project, &mut random);
        }
        if random.below(3) == 0 {
            killed_build(&project, &mut random);
        }
        // A failed asset keeps its last good output, which a clean build cannot know: put it right first.
        let broken: Vec<PathBuf> =
            sources(&project).into_iter().filter(|it| fs::read(it).unwrap() == b"broken").collect();
        assert_eq!(project.build().code, i32::from(!broken.is_empty()), "round {round}");
        broken.iter().for_each(|source| fs::write(source, clip(&["5"])).unwrap());
        assert_eq!(project.build().code, 0, "round {round}");
        let outputs = project.outputs();
        let again = project.build();
        assert_eq!((again.changes(), again.count("fresh")), (Vec::new(), outputs.len() as u64), "round {round}");
        fs::rename(project.root().join("build"), project.root().join("../kept")).unwrap();
        project.build_with(&["--force"]);
        assert_eq!(project.outputs(), outputs, "round {round}");
        fs::remove_dir_all(project.root().join("build")).unwrap();
        fs::rename(project.root().join("../kept"), project.root().join("build")).unwrap();
    }
}
