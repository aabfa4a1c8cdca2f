//! Tests diagrams of made-up projects with every kind of dependency and state.

use rigmill_graph::{AssetSurvey, DependencySurvey, OutputSurvey, Reason, StageKind, StageSurvey};
use rigmill_pipeline::{Diagnostic, Digest};

use super::elements::{Node, State};
use super::*;

/// Creates an asset that was built from `<name>.src` to `<name>.rmb`.
fn asset(name: &str) -> AssetSurvey {
    let stage = |stage: &str| StageSurvey { stage: stage.to_owned(), params: Vec::new() };
    let path = format!("{name}.rmb");
    AssetSurvey {
        asset: name.to_owned(),
        source: format!("{name}.src"),
        importer: stage("model-xml v3"),
        processor: stage("model v1"),
        writers: vec!["rmb v1".to_owned()],
        outputs: vec![OutputSurvey { path, digest: Digest::of(b"x"), writer: "rmb v1".to_owned() }],
        origin: None,
        failed: false,
        diagnostics: Vec::new(),
        why: Vec::new(),
        dependencies: vec![dependency("file", &format!("{name}.src"), StageKind::Import)],
    }
}

fn dependency(kind: &'static str, name: &str, by: StageKind) -> DependencySurvey {
    DependencySurvey { kind, name: name.to_owned(), answer: Some(Digest::of(b"y")), same: true, by: Some(by) }
}

fn absent(name: &str) -> DependencySurvey {
    DependencySurvey { answer: None, ..dependency("file", name, StageKind::Import) }
}

/// Creates surveys of a robot that refers to its skeleton and looks for a texture, and of a skeleton, a broken clip, a new clip
/// and a stale clip.
fn surveys() -> Vec<AssetSurvey> {
    let mut robot = asset("Models/Robot");
    robot.dependencies.extend([
        dependency("file", "Textures/steel.png", StageKind::Import),
        absent("Textures/steel_normal.png"),
        dependency("listing", "Textures/*.png", StageKind::Import),
        dependency("reference", "Models/Robot.skeleton", StageKind::Process),
        dependency("value", "Models/Motion", StageKind::Process),
        dependency("some-new-kind", "what ever", StageKind::Process),
    ]);
    let mut tank = asset("Models/Tank");
    tank.dependencies.push(dependency("file", "Textures/steel.png", StageKind::Import));
    tank.why = vec![Reason::OutputMissing { path: "Models/Tank.rmb".to_owned() }];
    let mut motion = asset("Models/Motion");
    motion.dependencies.push(dependency("env", "QUALITY", StageKind::Process));
    motion.why = vec![Reason::ParamChanged {
        stage: "model".to_owned(),
        name: "scale".to_owned(),
        was: "1".to_owned(),
        now: "2".to_owned(),
    }];
    let mut broken = asset("Clips/Broken");
    broken.failed = true;
    broken.diagnostics = vec![Diagnostic::error("R0012", "KeyCount is 25, but there are 24 rotations")];
    let mut new = asset("Clips/New");
    (new.outputs, new.dependencies, new.why) = (Vec::new(), Vec::new(), vec![Reason::New]);
    vec![tank, robot, asset("Models/Robot.skeleton"), motion, broken, new]
}

fn diagram() -> Diagram {
    gather("Grund", "native", &surveys())
}

fn node<'a>(diagram: &'a Diagram, id: &str) -> &'a Node {
    diagram.nodes.iter().find(|node| node.id == id).unwrap_or_else(|| panic!("no {id}"))
}

/// Returns the edges that lead to a node, as `from kind`.
fn into(diagram: &Diagram, id: &str) -> Vec<String> {
    let edges = diagram.edges.iter().filter(|edge| diagram.nodes[edge.to].id == id);
    edges.map(|edge| format!("{} {}", diagram.nodes[edge.from].id, edge.kind)).collect()
}

#[test]
fn an_asset_is_a_chain_from_its_source_to_its_file() {
    let diagram = diagram();
    assert_eq!(into(&diagram, "output:Models/Tank.rmb"), ["write:Models/Tank.rmb flow"]);
    assert_eq!(into(&diagram, "write:Models/Tank.rmb"), ["process:Models/Tank flow"]);
    assert_eq!(into(&diagram, "process:Models/Tank"), ["import:Models/Tank flow"]);
    assert_eq!(into(&diagram, "import:Models/Tank"), ["file:Models/Tank.src flow", "file:Textures/steel.png file"]);
    assert_eq!(diagram.summary(), "6 assets: 2 fresh, 1 new, 2 stale, 1 failed");
}

#[test]
fn each_kind_of_dependency_leads_to_the_stage_that_asked() {
    let diagram = diagram();
    let import = into(&diagram, "import:Models/Robot");
    let of_import = ["file:Textures/steel.png file", "file:Textures/steel_normal.png file"];
    assert!(of_import.iter().all(|edge| import.iter().any(|it| it == edge)), "{import:?}");
    assert!(import.contains(&"listing:Textures/*.png listing".to_owned()), "{import:?}");
    let process = into(&diagram, "process:Models/Robot");
    let of_process = [
        "output:Models/Robot.skeleton.rmb reference",
        "process:Models/Motion value",
        "some-new-kind:what ever some-new-kind",
    ];
    assert!(of_process.iter().all(|edge| process.iter().any(|it| it == edge)), "{process:?}");
    assert_eq!(node(&diagram, "file:Textures/steel_normal.png").state, State::Absent);
    assert_eq!(diagram.nodes.iter().filter(|node| node.name == "Textures/steel.png").count(), 1, "shared, drawn once");
}

#[test]
fn a_reason_shows_where_it_meets_the_asset_and_what_follows_is_stale() {
    let diagram = diagram();
    let state = |id: &str| node(&diagram, id).state;
    assert_eq!((state("import:Models/Motion"), state("process:Models/Motion")), (State::Fresh, State::Stale));
    assert_eq!(node(&diagram, "process:Models/Motion").why, ["parameter changed: scale of model: 1 -> 2"]);
    assert_eq!((state("write:Models/Motion.rmb"), state("output:Models/Motion.rmb")), (State::Stale, State::Stale));
    assert!(node(&diagram, "write:Models/Motion.rmb").why.is_empty());
    assert_eq!((state("write:Models/Tank.rmb"), state("output:Models/Tank.rmb")), (State::Fresh, State::Stale));
    assert_eq!(node(&diagram, "import:Clips/Broken").why, ["R0012 KeyCount is 25, but there are 24 rotations"]);
    assert_eq!((state("import:Clips/Broken"), state("file:Clips/New.src")), (State::Failed, State::New));
}

#[test]
fn a_selection_holds_what_is_reached_and_what_reaches_it() {
    let selected = |name: &str| {
        let diagram = diagram();
        let chosen = named(&diagram, name).unwrap();
        select(diagram, &chosen)
    };
    let names = |diagram: &Diagram| -> Vec<String> { diagram.assets.iter().map(|it| it.name.clone()).collect() };
    assert_eq!(names(&selected("Models/Motion")), ["Models/Motion", "Models/Robot"]);
    assert_eq!(names(&selected("Models/Robot.src")), ["Models/Motion", "Models/Robot", "Models/Robot.skeleton"]);
    let tank = selected("Models/Tank");
    assert_eq!(names(&tank), ["Models/Tank"], "a shared file makes no asset depend on another");
    assert_eq!(node(&tank, "file:Textures/steel.png").state, State::Fresh);
    assert_eq!(names(&selected("Clips/*")), ["Clips/Broken", "Clips/New"]);
    assert!(named(&diagram(), "*").is_err(), "`*` stays within a folder");
}

#[test]
fn many_assets_are_drawn_folder_by_folder() {
    let folded = fold(&diagram(), 300);
    let reported = |id: &str| (node(&folded, id).detail.clone(), node(&folded, id).state);
    assert_eq!(reported("folder:Clips"), ("2 assets, 1 failed, 1 new".to_owned(), State::Failed));
    assert_eq!(reported("folder:Models"), ("4 assets, 2 stale".to_owned(), State::Stale));
    assert_eq!(reported("files:Textures"), ("2 files, 1 absent".to_owned(), State::Absent));
    let shared = folded.edges.iter().find(|edge| folded.nodes[edge.from].id == "files:Textures").unwrap();
    assert_eq!((folded.nodes[shared.to].id.as_str(), shared.count), ("folder:Models", 3));
    let deep: Vec<AssetSurvey> = (0..40).map(|it| asset(&format!("a/{}/{it}/x", it % 4))).collect();
    let folders = |most| fold(&gather("g", "native", &deep), most).nodes.len();
    assert_eq!([folders(300), folders(39), folders(4), folders(3), folders(0)], [40, 4, 4, 1, 1]);
}

#[test]
fn the_picture_is_well_formed_and_the_same_each_time() {
    let mut surveys = surveys();
    surveys.push(asset("<&\"'\u{1}>\\N/走る\n"));
    let picture = svg(&gather("</title><script>", "native", &surveys));
    let opened = picture.matches("<g").count();
    assert_eq!(opened, picture.matches("</g>").count());
    assert!(!picture.contains("<script") && !picture.contains('\u{1}'), "names are text, not markup");
    assert!(picture.contains("prefers-color-scheme:dark") && picture.contains("because parameter changed"));
    surveys.reverse();
    assert_eq!(picture, svg(&gather("</title><script>", "native", &surveys)), "whatever the order they come in");
    assert_eq!(svg(&gather("", "native", &[])).matches("</svg>").count(), 1, "nothing is drawn as nothing");
}

#[test]
fn assets_that_name_each_other_in_a_ring_are_drawn_all_the_same() {
    let [mut a, mut b] = ["a", "b"].map(asset);
    a.dependencies.push(dependency("asset", "b", StageKind::Process));
    b.dependencies.push(dependency("asset", "a", StageKind::Process));
    b.dependencies.push(dependency("asset", "b", StageKind::Process));
    let diagram = gather("ring", "native", &[a, b]);
    assert_eq!(svg(&diagram).matches("class=\"edge reference\"").count(), 3 + 1, "three, and one in the legend");
    assert_eq!(dot(&diagram).matches("style=dashed").count(), 3);
}
