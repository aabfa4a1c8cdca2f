//! Tests `rigmill graph`: the build graph for Graphviz, for programs and for people.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::support::{Project, clip, repository};

const ACTIONS: &str = "skeleton = \"Robot.skeleton\"\n[[layer]]\nname = \"all\"\n[[layer.action]]\nname = \"Run\"\nclip = \"Run\"\nmode = \"once\"\nblend = 0.2\n";

fn graph(project: &Project, arguments: &[&str]) -> String {
    let output = project.command("graph").arg(".").args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn graph_json(project: &Project, arguments: &[&str]) -> Value {
    serde_json::from_str(&graph(project, &[&["--format", "json"], arguments].concat())).unwrap()
}

fn state<'a>(graph: &'a Value, id: &str) -> &'a str {
    let nodes = graph["nodes"].as_array().unwrap();
    let node = nodes.iter().find(|node| node["id"] == id).unwrap_or_else(|| panic!("no {id} in {graph}"));
    node["state"].as_str().unwrap()
}

fn chain_states(graph: &Value, asset: &str, ending: &str) -> [String; 5] {
    let ids = [
        format!("file:{asset}.{ending}"),
        format!("import:{asset}"),
        format!("process:{asset}"),
        format!("write:{asset}.rmb"),
        format!("output:{asset}.rmb"),
    ];
    ids.map(|id| state(graph, &id).to_owned())
}

#[test]
fn the_sample_game_is_drawn_from_sources_to_files() {
    let project = Project::copy_of(&repository().join("content"));
    assert_eq!(project.build().code, 0);
    let graph = graph_json(&project, &[]);
    let ids: BTreeSet<&str> =
        graph["nodes"].as_array().unwrap().iter().map(|node| node["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), graph["nodes"].as_array().unwrap().len(), "no id twice");
    for edge in graph["edges"].as_array().unwrap() {
        assert!([&edge["from"], &edge["to"]].iter().all(|end| ids.contains(end.as_str().unwrap())), "{edge}");
    }
    let run = chain_states(&graph, "Animation/Players/Grund/Low_Run", "Animation");
    assert!(run.iter().all(|state| state == "fresh"), "{run:?}");
    let actions = "process:Animation/Players/Grund/Grund.actions";
    let names = graph["edges"].as_array().unwrap().iter().filter(|edge| edge["to"] == actions).count();
    assert!(names > 40, "the table names its clips: {names}");
    assert_eq!((graph["project"].as_str(), graph["target"].as_str()), (Some("Grund"), Some("native")));
}

#[test]
fn what_is_not_up_to_date_shows_and_why() {
    let project = Project::new();
    for name in ["a", "b", "c"] {
        project.write(&format!("{name}.Animation"), clip(&["1"]));
    }
    assert!(chain_is(&graph_json(&project, &[]), "new"), "before the first build");
    project.write("b.Animation", "broken");
    project.build();
    project.write("a.Animation", clip(&["2"]));
    let graph = graph_json(&project, &[]);
    assert_eq!(chain_states(&graph, "a", "Animation"), ["stale"; 5]);
    assert_eq!(chain_states(&graph, "c", "Animation"), ["fresh"; 5]);
    assert_eq!([state(&graph, "file:b.Animation"), state(&graph, "import:b")], ["fresh", "failed"]);
    let import = graph["nodes"].as_array().unwrap().iter().find(|node| node["id"] == "import:a").unwrap();
    assert_eq!(import["why"][0], "source changed: a.Animation");
}

fn chain_is(graph: &Value, state: &str) -> bool {
    graph["nodes"].as_array().unwrap().iter().all(|node| node["state"] == state)
}

#[test]
fn a_selection_leaves_the_others_out() {
    let project = Project::new();
    for name in ["Run", "Walk", "deep/Jump"] {
        project.write(&format!("{name}.Animation"), clip(&["1"]));
    }
    project.build();
    let assets = |arguments: &[&str]| -> BTreeSet<String> {
        let graph = graph_json(&project, arguments);
        graph["nodes"].as_array().unwrap().iter().map(|node| node["asset"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(assets(&["--asset", "Run"]), BTreeSet::from(["Run".to_owned()]));
    assert_eq!(assets(&["--asset", "*", "--asset", "deep/*"]).len(), 3);
    assert_eq!(assets(&["--asset", "**/Ju*"]), BTreeSet::from(["deep/Jump".to_owned()]));
    let output = project.command("graph").args([".", "--asset", "Rum"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("did you mean `Run`?"));
}

#[test]
fn what_a_table_names_is_drawn_though_it_is_not_there() {
    let project = Project::new();
    project.write("Robot.actions.toml", ACTIONS);
    project.build();
    let graph = graph_json(&project, &[]);
    let absent: Vec<&Value> =
        graph["nodes"].as_array().unwrap().iter().filter(|node| node["state"] == "absent").collect();
    assert!(absent.iter().any(|node| node["name"] == "Robot.skeleton"), "{graph}");
}

#[test]
fn the_picture_is_the_same_bytes_each_time() {
    let project = Project::copy_of(&repository().join("content"));
    project.build();
    for format in ["svg", "dot"] {
        let picture = graph(&project, &["--format", format]);
        assert_eq!(picture, graph(&project, &["--format", format]));
        assert!(picture.contains("Low_Run.Animation"));
    }
    assert!(graph(&project, &[]).starts_with("digraph rigmill {\n"), "Graphviz is the default");
    assert!(graph(&project, &["--message-format", "json"]).starts_with('{'));
}

#[test]
fn large_projects_are_drawn_folder_by_folder() {
    let project = Project::new();
    for number in 0..310 {
        project.write(&format!("part{}/clip{number}.Animation", number % 3), clip(&["1"]));
    }
    let output = project.command("graph").args([".", "--format", "svg"]).output().unwrap();
    let [picture, reported] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert_eq!(picture.matches("class=\"node").count(), 3);
    assert!(
        reported.contains("because there are 310 assets, the diagram shows one node for each folder"),
        "{reported}"
    );
    assert!(reported.contains("--asset NAME") && reported.contains("--all"), "{reported}");
    // Before the first build, there are no output files: each asset has a source, an importer and a processor.
    assert_eq!(graph(&project, &["--format", "svg", "--all"]).matches("class=\"node").count(), 3 * 310);
    assert_eq!(graph(&project, &["--format", "svg", "--asset", "part1/clip1"]).matches("class=\"node").count(), 3);
    assert_eq!(graph_json(&project, &[])["nodes"].as_array().unwrap().len(), 3 * 310, "programs get everything");
}
