//! [`Diagram`]: the build graph as nodes and edges.

/// Nodes, and edges that lead from a dependency to its dependent.
#[derive(Clone, Debug, Default)]
pub(crate) struct Diagram {
    /// The project's name.
    pub(crate) project: String,
    pub(crate) target: String,
    /// The assets that the nodes belong to, sorted by name.
    pub(crate) assets: Vec<Asset>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) edges: Vec<Edge>,
}

#[derive(Clone, Debug)]
pub(crate) struct Asset {
    pub(crate) name: String,
    pub(crate) source: String,
    pub(crate) state: State,
}

#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// The kind and the name. Unique.
    pub(crate) id: String,
    /// `file`, `import`, `process`, `write`, `output`, `folder`, or the kind of a dependency.
    pub(crate) kind: &'static str,
    /// The full name: a path, a stage or a pattern.
    pub(crate) name: String,
    /// A text next to the name; may be empty.
    pub(crate) detail: String,
    /// The index of the asset that the node belongs to.
    pub(crate) asset: Option<usize>,
    pub(crate) state: State,
    /// Why the node is in this state. Contained in the first node that the reason affects.
    pub(crate) why: Vec<String>,
    /// The digest of a file or answer in the last build, in hexadecimal.
    pub(crate) digest: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// [`FLOW`] between the stages of an asset; otherwise, the kind of the dependency.
    pub(crate) kind: &'static str,
    /// Whether the dependency changed.
    pub(crate) changed: bool,
    /// The number of edges that this edge represents.
    pub(crate) count: usize,
}

/// The kind of edges that lead from a source through its stages to its outputs.
pub(crate) const FLOW: &str = "flow";

/// Whether the dependent only refers to the other asset and does not use its value.
pub(crate) fn is_reference(kind: &str) -> bool {
    matches!(kind, "asset" | "reference")
}

/// The state of a node. States are ordered from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum State {
    Fresh,
    /// A file that was looked for but does not exist.
    Absent,
    New,
    Stale,
    Failed,
}

impl State {
    pub(crate) const ALL: [Self; 5] = [Self::Fresh, Self::Absent, Self::New, Self::Stale, Self::Failed];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Fresh => "fresh",
            Self::Absent => "absent",
            Self::New => "new",
            Self::Stale => "stale",
            Self::Failed => "failed",
        }
    }
}

impl Diagram {
    /// Formats a summary, such as `48 assets: 46 fresh, 2 stale`.
    pub(crate) fn summary(&self) -> String {
        let counts = State::ALL.into_iter().filter_map(|state| {
            let count = self.assets.iter().filter(|asset| asset.state == state).count();
            (count > 0).then(|| format!("{count} {}", state.name()))
        });
        let counts: Vec<String> = counts.collect();
        let assets = self.assets.len();
        let of = if counts.is_empty() { String::new() } else { format!(": {}", counts.join(", ")) };
        format!("{assets} {}{of}", if assets == 1 { "asset" } else { "assets" })
    }

    /// Keeps these nodes and the edges between them. Removes assets without nodes.
    pub(crate) fn keep(self, keep: &[bool]) -> Self {
        let mut asset_at = vec![None; self.assets.len()];
        for node in self.nodes.iter().zip(keep).filter(|(_, keep)| **keep).map(|(node, _)| node) {
            if let Some(asset) = node.asset {
                asset_at[asset] = Some(0);
            }
        }
        let mut assets = Vec::new();
        for (asset, at) in self.assets.into_iter().zip(&mut asset_at).filter(|(_, at)| at.is_some()) {
            *at = Some(assets.len());
            assets.push(asset);
        }
        let mut moved = vec![None; self.nodes.len()];
        let mut nodes = Vec::new();
        for (index, node) in self.nodes.into_iter().enumerate().filter(|(index, _)| keep[*index]) {
            moved[index] = Some(nodes.len());
            nodes.push(Node { asset: node.asset.and_then(|asset| asset_at[asset]), ..node });
        }
        let kept = |edge: Edge| Some(Edge { from: moved[edge.from]?, to: moved[edge.to]?, ..edge });
        let edges = self.edges.into_iter().filter_map(kept).collect();
        Self { assets, nodes, edges, ..self }
    }
}
