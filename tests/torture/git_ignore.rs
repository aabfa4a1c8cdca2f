//! Tests random trees with random ignore files: a project has exactly the files that git lists as not ignored.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use rigmill_disk::RealDisk;
use rigmill_graph::{Project, survey};
use rigmill_pipeline::{Digest, Registry};
use rigmill_test_random::Random;

use crate::support::torture;

const NAMES: [&str; 16] =
    ["a", "b", "ab", "ba", "aa", "c", "A", "a.o", "b.o", "a b", "a-b", "!a", "#a", "[a]", "{a,b}", "ü"];

/// Parts of patterns.
const PARTS: [&str; 40] = [
    "a",
    "b",
    "a",
    "b",
    "c",
    "/",
    "/",
    "/",
    "*",
    "*",
    "**",
    "**/",
    "/**",
    "/**/",
    "***",
    "?",
    "[ab]",
    "[!a]",
    "[^b]",
    "[a-b]",
    "[]a]",
    "[[:alpha:]]",
    "[[:punct:]-]",
    "[[:",
    "[a/]",
    "[",
    "]",
    "{a,b}",
    "\\a",
    "\\*",
    "\\/",
    "\\",
    "!",
    "#",
    " ",
    "\\ ",
    "\t",
    ".o",
    "-",
    "A",
];

/// Typical lines.
const LINES: [&str; 24] = [
    "a",
    "/a",
    "a/",
    "/a/",
    "!a",
    "!/a/",
    "*",
    "!*/",
    "/*",
    "a/*",
    "!a/b",
    "**/b",
    "a/**",
    "!a/**/b",
    "*.o",
    "!a.o",
    "# comment",
    "",
    "a b",
    "\\!a",
    "\\#a",
    "[ab]",
    "ab  ",
    "?",
];

fn line(random: &mut Random) -> String {
    if random.once_in(2) {
        return (*random.pick(&LINES)).to_owned();
    }
    (0..=random.below(5)).map(|_| *random.pick(&PARTS)).collect()
}

fn ignore_file(random: &mut Random) -> String {
    let end = random.pick(&["\n", "\n", "\n", "\r\n"]);
    let lines: Vec<String> = (0..=random.below(4)).map(|_| line(random)).collect();
    let mark = if random.once_in(16) { "\u{feff}" } else { "" };
    let last = if random.once_in(4) { "" } else { end };
    format!("{mark}{}{last}", lines.join(end))
}

fn fill(folder: &Path, random: &mut Random, depth: usize) {
    fs::create_dir_all(folder).unwrap();
    if random.once_in(1 + depth) {
        fs::write(folder.join(".gitignore"), ignore_file(random)).unwrap();
    }
    for _ in 0..=random.below(6) {
        let path = folder.join(*random.pick(&NAMES));
        if depth < 3 && random.once_in(2) && !path.is_file() {
            fill(&path, random, depth + 1);
        } else if !path.is_dir() {
            fs::write(&path, "").unwrap();
        }
    }
}

/// Returns the files that git does not ignore, without hidden files.
fn listed_by_git(root: &Path) -> BTreeSet<String> {
    let mut git = Command::new("git");
    git.args(["-c", "core.excludesFile=", "-c", "core.ignoreCase=false", "ls-files", "-z"]);
    git.args(["--others", "--cached", "--exclude-standard"]).current_dir(root);
    git.env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", "");
    let output = git.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let paths = String::from_utf8(output.stdout).unwrap();
    let paths = paths.split('\0').filter(|path| !path.is_empty());
    paths.filter(|path| !path.split('/').any(|name| name.starts_with('.'))).map(str::to_owned).collect()
}

/// Returns the assets of a project in which every file is an asset.
fn found_by_rigmill(root: &Path, registry: &Registry) -> BTreeSet<String> {
    let project = Project::find(Some(root), None, root).unwrap();
    let program = Digest::of(b"program");
    let assets = survey(&project, registry, "native", program, None, &RealDisk).unwrap();
    assets.into_iter().map(|asset| asset.source).filter(|path| path != "rigmill.toml").collect()
}

fn clear(root: &Path) {
    for entry in fs::read_dir(root).unwrap() {
        let path = entry.unwrap().path();
        match path.file_name().unwrap().to_str().unwrap() {
            ".git" => {}
            _ if path.is_dir() => fs::remove_dir_all(path).unwrap(),
            _ => fs::remove_file(path).unwrap(),
        }
    }
}

#[test]
#[cfg_attr(not(git), ignore = "needs git")]
fn the_files_of_a_project_are_those_that_git_does_not_ignore() {
    let folder = tempfile::tempdir().unwrap();
    let root = fs::canonicalize(folder.path()).unwrap();
    let init = Command::new("git").args(["init", "-q", "--template="]).arg(&root).status().unwrap();
    assert!(init.success());
    let registry = rigmill_cli::builtins();
    for seed in 0..torture(200, 5_000) as u64 {
        clear(&root);
        fill(&root, &mut Random::new(seed), 0);
        let git = listed_by_git(&root);
        fs::write(root.join("rigmill.toml"), "[[rule]]\nmatch = \"**\"\nimporter = \"raw\"\n").unwrap();
        let rigmill = found_by_rigmill(&root, &registry);
        if git != rigmill {
            let [only_git, only_rigmill] = [git.difference(&rigmill), rigmill.difference(&git)].map(Vec::from_iter);
            let files =
                Command::new("grep").args(["-r", "", "--include=.gitignore", "."]).current_dir(&root).output().unwrap();
            panic!("seed {seed}: {only_git:?} {only_rigmill:?}\n{}", String::from_utf8_lossy(&files.stdout));
        }
    }
}
