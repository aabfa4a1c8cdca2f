//! Tests that everything an importer queries is a dependency: files, missing files, globs and folders. Each change rebuilds
//! exactly the assets that queried it.

use std::fs;

use rigmill_graph::Status;

use crate::support::{Fixture, line};

/// Returns the assets that were not simply fresh, with the reasons and the stages that ran.
fn changes(fixture: &Fixture) -> Vec<String> {
    let report = fixture.build();
    let idle = |it: &&rigmill_graph::AssetReport| it.status == Status::Fresh && it.why.is_empty() && it.ran.is_empty();
    let changed = report.assets.iter().filter(|it| !idle(it)).map(line).collect();
    let again = fixture.build();
    assert!(again.assets.iter().all(|it| idle(&it)), "the second build had something to do");
    changed
}

/// Creates three assets with different listing queries, and two without. There is no cache, because it would avoid too many
/// rebuilds.
fn listing_fixture() -> Fixture {
    let mut fixture = Fixture::new(&[
        ("all.txt", "list:**/*.png"),
        ("flat.txt", "list:art/*.png"),
        ("deep.txt", "list:art/deep/**"),
        ("plain.txt", "plain"),
        ("file.txt", "<art/one.png>"),
        ("art/one.png", "1"),
        ("art/deep/two.png", "2"),
    ]);
    fixture.cached = false;
    fixture.build();
    fixture
}

fn rebuilt(asset: &str, glob: &str) -> String {
    format!("{asset}: built [listing changed: {glob}] import process write")
}

#[test]
fn a_new_file_rebuilds_what_lists_it_and_nothing_else() {
    let fixture = listing_fixture();
    fixture.write("art/new.png", "3");
    assert_eq!(changes(&fixture), [rebuilt("all", "**/*.png"), rebuilt("flat", "art/*.png")]);
    assert_eq!(fixture.output("flat.up"), "ART/NEW.PNG ART/ONE.PNG");
    fixture.write("art/deep/deeper/new.png", "4");
    assert_eq!(changes(&fixture), [rebuilt("all", "**/*.png"), rebuilt("deep", "art/deep/**")]);
    assert_eq!(fixture.output("deep.up"), "ART/DEEP/DEEPER/NEW.PNG ART/DEEP/TWO.PNG");
    fixture.write("art/deep/notes", "no glob but the folder's own takes it");
    assert_eq!(changes(&fixture), [rebuilt("deep", "art/deep/**")]);
    fixture.write("art/notes", "no glob takes it");
    fixture.write("elsewhere/notes", "nor this");
    fs::create_dir(fixture.root().join("art/deep/empty")).unwrap();
    assert!(changes(&fixture).is_empty());
}

#[test]
fn a_removed_or_renamed_file_rebuilds_what_listed_it_and_nothing_else() {
    let fixture = listing_fixture();
    let place = |path: &str| fixture.root().join(path);
    fs::rename(place("art/deep/two.png"), place("art/deep/renamed.png")).unwrap();
    assert_eq!(changes(&fixture), [rebuilt("all", "**/*.png"), rebuilt("deep", "art/deep/**")]);
    fs::rename(place("art/deep/renamed.png"), place("art/two.png")).unwrap();
    assert_eq!(changes(&fixture).len(), 3);
    assert_eq!(fixture.output("deep.up"), "");
    fs::remove_file(place("art/two.png")).unwrap();
    assert_eq!(changes(&fixture), [rebuilt("all", "**/*.png"), rebuilt("flat", "art/*.png")]);
    fixture.write("art/deep/two.png", "2");
    assert_eq!(changes(&fixture), [rebuilt("all", "**/*.png"), rebuilt("deep", "art/deep/**")]);
}

#[test]
fn a_listed_file_that_changes_and_keeps_its_name_rebuilds_nothing() {
    let fixture = listing_fixture();
    fixture.write("art/deep/two.png", "other");
    assert!(changes(&fixture).is_empty());
    // Removed and created again, as some editors save.
    fs::remove_file(fixture.root().join("art/deep/two.png")).unwrap();
    fixture.write("art/deep/two.png", "2");
    assert!(changes(&fixture).is_empty());
}

#[test]
fn a_folder_that_moves_away_and_back_rebuilds_what_listed_it() {
    let fixture = listing_fixture();
    let (here, away) = (fixture.root().join("art/deep"), fixture.root().join("../away"));
    fs::rename(&here, &away).unwrap();
    assert_eq!(changes(&fixture), [rebuilt("all", "**/*.png"), rebuilt("deep", "art/deep/**")]);
    fs::rename(&away, &here).unwrap();
    assert_eq!(changes(&fixture).len(), 2);
    assert_eq!(fixture.output("deep.up"), "ART/DEEP/TWO.PNG");
}

#[test]
fn a_texture_that_was_looked_for_and_missed_is_waited_for() {
    let fixture = Fixture::new(&[("a.txt", "<art/skin.png>"), ("b.txt", "plain"), ("art/other.png", "x")]);
    fixture.build();
    assert_eq!(fixture.output("a.up"), "<ART/SKIN.PNG>");
    let skin = |change: &str, ended: &str| vec![format!("a: {ended} [file {change}: art/skin.png] {}", stages(ended))];
    fixture.write("art/skin.png", "one");
    assert_eq!(changes(&fixture), skin("appeared", "built"));
    assert_eq!(fixture.output("a.up"), "ONE");
    fs::remove_file(fixture.root().join("art/skin.png")).unwrap();
    assert_eq!(changes(&fixture), skin("vanished", "cached"));
    // The file is removed with its folder. Then a folder takes the file's place, which does not count as a file.
    fs::remove_dir_all(fixture.root().join("art")).unwrap();
    assert!(changes(&fixture).is_empty());
    fs::create_dir_all(fixture.root().join("art/skin.png")).unwrap();
    assert!(changes(&fixture).is_empty());
    fs::remove_dir(fixture.root().join("art/skin.png")).unwrap();
    fixture.write("art/skin.png", "two");
    assert_eq!(changes(&fixture), skin("appeared", "built"));
}

fn stages(ended: &str) -> &'static str {
    if ended == "built" { "import process write" } else { "" }
}

#[test]
fn a_file_of_no_rule_is_a_dependency_by_its_bytes() {
    let fixture = Fixture::new(&[("a.txt", "<n.data>"), ("b.txt", "<n.data> more"), ("c.txt", "plain")]);
    fixture.write("n.data", "1111");
    fixture.build();
    let time = fs::metadata(fixture.root().join("n.data")).unwrap().modified().unwrap();
    fixture.write("n.data", "2222");
    fs::File::options().write(true).open(fixture.root().join("n.data")).unwrap().set_modified(time).unwrap();
    let changed = |asset: &str| format!("{asset}: built [file changed: n.data] import process write");
    assert_eq!(changes(&fixture), [changed("a"), changed("b")]);
    assert_eq!((fixture.output("a.up"), fixture.output("b.up")), ("2222".into(), "2222 MORE".into()));
    // Different bytes with the same meaning: the import runs, and the rebuild ends there.
    fixture.write("n.data", "2222 ");
    let imported = |asset: &str| format!("{asset}: fresh [file changed: n.data] import");
    assert_eq!(changes(&fixture), [imported("a"), imported("b")]);
    fixture.write("n.data", "2222 ");
    assert!(changes(&fixture).is_empty());
}

#[test]
fn a_hidden_file_is_a_dependency_too() {
    let fixture = Fixture::new(&[("a.txt", "<.hidden>"), ("b.txt", "plain")]);
    fixture.build();
    fixture.write(".hidden", "1111");
    assert_eq!(changes(&fixture), ["a: built [file appeared: .hidden] import process write"]);
    fixture.write(".hidden", "2222");
    assert_eq!(changes(&fixture), ["a: built [file changed: .hidden] import process write"]);
    fs::remove_file(fixture.root().join(".hidden")).unwrap();
    assert_eq!(changes(&fixture), ["a: cached [file vanished: .hidden] "]);
}

#[test]
fn an_asset_that_reads_another_assets_source_follows_it() {
    let fixture = Fixture::new(&[("a.txt", "see <b.txt>"), ("b.txt", "one"), ("c.txt", "two")]);
    fixture.build();
    fixture.write("b.txt", "uno");
    assert_eq!(
        changes(&fixture),
        [
            "a: built [file changed: b.txt] import process write",
            "b: built [source changed: b.txt] import process write"
        ]
    );
    assert_eq!(fixture.output("a.up"), "SEE UNO");
    fs::remove_file(fixture.root().join("b.txt")).unwrap();
    assert_eq!(
        changes(&fixture),
        ["a: built [file vanished: b.txt] import process write", "b: removed [source gone: b.txt] "]
    );
}

#[cfg(unix)]
#[test]
fn a_folder_that_appears_as_a_link_is_looked_into() {
    let fixture = Fixture::new(&[("a.txt", "<link/x.inc>"), ("f/x.inc", "x")]);
    fixture.build();
    std::thread::sleep(std::time::Duration::from_millis(40));
    fixture.build();
    // The whole state is saved again, including the known stamps of all files.
    fixture.write("b.txt", "one");
    fixture.build();
    std::os::unix::fs::symlink("f", fixture.root().join("link")).unwrap();
    assert_eq!(changes(&fixture), ["a: built [file appeared: link/x.inc] import process write"]);
}
