//! Tests ignored files: what excludes them, what includes them again, and which builds notice it.

use std::fs::{self, File};
use std::thread;
use std::time::Duration;

use rigmill_graph::{AssetReport, Mark, Status, examine, survey};

use crate::support::{Fixture, UnflushedDisk, line};

/// Returns the assets that were not simply fresh.
fn changes(fixture: &Fixture) -> Vec<String> {
    let changed = worked(&fixture.build().assets);
    let again = worked(&fixture.build().assets);
    assert!(again.is_empty(), "the second build had something to do: {again:?}");
    changed
}

fn worked(assets: &[AssetReport]) -> Vec<String> {
    assets.iter().filter(|it| it.status != Status::Fresh || !it.why.is_empty()).map(line).collect()
}

/// Returns the sources of a build.
fn sources(fixture: &Fixture) -> Vec<String> {
    let report = fixture.build();
    report.assets.into_iter().filter(|it| it.status != Status::Removed).map(|it| it.source).collect()
}

fn warnings(fixture: &Fixture) -> Vec<String> {
    fixture.build().diagnostics.iter().map(|it| format!("{} {}", it.code, it.message)).collect()
}

/// Waits for longer than a clock tick, so that stamps are trusted.
fn settle() {
    thread::sleep(Duration::from_millis(40));
}

fn removed(asset: &str, by: &str) -> String {
    format!("{asset}: removed [source ignored: {asset}.txt, by {by}] ")
}

fn cached(asset: &str) -> String {
    format!("{asset}: cached [never built] ")
}

#[test]
fn a_source_that_is_ignored_is_removed_and_comes_back() {
    let fixture = Fixture::new(&[("a.txt", "one"), ("gen/b.txt", "two")]);
    fixture.build();
    fixture.write(".gitignore", "# Generated.\n/gen/\n");
    assert_eq!(changes(&fixture), [removed("gen/b", ".gitignore:2")]);
    assert!(!fixture.out().join("test/gen").exists());
    fixture.write(".rigmillignore", "!/gen/\n");
    assert_eq!(changes(&fixture), [cached("gen/b")]);
    fs::remove_file(fixture.root().join(".rigmillignore")).unwrap();
    assert_eq!(changes(&fixture), [removed("gen/b", ".gitignore:2")]);
    fs::remove_file(fixture.root().join(".gitignore")).unwrap();
    assert_eq!(changes(&fixture), [cached("gen/b")]);
}

#[test]
fn a_source_that_is_ignored_and_deleted_is_gone() {
    let fixture = Fixture::new(&[("a.txt", "one")]);
    fixture.build();
    fixture.write(".gitignore", "a.txt");
    fs::remove_file(fixture.root().join("a.txt")).unwrap();
    assert_eq!(changes(&fixture), ["a: removed [source gone: a.txt] "]);
}

#[test]
fn an_edit_in_place_of_the_same_size_and_time_is_seen() {
    let fixture = Fixture::new(&[("a.txt", "one"), ("b.txt", "two"), (".gitignore", "a.txt\n")]);
    assert_eq!(sources(&fixture), ["b.txt"]);
    for (round, (ignored, left)) in [("b.txt", "a.txt"), ("a.txt", "b.txt")].into_iter().cycle().take(12).enumerate() {
        if round % 2 == 0 {
            settle();
            fixture.build();
        }
        let path = fixture.root().join(".gitignore");
        let time = fs::metadata(&path).unwrap().modified().unwrap();
        fs::write(&path, format!("{ignored}\n")).unwrap();
        File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
        assert_eq!(sources(&fixture), [left], "round {round}");
    }
}

#[test]
fn a_touched_ignore_file_changes_nothing() {
    let fixture = Fixture::new(&[("a.txt", "list"), ("gen/x.inc", ""), (".gitignore", "gen")]);
    fixture.build();
    settle();
    fixture.write(".gitignore", "gen");
    assert!(changes(&fixture).is_empty());
    fixture.write(".gitignore", "# The same.\ngen");
    assert!(changes(&fixture).is_empty());
}

#[test]
fn nested_files_win_over_those_above_and_names_match_at_any_depth() {
    let fixture = Fixture::new(&[
        (".gitignore", "*.txt\n!/keep.txt\n"),
        ("keep.txt", "one"),
        ("lost.txt", "one"),
        ("d/.gitignore", "!*.txt\n/e/drop.txt\n"),
        ("d/back.txt", "one"),
        ("d/e/back.txt", "one"),
        ("d/e/drop.txt", "one"),
        ("f/keep.txt", "one"),
    ]);
    assert_eq!(sources(&fixture), ["d/back.txt", "d/e/back.txt", "keep.txt"]);
    fixture.write("new/.rigmillignore", "!*.txt");
    fixture.write("new/.gitignore", "*");
    fixture.write("new/a.txt", "new");
    assert_eq!(changes(&fixture), ["new/a: built [never built] import process write"]);
}

#[test]
fn a_file_below_an_ignored_folder_is_not_brought_back() {
    let fixture = Fixture::new(&[
        (".gitignore", "gen\n!gen/a.txt\n"),
        ("gen/a.txt", "generated"),
        ("gen/.gitignore", "!*"),
        ("b.txt", "one"),
    ]);
    assert_eq!(sources(&fixture), ["b.txt"]);
    fixture.write(".gitignore", "gen/*\n!gen/a.txt\n");
    assert_eq!(changes(&fixture), ["gen/a: built [never built] import process write"]);
}

#[test]
fn an_ignored_file_is_read_like_a_hidden_one_and_is_in_no_listing() {
    let fixture = Fixture::new(&[("a.txt", "<gen/x.inc> list"), ("y.inc", ""), (".gitignore", "gen\n")]);
    fixture.build();
    assert_eq!(fixture.output("a.up"), "<GEN/X.INC> Y.INC");
    settle();
    fixture.build();
    for (text, found) in [("x", "appeared"), ("z", "changed")] {
        fixture.write("gen/x.inc", text);
        let expected = format!("a: built [file {found}: gen/x.inc] import process write");
        assert_eq!(changes(&fixture), [expected]);
        assert_eq!(fixture.output("a.up"), format!("{} Y.INC", text.to_uppercase()));
    }
    fixture.write(".gitignore", "");
    assert_eq!(changes(&fixture), ["a: built [listing changed: **/*.inc] import process write"]);
    assert_eq!(fixture.output("a.up"), "Z GEN/X.INC Y.INC");
    fixture.write(".gitignore", "*.inc");
    assert_eq!(changes(&fixture), ["a: built [listing changed: **/*.inc] import process write"]);
    assert_eq!(fixture.output("a.up"), "Z");
}

#[test]
fn a_missing_file_that_would_be_ignored_is_seen_when_it_appears() {
    let fixture = Fixture::new(&[("a.txt", "<x.inc>"), (".gitignore", "*.inc\n")]);
    fixture.build();
    settle();
    fixture.build();
    fixture.write("x.inc", "one");
    assert_eq!(changes(&fixture), ["a: built [file appeared: x.inc] import process write"]);
}

#[test]
fn no_ignore_file_above_the_project_counts() {
    let fixture = Fixture::new(&[("a.txt", "one")]);
    fs::write(fixture.folder().join(".gitignore"), "*").unwrap();
    fs::create_dir_all(fixture.root().join(".git/info")).unwrap();
    fixture.write(".git/info/exclude", "*");
    fixture.write(".ignore", "*");
    assert_eq!(sources(&fixture), ["a.txt"]);
}

#[cfg(unix)]
#[test]
fn a_link_is_not_followed_and_its_replacement_counts() {
    let fixture = Fixture::new(&[("a.txt", "one"), ("b.txt", "two"), ("rules", "a.txt")]);
    let path = fixture.root().join(".gitignore");
    std::os::unix::fs::symlink("rules", &path).unwrap();
    assert_eq!(sources(&fixture), ["a.txt", "b.txt"]);
    let link =
        "R0044 `.gitignore` has no effect, because it is a symbolic link: neither git nor Rigmill follows the link";
    assert!(warnings(&fixture).contains(&link.to_owned()));
    settle();
    fixture.build();
    fs::remove_file(&path).unwrap();
    fixture.write(".gitignore", "b.txt");
    assert_eq!(sources(&fixture), ["a.txt"]);
    assert!(!warnings(&fixture).contains(&link.to_owned()));
}

#[test]
fn a_folder_with_the_name_of_an_ignore_file_is_hidden() {
    let fixture = Fixture::new(&[("a.txt", "one"), (".gitignore/b.txt", "two")]);
    assert_eq!(sources(&fixture), ["a.txt"]);
}

#[test]
fn a_huge_ignore_file_is_an_error_that_names_it() {
    let fixture = Fixture::new(&[("a.txt", "one"), ("d/b.txt", "two")]);
    fixture.write("d/.gitignore", &"a\n".repeat(1 << 19));
    assert_eq!(sources(&fixture), ["a.txt", "d/b.txt"]);
    fixture.write("d/.gitignore", &"a\n".repeat((1 << 19) + 1));
    let error = fixture.build_on(&UnflushedDisk).unwrap_err().to_string();
    let expected = "d/.gitignore: the file is 1048578 bytes long, but the limit is 1048576 bytes";
    assert!(error.contains(expected), "{error}");
}

#[test]
fn hostile_patterns_take_no_time() {
    let fixture =
        Fixture::new(&[(&*format!("{}.txt", "a".repeat(200)), "one"), (&*format!("{}b.txt", "a/".repeat(100)), "one")]);
    let lines = ["*a".repeat(2000) + "b", "**/a/".repeat(800) + "c", "[!b]".repeat(1000), "**/a*".repeat(800)];
    fixture.write(".gitignore", &lines.join("\n").repeat(10));
    let started = fs::metadata(fixture.root().join(".gitignore")).unwrap().modified().unwrap();
    assert_eq!(fixture.build().assets.len(), 2);
    assert!(started.elapsed().unwrap() < Duration::from_secs(10));
}

#[test]
fn a_line_without_effect_is_a_warning_with_its_place() {
    let lines = "*.o\n[a\nb\\\n/\n!\n[[:alhpa:]]\n\\\n";
    let fixture = Fixture::new(&[("a.txt", "one"), ("d/.gitignore", lines)]);
    let found: Vec<_> = fixture
        .build()
        .diagnostics
        .into_iter()
        .map(|it| (it.file.unwrap().to_string(), it.location.unwrap().line, it.message, it.help.unwrap()))
        .collect();
    let expected = [
        (2, "the pattern matches nothing: it contains an unclosed `[` or an unknown character class"),
        (3, "the pattern matches nothing: the `\\` at the end of the line escapes nothing"),
        (4, "the pattern matches nothing: a name is missing before or after the `/` or `!`"),
        (5, "the pattern matches nothing: a name is missing before or after the `/` or `!`"),
        (6, "the pattern matches nothing: it contains an unclosed `[` or an unknown character class"),
        (7, "1 more lines match nothing"),
    ];
    let help = "correct the line, or remove it".to_owned();
    assert_eq!(
        found,
        expected.map(|(line, message)| ("d/.gitignore".to_owned(), line, message.to_owned(), help.clone()))
    );
    settle();
    fixture.build();
    assert_eq!(fixture.build().diagnostics.len(), 6);
}

#[test]
fn a_line_that_is_probably_a_slip_is_reported_unless_it_matches() {
    let lines = "*.{png,wav}\nbuild/ # output\n b.txt\nOld\\Art\nTrack #1.txt\n";
    let fixture = Fixture::new(&[("a.txt", "one"), ("b.txt", "two"), ("Track #1.txt", "three"), (".gitignore", lines)]);
    let found: Vec<_> =
        fixture.build().diagnostics.into_iter().map(|it| (it.location.unwrap().line, it.help.unwrap())).collect();
    let expected = [
        (1, "write one line for each pattern"),
        (2, "move the comment to a line of its own"),
        (3, "remove the space"),
        (4, "write `/` between folders"),
    ];
    assert_eq!(found, expected.map(|(line, help)| (line, help.to_owned())));
    assert_eq!(sources(&fixture), ["a.txt", "b.txt"]);
}

#[test]
fn an_ignore_file_need_not_be_utf_8() {
    let fixture = Fixture::new(&[("a.txt", "one"), ("b.txt", "two")]);
    fs::write(fixture.root().join(".gitignore"), b"\xff\xfe*\na.txt\n\xe4*\n").unwrap();
    assert_eq!(sources(&fixture), ["b.txt"]);
    assert!(warnings(&fixture).is_empty());
    // UTF-16, which some shells write.
    fs::write(fixture.root().join(".gitignore"), b"\xff\xfea\0.\0t\0x\0t\0\n\0").unwrap();
    assert_eq!(sources(&fixture), ["a.txt", "b.txt"]);
    assert!(warnings(&fixture)[0].contains("UTF-16"));
}

#[cfg(target_os = "linux")]
#[test]
fn an_ignored_file_with_an_unusable_name_is_no_warning() {
    use std::os::unix::ffi::OsStrExt;
    let fixture = Fixture::new(&[("a.txt", "one")]);
    let name = std::ffi::OsStr::from_bytes(b"\xff.txt");
    fs::write(fixture.root().join(name), "").unwrap();
    assert_eq!(warnings(&fixture).len(), 1);
    fs::write(fixture.root().join(".gitignore"), b"\xff*").unwrap();
    assert!(warnings(&fixture).is_empty());
}

#[test]
fn a_glob_that_matches_only_ignored_files_says_so() {
    for (glob, by) in [
        ("gen/**/*.txt", ".gitignore:1 ignores matching files, such as `gen/x.txt`"),
        ("d/c.txt", ".gitignore:2 ignores `d/c.txt`"),
    ] {
        let manifest = format!("[[rule]]\nmatch = \"{glob}\"\nparams = {{ suffix = \"!\" }}\n");
        let fixture = Fixture::new(&[
            ("a.txt", "one"),
            ("gen/b.txt", ""),
            ("d/c.txt", ""),
            (".gitignore", "gen\nc.txt"),
            ("rigmill.toml", &manifest),
        ]);
        let found = fixture.build().diagnostics;
        assert_eq!(found[0].message, format!("no file matches `{glob}`"));
        assert!(found[0].help.as_ref().unwrap().starts_with(by), "{found:?}");
    }
}

#[test]
fn an_ignored_path_is_explained_and_counted() {
    let fixture = Fixture::new(&[("gen/b.txt", ""), ("c.txt", ""), (".gitignore", "gen/\nc.*"), ("rigmill.toml", "")]);
    let ask = |name: &str| {
        let asked =
            survey(&fixture.project(), &fixture.registry(), "test", fixture.program(), Some(name), &UnflushedDisk);
        asked.unwrap_err().to_string()
    };
    for (name, by) in [("gen/b.txt", ".gitignore:1"), ("c.txt", ".gitignore:2"), ("gen", ".gitignore:1")] {
        assert!(
            ask(name).contains(&format!("no asset `{name}` in this project: {by} ignores this path")),
            "{}",
            ask(name)
        );
    }
    assert_eq!(ask("gen/missing.txt"), "no asset `gen/missing.txt` in this project");
    let found = examine(&fixture.project(), &fixture.registry(), "test", fixture.program(), &UnflushedDisk).unwrap();
    assert_eq!((found.assets, found.ignored), (0, 2));
    let report = fixture.build();
    assert_eq!(report.diagnostics[0].code, "R0039");
    assert!(report.diagnostics[0].help.as_ref().unwrap().contains(".gitignore"));
}

fn settled(sources: &[(&str, &str)]) -> (Fixture, Mark) {
    let fixture = Fixture::new(sources);
    settle();
    let mark = fixture.build().mark.unwrap();
    (fixture, mark)
}

#[test]
fn a_rebuild_sees_every_change_of_an_ignore_file() {
    let (fixture, mut mark) = settled(&[("a.txt", "one"), ("d/b.txt", "two")]);
    let mut rebuild = |changed: &[&str]| {
        let report = fixture.rebuild(&mark, changed);
        mark = report.mark.clone().unwrap();
        worked(&report.assets)
    };
    fixture.write("d/.gitignore", "b.txt");
    assert_eq!(rebuild(&["d/.gitignore"]), [removed("d/b", "d/.gitignore:1")]);
    fixture.write(".gitignore", ".*\na.txt");
    assert_eq!(rebuild(&[".gitignore"]), [removed("a", ".gitignore:2")]);
    fixture.write("d/.gitignore", "c.txt");
    assert_eq!(rebuild(&["d/.gitignore"]), [cached("d/b")]);
    fixture.write("d/.rigmillignore", "b.txt");
    assert_eq!(rebuild(&["d/.rigmillignore"]), [removed("d/b", "d/.rigmillignore:1")]);
    fs::remove_file(fixture.root().join("d/.rigmillignore")).unwrap();
    assert_eq!(rebuild(&["d/.rigmillignore"]), [cached("d/b")]);
}

#[test]
fn changes_of_ignored_files_need_no_build_unless_an_asset_reads_them() {
    let sources = [
        ("a.txt", "<gen/x.inc>"),
        ("gen/x.inc", "x"),
        ("gen/y.inc", "y"),
        ("e.o", ""),
        (".gitignore", "/gen/\n*.o\n.*\n"),
    ];
    let (fixture, mark) = settled(&sources);
    fixture.write("gen/x.inc", "z");
    let report = fixture.rebuild(&mark, &["gen/x.inc", "gen/y.inc"]);
    assert_eq!(worked(&report.assets), ["a: built [file changed: gen/x.inc] import process write"]);
    let root = fixture.project().root().to_owned();
    let irrelevant = |path: &str| report.ignored.contains(&root.join(path));
    assert!(["gen/y.inc", "gen/new", "gen/deep/.gitignore", "e.o", "d/new.o"].into_iter().all(irrelevant));
    let relevant = ["gen/x.inc", "gen", "a.txt", "b.txt", ".gitignore", "d/.gitignore", "rigmill.toml"];
    assert!(!relevant.into_iter().any(irrelevant));
}
