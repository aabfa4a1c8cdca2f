//! [`Labels`]: names of clips that are valid in file names.

use std::collections::HashSet;

use rigmill_dom::Scene;

use super::names::Names;

/// The length of the longest name in characters. Each character has at most four bytes.
const LONGEST: usize = 45;

/// Makes labels from the names of clips.
pub(super) struct Labels<'a> {
    nodes: HashSet<&'a str>,
    names: Names,
    /// Labels that were already taken, each with the new label of the later clip.
    pub(super) renamed: Vec<(String, String)>,
}

impl<'a> Labels<'a> {
    pub(super) fn new(scene: &'a Scene) -> Self {
        let nodes = scene.nodes.iter().map(|node| node.name.as_str()).collect();
        Self { nodes, names: Names::default(), renamed: Vec::new() }
    }

    /// Returns the label of a clip: `@` and the clip's name, without the armature name that Blender prepends, and with `_` for
    /// characters that are invalid in file names. Labels are unique, ignoring case.
    pub(super) fn take(&mut self, name: &str) -> String {
        let name = file_name(self.without_armature(name));
        let suffix = self.names.suffix(&name);
        let label = format!("@{name}{suffix}");
        if !suffix.is_empty() {
            self.renamed.push((format!("@{name}"), label.clone()));
        }
        label
    }

    fn without_armature<'b>(&self, mut name: &'b str) -> &'b str {
        while let Some((before, after)) = name.split_once('|') {
            if after.is_empty() || !(before == "Armature" || self.nodes.contains(before)) {
                break;
            }
            name = after;
        }
        name
    }
}

/// Converts a name to a name that is valid in file names.
pub(super) fn file_name(name: &str) -> String {
    let forbidden = |letter: char| letter.is_control() || r#"/\:*?"<>|"#.contains(letter);
    let kept: String = name.chars().take(LONGEST).map(|letter| if forbidden(letter) { '_' } else { letter }).collect();
    let kept = kept.trim().trim_end_matches('.');
    if kept.is_empty() { "clip".to_owned() } else { kept.to_owned() }
}
