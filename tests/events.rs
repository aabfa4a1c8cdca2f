//! Tests events of clips: from sources to content, through the runtime, and in the output of `rigmill inspect`.

use rigmill_runtime::Content;
use rigmill_runtime::content::{AnimationSequence, ClipEvents, EventId};
use serde_json::{Value, json};

use crate::support::{Built, Project, repository, rigmill};

const FOOTSTEP: EventId = EventId::of("footstep");

#[test]
fn the_robot_s_footsteps_are_in_its_clips() {
    let project = Project::copy_of(&repository().join("content"));
    let built = project.build();
    assert_eq!((built.code, built.diagnostics().len()), (0, 0), "{:?}", built.diagnostics());
    let content = Content::open(project.native()).unwrap();
    for (clip, right) in [("Low_Run", 0.4), ("Low@Walk", 16.0_f32 / 30.0)] {
        let path = format!("Animation/Players/Grund/{clip}");
        let events = content.load::<ClipEvents>(&format!("{path}.events")).unwrap();
        let steps: Vec<_> = events.view().events().map(|event| (event.id, event.time, event.text)).collect();
        assert_eq!(steps, [(FOOTSTEP, 0.0, "left"), (FOOTSTEP, right, "right")]);
        let clip = content.load::<AnimationSequence>(&path).unwrap();
        assert!(right < clip.view().duration());
    }
}

#[test]
fn events_after_the_end_of_their_clip_are_reported_until_it_is_longer() {
    let project = Project::copy_of(&repository().join("content"));
    let events = "Animation/Players/Grund/Low_Run.events.toml";
    project.write(events, "[[event]]\ntime = 0.9\nname = \"late\"\n");
    let warned = |built: &Built| {
        built.diagnostics().iter().map(|it| it["code"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(warned(&project.build()), ["R0348"]);
    let clip = "Animation/Players/Grund/Low_Run.Animation";
    let longer = String::from_utf8(project.read(clip)).unwrap().replacen("<Duration>0.800000", "<Duration>1.000000", 1);
    project.write(clip, longer);
    assert_eq!(warned(&project.build()), [""; 0]);
}

#[test]
fn events_that_the_runtime_does_not_find_are_reported() {
    let project = Project::copy_of(&repository().join("content"));
    let text = String::from_utf8(project.read("Motion/Stroll.events.toml")).unwrap();
    std::fs::remove_file(project.root().join("Motion/Stroll.events.toml")).unwrap();
    project.write("Motion/Strol.events.toml", format!("clip = \"Stroll\"\n{text}"));
    let built = project.build();
    let said = built.diagnostics();
    assert_eq!((built.code, said.len(), said[0]["code"].as_str()), (0, 1, Some("R0351")), "{said:?}");
    assert_eq!(said[0]["line"], 1);
    // Both remedies work.
    let help = said[0]["help"].as_str().unwrap();
    assert!(
        help.starts_with("rename the file to `Stroll.events.toml`, or set `output = \"Motion/Stroll.events\"`"),
        "{help}"
    );
    let manifest = String::from_utf8(project.read("rigmill.toml")).unwrap();
    let rule = "[[rule]]\nmatch = \"Motion/Strol.events.toml\"\noutput = \"Motion/Stroll.events\"\n";
    project.write("rigmill.toml", format!("{manifest}\n{rule}"));
    assert_eq!(project.build().diagnostics().len(), 0);
    Content::open(project.native()).unwrap().load::<ClipEvents>("Motion/Stroll.events").unwrap();
}

#[test]
fn a_missing_clip_is_not_corrected_to_the_events_themselves() {
    let project = Project::copy_of(&repository().join("content"));
    std::fs::remove_file(project.root().join("Motion/Stroll.Animation")).unwrap();
    let built = project.build();
    let said = built.diagnostics();
    let of_events: Vec<_> = said.iter().filter(|it| it["file"] == "Motion/Stroll.events.toml").collect();
    let [error] = &of_events[..] else { panic!("{said:?}") };
    assert_eq!(error["code"], "R0075");
    assert!(!error["help"].as_str().unwrap().contains("Stroll.events"), "{error}");
}

#[test]
fn events_are_shown() {
    let inspect = |arguments: &[&str]| {
        let path = repository().join("format/tests/fixtures/v1/clip_events.rmb");
        let output = rigmill().arg("inspect").args(arguments).arg(path).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let shown: Value = serde_json::from_str(&inspect(&["--json"])).unwrap();
    assert_eq!(json!([shown["type"], shown["events"].as_array().unwrap().len()]), json!(["ClipEvents", 4]));
    let footstep = json!({ "time": 0.25, "name": "footstep", "id": "aa2cb08eb04b2703", "value": 1.5, "text": "left" });
    assert_eq!(shown["events"][1], footstep);
    assert_eq!(shown["events"][2].get("text"), None);
    for part in ["4 events of 3 names", "footstep", "aa2cb08eb04b2703", "right"] {
        assert!(inspect(&[]).contains(part), "no {part:?} in:\n{}", inspect(&[]));
    }
}
