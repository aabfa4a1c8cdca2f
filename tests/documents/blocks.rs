//! Tests every code block in the README and the book: it either runs, or has a reason why it does not.
//!
//! A comment on the line before a block, which is visible only in the page's source, determines how the block is run:
//!
//! | comment | block |
//! |---|---|
//! | none, before `sh` | its commands run in a fresh clone, where the page's blocks before it left off; those of `cargo` are not run, but what they name exists |
//! | `<!-- exits with: 1 -->` | so do these; the last one fails with this code |
//! | `<!-- prints -->` | was printed by the commands before it: each of its lines, `…` for anything |
//! | `<!-- file: PATH -->` | is written to this file, for the commands after it |
//! | `<!-- from: PATH -->` | is a part of this file, which another test compiles or runs |
//! | `<!-- not run: REASON -->` | cannot run here |
//!
//! `toml` blocks are manifests, which the program checks. From `yaml`, the commands of steps are run. `json` is parsed, and
//! `play` scripts are played on the sample game. `rust` is compiled by `docs/examples/book`. `text`, and fragments of XML and
//! WGSL without a comment, are illustrations. A block without a language is also an illustration, but the options of commands
//! in it must exist.

use super::commands::Shell;
use super::names;
use super::page::{Block, blocks, pages, read};
use super::toml_blocks;

#[test]
fn every_block_of_every_page_runs() {
    // The pages run one after the other. The first one builds the sample game, and the others get it from the cache.
    let runs = pages().into_iter().map(|page| std::thread::spawn(move || run_page(&page)).join());
    let failed = runs.filter(Result::is_err).count();
    assert_eq!(failed, 0, "pages have blocks that do not run: see above");
}

fn run_page(page: &str) {
    let blocks = blocks(page);
    let mut reader = Reader::default();
    for (number, block) in blocks.iter().enumerate() {
        reader.follow(block, blocks.get(number + 1));
    }
}

/// A reader who follows the instructions of a page, in a shell that is opened for the first command.
#[derive(Default)]
struct Reader(Option<Shell>);

impl Reader {
    fn shell(&mut self) -> &mut Shell {
        self.0.get_or_insert_with(Shell::in_fresh_clone)
    }

    fn follow(&mut self, block: &Block, next: Option<&Block>) {
        if block.noted("not run").is_some() {
        } else if let Some(path) = block.noted("file") {
            self.shell().write(path, &block.text);
        } else if let Some(path) = block.noted("from") {
            is_part_of(block, path);
        } else if block.note.as_deref() == Some("prints") {
            was_printed(block, &self.shell().printed);
        } else {
            self.run(block, next);
        }
    }

    fn run(&mut self, block: &Block, next: Option<&Block>) {
        match block.language.as_str() {
            "sh" => self.shell().run(block),
            "yaml" => self.shell().run(&steps(block)),
            "play" => self.play(block),
            "toml" => toml_blocks::check(block, next),
            "json" => is_json(block),
            // These are compiled elsewhere or are illustrations.
            "rust" | "text" | "xml" | "wgsl" => {}
            // A mixture of commands and explanations, or a diagram.
            "" => names::check(block),
            language => panic!("{}: nothing runs `{language}`: say why not, as <!-- not run: REASON -->", block.place),
        }
    }

    /// Plays a script on the sample game.
    fn play(&mut self, script: &Block) {
        self.shell().write("shown.play", &script.text);
        let text = "rigmill build content --quiet\nrigmill play shown.play --content content\n".to_owned();
        self.shell().run(&Block { text, ..script.clone() });
    }
}

/// Returns the commands of a workflow's steps as one script.
fn steps(workflow: &Block) -> Block {
    let commands = workflow.text.lines().filter_map(|line| line.trim_start_matches([' ', '-']).strip_prefix("run: "));
    let rigmill = commands.filter(|command| command.starts_with("rigmill "));
    Block { text: rigmill.collect::<Vec<_>>().join("\n"), ..workflow.clone() }
}

fn is_json(block: &Block) {
    let whole = serde_json::from_str::<serde_json::Value>(&block.text).is_ok();
    let is_line = |line: &str| serde_json::from_str::<serde_json::Value>(line).is_ok();
    assert!(whole || block.text.lines().all(is_line), "{}: not JSON", block.place);
}

/// Checks that the output contains each line of the block, in this order.
fn was_printed(block: &Block, printed: &str) {
    let mut lines = printed.lines();
    for line in block.text.lines().filter(|line| !line.trim().is_empty() && line.trim() != "…") {
        assert!(lines.any(|found| matches(line, found)), "{}: {line:?} is not in\n{printed}", block.place);
    }
}

/// Whether a line matches the shown line, in which `…` stands for any text.
fn matches(shown: &str, line: &str) -> bool {
    let mut parts = shown.trim().split('…');
    let line = line.trim();
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let mut last = first;
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
        last = part;
    }
    rest.is_empty() || (last.is_empty() && shown.trim().ends_with('…')) || line.ends_with(last) && shown.contains('…')
}

/// Checks that the block's lines are consecutive lines of the file. A `…` on its own line, or in a comment, stands for any
/// number of lines.
fn is_part_of(block: &Block, path: &str) {
    let file = read(path);
    let lines: Vec<&str> = file.lines().map(str::trim).collect();
    let mut at = 0;
    for part in block.text.split_inclusive('\n').collect::<Vec<_>>().split(|line| line.contains('…')) {
        let part: Vec<&str> = part.iter().map(|line| line.trim()).collect();
        let found = (at..=lines.len().saturating_sub(part.len())).find(|start| lines[*start..].starts_with(&part));
        at = found.unwrap_or_else(|| panic!("{}: {path} has no lines {part:#?}", block.place)) + part.len();
    }
}

#[test]
fn the_examples_for_contributors_are_parts_of_the_code() {
    let blocks = blocks("CONTRIBUTING.md");
    let parts: Vec<_> = blocks.iter().filter_map(|block| Some((block, block.noted("from")?))).collect();
    assert!(!parts.is_empty());
    parts.into_iter().for_each(|(block, path)| is_part_of(block, path));
}

#[test]
fn what_cannot_run_says_why_and_is_little() {
    let all: Vec<Block> = pages().iter().flat_map(|page| blocks(page)).collect();
    let not_run: Vec<&Block> = all.iter().filter(|block| block.note.as_deref().is_some_and(is_not_run)).collect();
    for block in &not_run {
        let reason = block.noted("not run").unwrap_or_default();
        assert!(reason.split(' ').count() >= 2, "{}: say why the block is not run", block.place);
    }
    assert!(not_run.len() * 6 < all.len(), "{} of {} blocks are not run", not_run.len(), all.len());
}

fn is_not_run(note: &str) -> bool {
    note.starts_with("not run")
}

#[test]
fn lines_match_with_gaps() {
    assert!(matches("built 3 in … s", "built 3 in 0.12 s"));
    assert!(matches("error: …", "error: what"));
    assert!(!matches("built 3 in … s", "built 4 in 0.12 s"));
    assert!(!matches("built", "built 3"));
    assert!(matches("… failed 0 …", "built 1, failed 0 in 3 s"));
}
