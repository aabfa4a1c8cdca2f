//! [`Page`]: a Markdown file and its code blocks.

use std::fs;
use std::path::PathBuf;

use crate::support::repository;

/// A code block, with its comment.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// The page and the line of the first fence, in the form that editors accept.
    pub(super) place: String,
    /// The text after the first fence, such as `sh` or `toml`; may be empty.
    pub(super) language: String,
    /// The HTML comment on the previous line, which readers do not see, such as `not run: needs Blender`.
    pub(super) note: Option<String>,
    pub(super) text: String,
}

impl Block {
    /// Returns the rest of a comment that begins with this word and a colon.
    pub(super) fn noted(&self, word: &str) -> Option<&str> {
        self.note.as_deref()?.strip_prefix(word)?.strip_prefix(':').map(str::trim)
    }
}

/// Returns the pages of the book by their paths in the repository, and the README.
pub(super) fn pages() -> Vec<String> {
    let summary = read("docs/SUMMARY.md");
    let linked = summary.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(path, _)| path);
    let pages = linked.map(|path| format!("docs/{}", path.trim_start_matches("./")));
    std::iter::once("README.md".to_owned()).chain(pages).collect()
}

pub(super) fn read(page: &str) -> String {
    fs::read_to_string(repository().join(page)).unwrap_or_else(|error| panic!("{page}: {error}"))
}

/// Returns every Markdown file in the repository by its path.
pub(super) fn all_documents() -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(repository().join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            let path = folder.join(&name);
            // Skips folders that are built or installed here.
            let is_made = ["target", "build", "node_modules"].contains(&name.as_str()) || name.starts_with('.');
            match entry.file_type().unwrap() {
                kind if kind.is_dir() && !is_made => folders.push(path),
                kind if kind.is_file() && name.ends_with(".md") => found.push(path.to_str().unwrap().to_owned()),
                _ => {}
            }
        }
    }
    found.sort();
    found
}

/// Returns the blocks of a page, in order.
pub(super) fn blocks(page: &str) -> Vec<Block> {
    blocks_of(page, &read(page))
}

fn blocks_of(page: &str, text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open: Option<(Block, usize)> = None;
    let mut before = "";
    for (number, line) in text.lines().enumerate() {
        let trimmed = line.trim_start();
        match &mut open {
            Some(_) if trimmed.trim_end() == "```" => blocks.extend(open.take().map(|(block, _)| block)),
            Some((block, indent)) => {
                block.text += line.get(*indent..).unwrap_or(trimmed);
                block.text.push('\n');
            }
            None => {
                if let Some(language) = trimmed.strip_prefix("```") {
                    let note = before.trim().strip_prefix("<!--").and_then(|note| note.strip_suffix("-->"));
                    let block = Block {
                        place: format!("{page}:{}", number + 1),
                        language: language.trim().to_owned(),
                        note: note.map(|note| note.trim().to_owned()),
                        text: String::new(),
                    };
                    open = Some((block, line.len() - trimmed.len()));
                }
                before = line;
            }
        }
    }
    assert!(open.is_none(), "{page}: a code block does not end");
    blocks
}

#[test]
fn blocks_are_found_with_their_notes() {
    let text = "Text.\n\n<!-- not run: needs Blender -->\n```sh\nblender\n```\n\n- A list:\n  ```toml\n  a = 1\n\n  b = 2\n  ```\n";
    let blocks = blocks_of("a.md", text);
    let shown: Vec<_> = blocks.iter().map(|it| (it.place.as_str(), it.language.as_str(), it.text.as_str())).collect();
    assert_eq!(shown, [("a.md:4", "sh", "blender\n"), ("a.md:9", "toml", "a = 1\n\nb = 2\n")]);
    assert_eq!(blocks[0].noted("not run"), Some("needs Blender"));
    assert_eq!((blocks[0].noted("not"), blocks[1].noted("not run")), (None, None));
}
