//! Builds a [`Diagram`] from the surveys of all assets.

use std::collections::BTreeMap;

use rigmill_graph::{AssetSurvey, DependencySurvey, OutputSurvey, Reason, StageKind};

use super::elements::{Asset, Diagram, Edge, FLOW, Node, State, is_reference};

/// Creates the diagram of a project's assets.
pub(crate) fn gather(project: &str, target: &str, surveys: &[AssetSurvey]) -> Diagram {
    let mut gather = Gather { diagram: Diagram::default(), at: BTreeMap::new(), made: BTreeMap::new() };
    gather.diagram.project = project.to_owned();
    gather.diagram.target = target.to_owned();
    let mut surveys: Vec<&AssetSurvey> = surveys.iter().collect();
    surveys.sort_by_key(|survey| &survey.asset);
    let stages: Vec<Stages> = surveys.iter().map(|survey| gather.asset(survey)).collect();
    for (survey, stages) in surveys.iter().zip(&stages) {
        for dependency in survey.dependencies.iter().filter(|it| !is_source(survey, it)) {
            gather.dependency(dependency, *stages);
        }
    }
    gather.diagram
}

/// The first two stage nodes of an asset.
#[derive(Clone, Copy)]
struct Stages {
    import: usize,
    process: usize,
}

struct Gather {
    diagram: Diagram,
    /// The index of each node, by id.
    at: BTreeMap<String, usize>,
    /// The nodes that answer queries about an asset, by each of its names.
    made: BTreeMap<String, Made>,
}

#[derive(Default)]
struct Made {
    process: Option<usize>,
    outputs: Vec<usize>,
}

/// The steps of an asset's build that a reason can affect.
const IMPORT: usize = 0;
const PROCESS: usize = 1;
const WRITE: usize = 2;
const OUTPUT: usize = 3;

impl Gather {
    fn asset(&mut self, survey: &AssetSurvey) -> Stages {
        let index = self.diagram.assets.len();
        let state = asset_state(survey);
        let (name, source) = (survey.asset.clone(), survey.source.clone());
        self.diagram.assets.push(Asset { name, source, state });
        let source = self.source(survey, index);
        let import = self.stage(survey, index, (IMPORT, "import"), &survey.importer.stage, &survey.asset);
        let process = self.stage(survey, index, (PROCESS, "process"), &survey.processor.stage, &survey.asset);
        self.flow(source, import);
        self.flow(import, process);
        self.made.entry(survey.asset.clone()).or_default().process = Some(process);
        if survey.outputs.is_empty() {
            for writer in &survey.writers {
                let write = self.stage(survey, index, (WRITE, "write"), writer, &survey.asset);
                self.flow(process, write);
            }
        }
        for output in &survey.outputs {
            let write = self.stage(survey, index, (WRITE, "write"), &output.writer, &output.path);
            self.flow(process, write);
            let output = self.output(survey, index, output, process);
            self.flow(write, output);
        }
        Stages { import, process }
    }

    fn source(&mut self, survey: &AssetSurvey, asset: usize) -> usize {
        let dependency = survey.dependencies.iter().find(|it| is_source(survey, it));
        let state = match dependency {
            Some(it) => answer_state(it),
            None => State::New,
        };
        let at = self.node("file", &survey.source);
        let digest = dependency.and_then(|it| it.answer).map(|digest| digest.to_string());
        let node = &mut self.diagram.nodes[at];
        (node.asset, node.state, node.digest) = (Some(asset), state, digest);
        at
    }

    fn stage(
        &mut self,
        survey: &AssetSurvey,
        asset: usize,
        (step, kind): (usize, &'static str),
        stage: &str,
        of: &str,
    ) -> usize {
        let at = self.node(kind, of);
        let (name, version) = stage.rsplit_once(' ').unwrap_or((stage, ""));
        let node = &mut self.diagram.nodes[at];
        (node.name, node.detail, node.asset) = (name.to_owned(), format!("{kind} {version}"), Some(asset));
        (node.state, node.why) = stage_state(survey, step);
        at
    }

    fn output(&mut self, survey: &AssetSurvey, asset: usize, output: &OutputSurvey, process: usize) -> usize {
        let at = self.node("output", &output.path);
        let touched = survey.why.iter().filter(|reason| touches(reason, &output.path)).map(ToString::to_string);
        let touched: Vec<String> = touched.collect();
        let node = &mut self.diagram.nodes[at];
        node.asset = Some(asset);
        node.digest = Some(output.digest.to_string());
        let upstream = survey.failed || survey.why.iter().any(|reason| step_of(survey, reason) < OUTPUT);
        node.state = if touched.is_empty() && !upstream { State::Fresh } else { State::Stale };
        node.why = touched;
        if survey.failed {
            node.why.push("kept from the last build that succeeded".to_owned());
        }
        let stem = output.path.rsplit_once('.').map_or(output.path.as_str(), |(stem, _)| stem);
        for name in [stem, &output.path, &survey.asset, &survey.source] {
            let made = self.made.entry(name.to_owned()).or_default();
            made.process = made.process.or(Some(process));
            if !made.outputs.contains(&at) {
                made.outputs.push(at);
            }
        }
        at
    }

    fn dependency(&mut self, dependency: &DependencySurvey, stages: Stages) {
        let DependencySurvey { kind, name, same, .. } = dependency;
        let asset_wide = !matches!(*kind, "file" | "presence" | "listing" | "look-up" | "env");
        let to = match dependency.by {
            Some(StageKind::Import) => stages.import,
            None if !asset_wide => stages.import,
            _ => stages.process,
        };
        let made = self.made.get(name).filter(|_| asset_wide);
        let from = match made {
            Some(Made { outputs, .. }) if is_reference(kind) && !outputs.is_empty() => outputs.clone(),
            Some(Made { process: Some(process), .. }) => vec![*process],
            _ => vec![self.answer(dependency)],
        };
        for from in from {
            self.edge(Edge { from, to, kind, changed: !same, count: 1 });
        }
    }

    /// Returns the node of a dependency outside of the asset's own build, such as another file, a listing or a variable.
    fn answer(&mut self, dependency: &DependencySurvey) -> usize {
        let kind = match dependency.kind {
            "presence" => "file",
            "nearest" => "look-up",
            kind => kind,
        };
        let at = self.node(kind, &dependency.name);
        let node = &mut self.diagram.nodes[at];
        node.digest = node.digest.take().or_else(|| dependency.answer.map(|digest| digest.to_string()));
        if node.asset.is_none() {
            node.state = node.state.max(answer_state(dependency));
        }
        at
    }

    fn node(&mut self, kind: &'static str, name: &str) -> usize {
        let id = format!("{kind}:{name}");
        *self.at.entry(id.clone()).or_insert_with(|| {
            let (name, detail, why) = (name.to_owned(), String::new(), Vec::new());
            let (asset, state, digest) = (None, State::Fresh, None);
            self.diagram.nodes.push(Node { id, kind, name, detail, asset, state, why, digest });
            self.diagram.nodes.len() - 1
        })
    }

    fn flow(&mut self, from: usize, to: usize) {
        let changed = self.diagram.nodes[from].state > State::Absent;
        self.edge(Edge { from, to, kind: FLOW, changed, count: 1 });
    }

    fn edge(&mut self, edge: Edge) {
        self.diagram.edges.push(edge);
    }
}

fn is_source(survey: &AssetSurvey, dependency: &DependencySurvey) -> bool {
    dependency.kind == "file" && dependency.name == survey.source
}

fn asset_state(survey: &AssetSurvey) -> State {
    match survey.state() {
        "fresh" => State::Fresh,
        "new" => State::New,
        "failed" => State::Failed,
        _ => State::Stale,
    }
}

fn answer_state(dependency: &DependencySurvey) -> State {
    match (dependency.same, dependency.answer) {
        (false, _) => State::Stale,
        (true, None) => State::Absent,
        (true, Some(_)) => State::Fresh,
    }
}

/// Returns the state of a stage, and the reasons that affect it.
fn stage_state(survey: &AssetSurvey, step: usize) -> (State, Vec<String>) {
    let here = survey.why.iter().filter(|reason| step_of(survey, reason) == step);
    let mut why: Vec<String> = here.map(ToString::to_string).collect();
    let reached = survey.why.iter().any(|reason| step_of(survey, reason) <= step);
    let state = match asset_state(survey) {
        State::Failed if step == IMPORT => {
            why.extend(survey.diagnostics.iter().map(|it| format!("{} {}", it.code, it.message)));
            State::Failed
        }
        State::Stale if !reached => State::Fresh,
        state => state,
    };
    (state, why)
}

fn step_of(survey: &AssetSurvey, reason: &Reason) -> usize {
    let bare = |stage: &str| stage.split(' ').next().unwrap_or_default().to_owned();
    match reason {
        Reason::DependencyChanged { query, .. } => {
            let (kind, name) = (query.kind(), query.to_string());
            let asker = survey.dependencies.iter().find(|it| it.kind == kind && it.name == name).and_then(|it| it.by);
            if asker == Some(StageKind::Process) { PROCESS } else { IMPORT }
        }
        Reason::StageChanged { kind: "writer", .. } => WRITE,
        Reason::StageChanged { kind: "processor", .. } => PROCESS,
        Reason::ParamChanged { stage, .. } if bare(&survey.importer.stage) == *stage => IMPORT,
        Reason::ParamChanged { stage, .. } if bare(&survey.processor.stage) == *stage => PROCESS,
        Reason::ParamChanged { .. } => WRITE,
        Reason::OutputNameChanged { .. } | Reason::OutputMissing { .. } | Reason::OutputChanged { .. } => OUTPUT,
        _ => IMPORT,
    }
}

fn touches(reason: &Reason, output: &str) -> bool {
    matches!(reason, Reason::OutputMissing { path } | Reason::OutputChanged { path } if path == output)
}
