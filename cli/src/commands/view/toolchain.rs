//! [`ProjectToolchain`]: answers the viewer's questions about a project from its build graph.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use rigmill_disk::RealDisk;
use rigmill_graph::{AssetSurvey, DependencySurvey, StageSurvey, survey};
use rigmill_pipeline::{Digest, Registry};
use rigmill_view::{Bounds, BuildGraph, Dependency, Explanation, GraphNode, Stage, Toolchain, Trial};

use super::super::explain::origin;
use super::trial::{Imported, Sources};
use crate::args::Settings;
use crate::diagram::{Diagram, gather};
use crate::failure::Failure;
use crate::program;
use crate::project::{self, NATIVE};

/// The name of the folder for pictures, inside the cache folder.
const PICTURES: &str = "pictures";

/// The name of the folder for the up axes of projects, inside the cache folder.
const UP_AXES: &str = "up-axes";

/// A project whose content is shown.
pub(super) struct ProjectToolchain {
    registry: Arc<Registry>,
    settings: Settings,
    root: PathBuf,
    /// The graph of the last build, if it was requested.
    graph: Mutex<Option<Arc<BuildGraph>>>,
    /// Allows only one survey at a time, because each reads the state of the whole project.
    surveying: Mutex<()>,
}

impl std::fmt::Debug for ProjectToolchain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProjectToolchain").field("root", &self.root).finish_non_exhaustive()
    }
}

impl ProjectToolchain {
    pub(super) fn new(registry: Arc<Registry>, settings: Settings, root: PathBuf) -> Self {
        Self { registry, settings, root, graph: Mutex::default(), surveying: Mutex::default() }
    }

    /// Returns the folder and the name of the file that contains the project's up axis.
    fn up_axis_file(&self) -> Option<(PathBuf, String)> {
        let cache = project::cache::cache_folder(&self.settings)?;
        let root = self.root.canonicalize().ok()?;
        Some((cache.path.join(UP_AXES), Digest::of(root.to_string_lossy().as_bytes()).to_string()))
    }

    /// Discards the graph after a build changed something.
    pub(super) fn forget(&self) {
        *self.graph.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Returns the graph of the last build. Only one thread creates it, and others wait.
    fn current(&self) -> Result<Arc<BuildGraph>, Failure> {
        let mut graph = self.graph.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(graph) = &*graph {
            return Ok(graph.clone());
        }
        let made = Arc::new(by_asset(&gather("", NATIVE, &self.survey(None)?)));
        *graph = Some(made.clone());
        Ok(made)
    }

    fn survey(&self, only: Option<&str>) -> Result<Vec<AssetSurvey>, Failure> {
        let _surveying = self.surveying.lock().unwrap_or_else(PoisonError::into_inner);
        let project = project::find(Some(&self.root), &self.settings)?;
        Ok(survey(&project, &self.registry, NATIVE, program::digest()?, only, &RealDisk)?)
    }

    /// Imports the source of some content and processes it with `work`.
    fn make<T>(
        &self,
        name: &str,
        make: impl FnOnce(&Sources<'_>, &Imported) -> Result<T, String>,
    ) -> Result<T, String> {
        let project = project::find(Some(&self.root), &self.settings).map_err(|failure| failure.to_string())?;
        // A clip from a scene is a product of the scene's asset, unless its name is that of its own file.
        let scene = name.split_once('@').map_or(name, |(scene, _)| scene);
        let found = self.survey(Some(name)).or_else(|_| self.survey(Some(scene)));
        let found = found.map_err(|failure| failure.to_string())?;
        let survey = found.first().ok_or_else(|| format!("{name} has no source in this project"))?;
        let sources = Sources { registry: &self.registry, project: &project };
        make(&sources, &Imported::new(&sources, survey, name)?)
    }
}

impl Toolchain for ProjectToolchain {
    fn explain(&self, asset: &str) -> Result<Explanation, String> {
        let found = self.survey(Some(asset)).map_err(|failure| failure.to_string())?;
        let found = found.first().ok_or_else(|| format!("no asset is called {asset}"))?;
        let graph = self.current().map_err(|failure| failure.to_string())?;
        Ok(explanation(found, &graph))
    }

    fn graph(&self) -> Result<BuildGraph, String> {
        Ok(BuildGraph::clone(&*self.current().map_err(|failure| failure.to_string())?))
    }

    fn picture_folder(&self) -> Option<(PathBuf, String)> {
        let folder = project::cache::cache_folder(&self.settings)?;
        Some((folder.path.join(PICTURES), program::digest().ok()?.to_string()))
    }

    fn up_axis(&self) -> Option<String> {
        let (folder, file) = self.up_axis_file()?;
        fs::read_to_string(folder.join(file)).ok()
    }

    fn remember_up_axis(&self, up: &str) {
        let Some((folder, file)) = self.up_axis_file() else { return };
        let file = folder.join(file);
        // The axis applies at least until the page is closed, so a failure to save it is harmless.
        let _ = match up {
            "" => fs::remove_file(file),
            up => fs::create_dir_all(folder).and_then(|()| fs::write(file, up)),
        };
    }

    fn source(&self, clip: &str) -> Result<Vec<u8>, String> {
        self.make(clip, |sources, imported| sources.source(imported))
    }

    fn pixels(&self, texture: &str) -> Result<Vec<u8>, String> {
        self.make(texture, |sources, imported| sources.pixels(imported))
    }

    fn compress(&self, clip: &str, skeleton: &str, bounds: Bounds) -> Result<Trial, String> {
        self.make(clip, |sources, imported| sources.compress(imported, skeleton, bounds))
    }
}

fn explanation(asset: &AssetSurvey, graph: &BuildGraph) -> Explanation {
    let node = graph.nodes.iter().position(|node| node.kind == ASSET && node.name == asset.asset);
    let name = |node: usize| graph.nodes[node].name.clone();
    let dependents = graph.edges.iter().filter(|[from, _]| Some(*from) == node).map(|[_, to]| name(*to)).collect();
    let sources = graph.edges.iter().filter(|[_, to]| Some(*to) == node).map(|[from, _]| &graph.nodes[*from]);
    let assets: Vec<&str> = sources.filter(|node| node.kind == ASSET).map(|node| node.name.as_str()).collect();
    let stages = [("importer", &asset.importer), ("processor", &asset.processor)].into_iter().map(stage);
    let writer = |name: &String| Stage { kind: "writer".to_owned(), name: name.clone(), params: Vec::new() };
    Explanation {
        source: asset.source.clone(),
        state: asset.state().to_owned(),
        why: asset.why.iter().map(ToString::to_string).collect(),
        stages: stages.chain(asset.writers.iter().map(writer)).collect(),
        origin: asset.origin.map(|it| origin(it).to_owned()),
        dependencies: asset.dependencies.iter().map(|it| dependency(it, &assets)).collect(),
        dependents,
    }
}

fn stage((kind, stage): (&str, &StageSurvey)) -> Stage {
    Stage { kind: kind.to_owned(), name: stage.stage.clone(), params: stage.params.clone() }
}

/// Converts a dependency. `assets` are the assets that the asset depends on.
fn dependency(it: &DependencySurvey, assets: &[&str]) -> Dependency {
    // The name of a product is the name of its asset, followed by a label if the asset has several products.
    let is_about =
        |asset: &&&str| it.name.strip_prefix(**asset).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
    let asset = assets.iter().filter(is_about).max_by_key(|asset| asset.len()).map(|asset| (*asset).to_owned());
    Dependency { kind: it.kind.to_owned(), name: it.name.clone(), asset, changed: !it.same }
}

/// The kind of nodes that are assets.
const ASSET: &str = "asset";

/// Returns the graph with one node per asset, instead of separate nodes for its source, stages and outputs.
fn by_asset(diagram: &Diagram) -> BuildGraph {
    let assets = diagram.assets.iter();
    let mut nodes: Vec<GraphNode> = assets.map(|it| node(&it.name, ASSET, it.state.name())).collect();
    let mut others = BTreeMap::new();
    let mut at = |index: usize| {
        let it = &diagram.nodes[index];
        it.asset.unwrap_or_else(|| {
            *others.entry(index).or_insert_with(|| {
                nodes.push(node(&it.name, it.kind, it.state.name()));
                nodes.len() - 1
            })
        })
    };
    let edges: BTreeSet<[usize; 2]> = diagram.edges.iter().map(|edge| [at(edge.from), at(edge.to)]).collect();
    BuildGraph { nodes, edges: edges.into_iter().filter(|[from, to]| from != to).collect() }
}

fn node(name: &str, kind: &str, state: &str) -> GraphNode {
    GraphNode { name: name.to_owned(), kind: kind.to_owned(), state: state.to_owned() }
}
