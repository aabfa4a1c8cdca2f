//! Selects some assets of a [`Diagram`], including their dependencies and dependents.

use rigmill_pipeline::Globs;

use super::elements::{Diagram, Edge};

/// Why no assets could be selected.
#[derive(Debug)]
pub(crate) enum SelectError {
    /// The glob is malformed, with the reason.
    Glob(String),
    /// No asset has this name.
    Nothing,
}

/// Returns the assets that `name` selects: an asset's name, its source, or a glob for names (in which `*` does not match `/`).
pub(crate) fn named(diagram: &Diagram, name: &str) -> Result<Vec<usize>, SelectError> {
    let indices = |is: &dyn Fn(&str, &str) -> bool| -> Vec<usize> {
        let assets = diagram.assets.iter().enumerate();
        assets.filter(|(_, asset)| is(&asset.name, &asset.source)).map(|(index, _)| index).collect()
    };
    let exact = indices(&|asset, source| asset == name || source == name);
    if !exact.is_empty() {
        return Ok(exact);
    }
    let glob = Globs::new([name]).map_err(SelectError::Glob)?;
    let found = indices(&|asset, _| glob.is_match(asset));
    if found.is_empty() { Err(SelectError::Nothing) } else { Ok(found) }
}

/// Keeps these assets with their dependencies and dependents, and the files and other inputs of all of them.
pub(crate) fn select(mut diagram: Diagram, chosen: &[usize]) -> Diagram {
    let links: Vec<(usize, usize)> = diagram.edges.iter().filter_map(|edge| asset_link(&diagram, edge)).collect();
    let mut above = vec![Vec::new(); diagram.assets.len()];
    let mut below = vec![Vec::new(); diagram.assets.len()];
    for (from, to) in links {
        above[to].push(from);
        below[from].push(to);
    }
    let (up, down) = (reach(&above, chosen), reach(&below, chosen));
    let kept = |asset: usize| up[asset] || down[asset];
    // For an asset that reads it, the source of another asset is an ordinary file.
    for node in &mut diagram.nodes {
        node.asset = node.asset.filter(|&asset| kept(asset) || node.kind != "file");
    }
    let mut keep: Vec<bool> = diagram.nodes.iter().map(|node| node.asset.is_some_and(kept)).collect();
    for edge in diagram.edges.iter().filter(|edge| diagram.nodes[edge.from].asset.is_none()) {
        if diagram.nodes[edge.to].asset.is_some_and(kept) {
            keep[edge.from] = true;
        }
    }
    diagram.keep(&keep)
}

/// Returns the two assets that an edge connects. Reading another asset's source does not make an asset depend on that asset.
fn asset_link(diagram: &Diagram, edge: &Edge) -> Option<(usize, usize)> {
    let from = &diagram.nodes[edge.from];
    let link = (from.asset?, diagram.nodes[edge.to].asset?);
    (from.kind != "file" && link.0 != link.1).then_some(link)
}

fn reach(next: &[Vec<usize>], from: &[usize]) -> Vec<bool> {
    let mut reached = vec![false; next.len()];
    let mut todo = from.to_vec();
    while let Some(at) = todo.pop() {
        if !std::mem::replace(&mut reached[at], true) {
            todo.extend(&next[at]);
        }
    }
    reached
}
