//! Makes random edits to a project whose assets depend on files, on listings and on each other. After each edit, an incremental
//! build must have the same result as a clean build: the same files, failures and diagnostics.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use rigmill_graph::{
    BuildOptions, BuildReport, Mark, NoObserver, Order, Project, Reason, RemoteExecutor, Status, build,
};
use rigmill_store::{RemoteAccess, RemoteStore};
use rigmill_test_random::Random;

use crate::memory_store::MemoryStore;
use crate::support::{Fixture, UnflushedDisk, files_below, first_seed, torture};
use crate::workers::Workers;

const FOLDERS: [&str; 4] = ["", "d/", "d/e/", "f/"];
const NAMES: [&str; 10] =
    ["a.txt", "b.txt", "c.txt", "a.parts", "b.parts", "a.inc", "b.inc", ".h.inc", "there", "a.raw"];

/// The words that a source may contain. Paths are relative to its folder, and product names to the project's folder.
const WORDS: [&str; 32] = [
    "one",
    "two",
    "three",
    "<a.inc>",
    "<b.inc>",
    "<.h.inc>",
    "<d/a.inc>",
    "</f/b.inc>",
    "</a.txt>",
    "</link/a.inc>",
    "</d/linked.inc>",
    "list",
    "list:d/**/*.inc",
    "list:*.txt",
    "there?",
    "get:a",
    "get:d/b",
    "get:d/e/c",
    "get:f/a.one",
    "get:b.two",
    "see:d/a",
    "see:f/b.one",
    "like:A",
    "like:D/b",
    "me",
    "called:a.txt",
    "called:d/b.txt",
    "get:x/a",
    "get:d/a_0",
    "see:d/e/b_0.two",
    "bad",
    "odd",
];

const MANIFESTS: [&str; 10] = [
    "",
    "# A comment.\n",
    "[[rule]]\nmatch = \"d/**\"\nexclude = true\n",
    "[[rule]]\nmatch = \"**/*.txt\"\nparams = { suffix = \"!\" }\n",
    "\n[[rule]]\n# The same again.\nmatch = \"**/*.txt\"\nparams = { suffix = '!' }\n",
    "[[rule]]\nmatch = \"f/*.txt\"\nparams = { suffix = \"?\" }\n[[rule]]\nmatch = \"*.inc\"\nimporter = \"raw\"\n",
    "[[rule]]\nmatch = \"a.txt\"\noutput = \"x/{path}\"\n[[rule]]\nmatch = \"d/**\"\noutput = \"{path}_0\"\n",
    "[[rule]]\nmatch = \"**\"\noutput = \"x/{name}\"\n[[rule]]\nmatch = \"d/**\"\noutput = \"{path}\"\n",
    "[[rule]]\nmatch = \"{a,b}.txt\"\noutput = \"d/e/{name}\"\nparams = { suffix = \"!\" }\n",
    "[[rule]]\nmatch = \"**/*.txt\"\nvariants = { _0 = { suffix = \".\" } }\n[[rule]]\nmatch = \"a.txt\"\noutput = \"x/a\"\n",
];

const IGNORE_FILES: [&str; 5] = [".gitignore", ".rigmillignore", "d/.gitignore", "d/e/.rigmillignore", "f/.gitignore"];

/// Lines for ignore files. Some contain words that other edits replace in place.
const IGNORED: [&str; 16] = [
    "a.txt",
    "*.inc",
    "/d/",
    "e",
    "!a.txt",
    "!*.inc",
    "!/d/",
    "f/*",
    "!f/a.parts",
    "**/b.*",
    "*",
    "!*/",
    "# one",
    "one",
    "[ab].txt",
    "broken\\",
];

fn ignore_lines(random: &mut Random) -> String {
    (0..random.below(4)).map(|_| format!("{}\n", random.pick(&IGNORED))).collect()
}

fn text(random: &mut Random) -> String {
    let words: Vec<&str> = (0..random.below(4)).map(|_| *random.pick(&WORDS)).collect();
    words.join(" ")
}

fn any_path(random: &mut Random) -> String {
    format!("{}{}", random.pick(&FOLDERS), random.pick(&NAMES))
}

/// Makes a change. Returns a description.
fn edit(fixture: &Fixture, random: &mut Random) -> String {
    let root = fixture.root();
    let mut all = files_below(&root);
    all.retain(|path| !path.starts_with(fixture.out()) && fs::read_to_string(path).is_ok());
    if all.is_empty() {
        fixture.write("a.txt", "one");
        return "started again".to_owned();
    }
    let file = random.pick(&all).clone();
    let path = any_path(random);
    match random.below(16) {
        0..4 => {
            let _ = fs::remove_file(root.join(&path));
            fixture.write(&path, &text(random));
            format!("new file {path}")
        }
        4 => {
            // Changed in place, with the same size and the previous modification time.
            let time = fs::metadata(&file).unwrap().modified().unwrap();
            let old = fs::read_to_string(&file).unwrap();
            let new = if old.contains("one") { old.replace("one", "two") } else { old.replace("two", "one") };
            fs::write(&file, new).unwrap();
            fs::File::options().write(true).open(&file).unwrap().set_modified(time).unwrap();
            format!("same size {}", file.display())
        }
        5 => {
            fs::write(&file, fs::read(&file).unwrap()).unwrap();
            format!("touch {}", file.display())
        }
        6 => {
            let _ = fs::remove_file(root.join(&path));
            fixture.write(&path, "");
            let _ = fs::rename(&file, root.join(&path));
            format!("rename {} to {path}", file.display())
        }
        7 if all.len() > 6 && file.file_name().is_some_and(|name| name != "rigmill.toml") => {
            fs::remove_file(&file).unwrap();
            format!("remove {}", file.display())
        }
        8 => {
            let manifest = random.pick(&MANIFESTS);
            fixture.write("rigmill.toml", manifest);
            format!("manifest {manifest:?}")
        }
        9 => {
            let (from, to) = (random.pick(&["d", "f", "d/e", "g"]), random.pick(&["f", "g", "d/e", "d"]));
            let moved = fs::rename(root.join(from), root.join(to)).is_ok();
            format!("folder {from} to {to}: {moved}")
        }
        #[cfg(unix)]
        10 => {
            let (link, target) = *random.pick(&[
                ("link", "d"),
                ("link", "f"),
                ("d/linked.inc", "../a.inc"),
                ("d/linked.inc", "e/b.inc"),
            ]);
            let _ = fs::remove_file(root.join(link));
            let made = std::os::unix::fs::symlink(target, root.join(link)).is_ok();
            format!("link {link} to {target}: {made}")
        }
        11 => {
            let outputs = files_below(&fixture.out().join("test"));
            if outputs.is_empty() {
                return "nothing".to_owned();
            }
            let output = random.pick(&outputs);
            match random.below(3) {
                0 => fs::remove_file(output).unwrap(),
                1 => fs::write(output, "damaged").unwrap(),
                _ => fs::write(output, fs::read(output).unwrap()).unwrap(),
            }
            format!("output {}", output.display())
        }
        12 => {
            let state = fixture.out().join(".rigmill/test.state");
            match (random.below(4), fs::read(&state)) {
                (0, Ok(mut bytes)) => {
                    let at = random.below(bytes.len());
                    bytes[at] ^= 1;
                    fs::write(&state, bytes).unwrap();
                    // As the warning says, files of removed sources could remain.
                    let _ = fs::remove_dir_all(fixture.out().join("test"));
                    "state damaged".to_owned()
                }
                (1, _) => {
                    let _ = fs::remove_dir_all(fixture.cache());
                    "cache removed".to_owned()
                }
                _ => "nothing".to_owned(),
            }
        }
        13..15 => {
            let path = random.pick(&IGNORE_FILES);
            let _ = fs::remove_file(root.join(path));
            if random.once_in(3) {
                return format!("removed {path}");
            }
            #[cfg(unix)]
            if random.once_in(8) {
                let _ = std::os::unix::fs::symlink("b.inc", root.join(path));
                return format!("link {path}");
            }
            let text = ignore_lines(random);
            fixture.write(path, &text);
            format!("ignore file {path} {text:?}")
        }
        _ => "nothing".to_owned(),
    }
}

/// The outputs and messages of a build, in a form that is comparable between builds.
#[derive(Debug, PartialEq)]
struct Outcome {
    outputs: BTreeMap<PathBuf, Vec<u8>>,
    assets: BTreeMap<String, (bool, Vec<String>)>,
    diagnostics: Vec<String>,
}

impl Outcome {
    /// Leaves out the files of failed assets, because those of an earlier build may remain.
    fn new(report: &BuildReport, target: &Path) -> Self {
        let kept = report.assets.iter().filter(|it| it.status == Status::Failed).flat_map(|it| &it.outputs);
        let kept: BTreeSet<PathBuf> = kept.map(|path| target.join(path)).collect();
        let files = files_below(target).into_iter().filter(|path| !kept.contains(path));
        let relative = |path: &Path| path.strip_prefix(target).unwrap().to_owned();
        let built = report.assets.iter().filter(|it| it.status != Status::Removed);
        let diagnostics =
            report.diagnostics.iter().filter(|it| !["R0101", "R0105", "R0321"].contains(&it.code.as_ref()));
        Self {
            outputs: files.map(|path| (relative(&path), fs::read(&path).unwrap())).collect(),
            assets: built
                .map(|it| {
                    let said = it.diagnostics.iter().map(|it| format!("{it:?}")).collect();
                    (it.source.to_string(), (it.status == Status::Failed, said))
                })
                .collect(),
            diagnostics: diagnostics.map(|it| format!("{it:?}")).collect(),
        }
    }
}

fn clean_build(fixture: &Fixture) -> Outcome {
    let out = fixture.folder().join("clean");
    let _ = fs::remove_dir_all(&out);
    let project = Project::find(Some(&fixture.root()), Some(&out), Path::new("/")).unwrap();
    let options = BuildOptions { cache: None, remote: None, executor: None, ..fixture.options() };
    let report = build(&project, &fixture.registry(), &options, &UnflushedDisk, &NoObserver).unwrap();
    Outcome::new(&report, &out.join("test"))
}

fn build_again(fixture: &Fixture, mark: &mut Option<Mark>) -> (BuildReport, Outcome) {
    let report = fixture.build_on(&UnflushedDisk).unwrap();
    mark.clone_from(&report.mark);
    let outcome = Outcome::new(&report, &fixture.out().join("test"));
    (report, outcome)
}

fn run(seed: u64, steps: usize) {
    let mut fixture = Fixture::in_memory(&[("rigmill.toml", ""), ("a.txt", "one"), ("d/b.txt", "two get:a")]);
    let mut random = Random::new(seed);
    let mut mark = None;
    let stores: [Arc<dyn RemoteStore>; 2] = [Arc::new(MemoryStore::default()), Arc::new(MemoryStore::faulty(seed))];
    build_again(&fixture, &mut mark);
    for step in 0..steps {
        fixture.cached = !random.once_in(4);
        let copied = random.once_in(2);
        let access = |store: &Arc<dyn RemoteStore>| RemoteAccess { store: Arc::clone(store), copied };
        fixture.remote = random.once_in(2).then(|| access(random.pick(&stores)));
        fixture.executor = random.once_in(4).then(|| match random.once_in(2) {
            true => Workers::new(&fixture) as Arc<dyn RemoteExecutor>,
            false => Workers::faulty(&fixture, step as u64),
        });
        if random.once_in(16) {
            // As on a machine without any earlier build.
            let _ = fs::remove_dir_all(fixture.out());
            let _ = fs::remove_dir_all(fixture.cache());
        }
        fixture.verify = random.once_in(16);
        fixture.jobs = 1 + random.below(4);
        fixture.order = *random.pick(&[Order::Forward, Order::Backward]);
        let edits: Vec<String> = (0..*random.pick(&[1, 1, 1, 2, 4])).map(|_| edit(&fixture, &mut random)).collect();
        // Longer than a clock tick, so that stamps are trusted.
        if !random.once_in(4) {
            thread::sleep(Duration::from_millis(25));
        }
        let (_, found) = build_again(&fixture, &mut mark);
        let place = format!("seed {seed}, step {step}, {edits:#?}");
        assert_eq!(found, clean_build(&fixture), "{place}");
        if random.once_in(3) {
            thread::sleep(Duration::from_millis(25));
        }
        let (report, again) = build_again(&fixture, &mut mark);
        assert_eq!(again, found, "again after {place}");
        let worked = report.assets.iter().filter(|it| !it.why.is_empty() && it.why != [Reason::Retry]);
        let worked: Vec<_> = worked.collect();
        assert!(worked.is_empty(), "again after {place}: {worked:#?}");
    }
}

#[test]
fn every_build_gives_what_a_clean_one_gives() {
    let (seeds, first) = (torture(4, 20) as u64, first_seed(100));
    thread::scope(|scope| {
        for seed in first..first + seeds {
            scope.spawn(move || run(seed, torture(60, 500)));
        }
    });
}
