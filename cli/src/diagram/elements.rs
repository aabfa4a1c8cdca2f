//! [`Diagram`]: the build graph as nodes and edges.

/// Nodes, and edges from a dependency to its dependent.
#[derive(Clone, Debug, Default)]
pub(crate) struct Diagram {
    /// The project's name.
    pub(crate) project: String,
    pub(crate) target: String,
    /// The assets that nodes belong to, sorted by name.
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
    /// Kind and name; unique.
    pub(crate) id: String,
    /// `file`, `import`, `process`, `write`, `output`, `folder`, or the kind of a dependency.
    pub(crate) kind: &'static str,
    /// The full name: a path, a stage, a pattern.
    pub(crate) name: String,
    /// A text beside the name; may be empty.
    pub(crate) detail: String,
    /// The index of the asset it belongs to.
    pub(crate) asset: Option<usize>,
    pub(crate) state: State,
    /// Why it is in this state, at the first node that the reason affects.
    pub(crate) why: Vec<String>,
    /// The digest of a file or answer at the last build, in hexadecimal.
    pub(crate) digest: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// [`FLOW`] between the stages of an asset, otherwise the kind of the dependency.
    pub(crate) kind: &'static str,
    /// Whether the dependency changed.
    pub(crate) changed: bool,
    /// The number of edges that it stands for.
    pub(crate) count: usize,
}

/// The kind of edges from a source through its stages to its outputs.
pub(crate) const FLOW: &str = "flow";

/// Whether the dependent only names the other asset and does not use its value.
pub(crate) fn is_reference(kind: &str) -> bool {
    matches!(kind, "asset" | "reference")
}

/// The state of a node, from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum State {
    Fresh,
    /// It was looked for and does not exist.
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
    /// `48 assets: 46 fresh, 2 stale`.
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

    /// Keeps these nodes and the edges between them. Assets without nodes are removed.
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
