//! [`Labels`]: names of clips that can be part of file names.

use std::collections::HashSet;

use rigmill_dom::Scene;

use super::names::Names;

/// How many letters of a clip's name are kept, four bytes each at most.
const LONGEST: usize = 45;

/// Makes labels of clips' names.
pub(super) struct Labels<'a> {
    nodes: HashSet<&'a str>,
    names: Names,
    /// Labels that were taken already, with what the later clip has instead.
    pub(super) renamed: Vec<(String, String)>,
}

impl<'a> Labels<'a> {
    pub(super) fn of(scene: &'a Scene) -> Self {
        let nodes = scene.nodes.iter().map(|node| node.name.as_str()).collect();
        Self { nodes, names: Names::default(), renamed: Vec::new() }
    }

    /// The label of a clip: `@` and its name, without the armature that Blender sets before it, and with `_` for what
    /// file names cannot hold. No two labels are the same, in small letters or capitals.
    pub(super) fn take(&mut self, name: &str) -> String {
        let name = file_name(self.without_armature(name));
        let small = name.to_lowercase();
        let taken = self.names.take(&small);
        let number = taken.strip_prefix(&small).unwrap_or_default();
        let label = format!("@{name}{number}");
        if !number.is_empty() {
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

/// A name as a file can have it.
pub(super) fn file_name(name: &str) -> String {
    let forbidden = |letter: char| letter.is_control() || r#"/\:*?"<>|"#.contains(letter);
    let kept: String = name.chars().take(LONGEST).map(|letter| if forbidden(letter) { '_' } else { letter }).collect();
    let kept = kept.trim().trim_end_matches('.');
    if kept.is_empty() { "clip".to_owned() } else { kept.to_owned() }
}
