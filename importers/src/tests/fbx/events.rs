//! Tests of events in user-defined properties of takes and nodes, with both importers.

use rigmill_dom::Scene;
use rigmill_pipeline::Diagnostic;

use super::writer::{Record, TICKS, Value, curve, curve_node, layer, model, scene as file, take, text, user};
use crate::tests::support::import_with;
use crate::{Fbx, FbxParams};

const STEPS: &str = r#"[{"time": 0.75, "name": "footstep", "value": 1.5, "text": "left"}]"#;

fn events(json: &str) -> Vec<Record> {
    vec![user("events", "KString", vec![text(json)])]
}

/// Returns the events of each clip and the warnings, from both importers. The file contains a node, which takes with these
/// properties move for one second.
fn imported(of_node: Vec<Record>, of_takes: Vec<Vec<Record>>) -> (Vec<String>, Vec<String>) {
    let mut objects = vec![model(1, "Bone", "LimbNode", of_node)];
    let mut connections = vec![(1, 0, None)];
    for (properties, id) in of_takes.into_iter().zip((10..).step_by(10)) {
        objects.push(take(id, &format!("Take {id}"), 0, TICKS, properties));
        objects.extend([layer(id + 1), curve_node(id + 2, "T"), curve(id + 3, &[(0, 0.0), (TICKS, 100.0)], false)]);
        connections.extend([(id + 1, id, None), (id + 2, id + 1, None)]);
        connections.extend([(id + 2, 1, Some("Lcl Translation")), (id + 3, id + 2, Some("d|X"))]);
    }
    let bytes = file(objects, &connections);
    let found = |(scene, said): (Option<Scene>, Vec<Diagnostic>)| {
        let of_clip = |events: &[rigmill_dom::EventSource]| {
            let one = events.iter().map(|it| format!("{} {} {} {}", it.time.value, it.name, it.value, it.text));
            one.collect::<Vec<_>>().join(", ")
        };
        let clips = scene.unwrap().clips.iter().map(|clip| of_clip(&clip.events)).collect::<Vec<_>>();
        // The ids of elements differ between the importers.
        let without_number = |message: &str| {
            let (before, rest) = message.split_once(" (").unwrap();
            format!("{before}{}", rest.split_once(')').unwrap().1)
        };
        (clips, said.iter().map(|it| format!("{}: {}", it.code, without_number(&it.message))).collect())
    };
    let by_ufbx = found(import_with::<Fbx>(&bytes, &FbxParams::default()));
    #[cfg(feature = "fbx-dom")]
    assert_eq!(found(import_with::<crate::FbxDom>(&bytes, &FbxParams::default())), by_ufbx);
    by_ufbx
}

#[test]
fn events_of_a_take_are_those_of_its_clip() {
    let (clips, said) = imported(vec![], vec![events(STEPS), vec![]]);
    assert_eq!((clips, said.len()), (vec!["0.75 footstep 1.5 left".to_owned(), String::new()], 0), "{said:?}");
}

#[test]
fn events_of_a_node_are_those_of_the_only_take() {
    let (clips, said) = imported(events(STEPS), vec![vec![]]);
    assert_eq!((clips, said.len()), (vec!["0.75 footstep 1.5 left".to_owned()], 0), "{said:?}");
    let (clips, said) = imported(events(STEPS), vec![vec![], vec![]]);
    assert_eq!(clips, ["", ""]);
    assert_eq!(said, ["R0347: Model \"Bone\": the `events` property is left out, because the file has 2 takes"]);
}

#[test]
fn events_that_cannot_be_read_are_reported() {
    let (clips, said) = imported(vec![], vec![events("0.31 footstep left")]);
    assert_eq!((clips.len(), said.len()), (1, 1));
    assert!(said[0].contains("the `events` property is left out, because "), "{said:?}");
    let (_, said) = imported(vec![], vec![vec![user("events", "int", vec![Value::Int(1)])]]);
    assert!(said[0].contains("the `events` property is left out, because "), "{said:?}");
}
