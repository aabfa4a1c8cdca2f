//! Tests animations and curves: every value is the source's.

use serde_json::{Value, json};

use super::{built, readers};
use crate::curves::streams;
use crate::support::Project;

const WALK: &str = r#"<?xml version="1.0" ?>
<AnimationSequence>
<KeyFrameSequenceCount>2</KeyFrameSequenceCount>
<Duration>1.25</Duration>
<KeyFrameSequences>
<KeyFrameSequence>
<BoneName>NAME</BoneName>
<KeyCount>2</KeyCount>
<Duration>1.25</Duration>
<KeyInterval>0.1</KeyInterval>
<HasTranslation>true</HasTranslation>
<HasRotation>true</HasRotation>
<HasScale>true</HasScale>
<HasTime>true</HasTime>
<FixedTranslation>true</FixedTranslation>
<FixedRotation>false</FixedRotation>
<FixedScale>true</FixedScale>
<Translation><Vector3><X>0.1</X><Y>-2.5</Y><Z>3E-07</Z></Vector3></Translation>
<Rotation>
<Quaternion><X>0</X><Y>0.6</Y><Z>0</Z><W>0.8</W></Quaternion>
<Quaternion><X>0</X><Y>-0.8</Y><Z>0</Z><W>0.6</W></Quaternion>
</Rotation>
<Scale><Vector3><X>1</X><Y>-1</Y><Z>1.5</Z></Vector3></Scale>
<Time><float>0</float><float>0.7</float></Time>
</KeyFrameSequence>
<KeyFrameSequence>
<BoneName>Head</BoneName>
<KeyCount>1</KeyCount>
<Duration>0.5</Duration>
<KeyInterval>0.5</KeyInterval>
<HasRotation>true</HasRotation>
<FixedRotation>true</FixedRotation>
<Rotation><Quaternion><X>0</X><Y>0</Y><Z>0</Z><W>1</W></Quaternion></Rotation>
</KeyFrameSequence>
</KeyFrameSequences>
</AnimationSequence>
"#;

#[test]
#[cfg_attr(not(mono), ignore = "needs mcs and mono")]
fn an_animation_is_read_as_its_source_says() {
    // In UTF-8, the name is longer than a single length byte can state.
    let name = "Füße ".repeat(30) + "L";
    let project = Project::new();
    project.write("Walk.Animation", WALK.replace("NAME", &name));
    project.write("rigmill.toml", "[[rule]]\nmatch = \"**\"\nparams = { platform = \"d\", profile = \"Reach\" }\n");
    let files = built(&project, &["Walk"]);
    assert_eq!((&files[0]["platform"], &files[0]["profile"]), (&json!("d"), &json!("Reach")));
    let expected = json!({
        "duration": 1.25,
        "sequences": [
            {
                "boneName": name, "keyCount": 2, "duration": 1.25, "keyInterval": 0.1,
                "hasTranslation": true, "hasRotation": true, "hasScale": true, "hasTime": true,
                "fixedTranslation": true, "fixedRotation": false, "fixedScale": true,
                "translation": [[0.1, -2.5, 3e-7]],
                "rotation": [[0, 0.6, 0, 0.8], [0, -0.8, 0, 0.6]],
                "scale": [[1, -1, 1.5]],
                "time": [0, 0.7],
            },
            {
                "boneName": "Head", "keyCount": 1, "duration": 0.5, "keyInterval": 0.5,
                "hasTranslation": false, "hasRotation": true, "hasScale": false, "hasTime": false,
                "fixedTranslation": false, "fixedRotation": true, "fixedScale": false,
                "translation": [], "rotation": [[0, 0, 0, 1]], "scale": [], "time": [],
            },
        ],
    });
    assert_eq!(files[0]["content"], expected);
}

/// Returns curve streams of a lid with these keys for its x. Without keys, there is no curve.
fn lid(keys: &[[f32; 4]]) -> (Vec<u8>, Vec<u8>) {
    let index = [1, 3, i32::try_from(keys.len()).unwrap(), 0, 0, 0, 0, 0, 0];
    let keys = keys.iter().flatten().flat_map(|number| number.to_le_bytes());
    let keys = b"Lid".iter().copied().chain(keys).collect();
    (keys, index.iter().flat_map(|number| number.to_le_bytes()).collect())
}

fn curve(pre: &str, post: &str, keys: &[Value]) -> Value {
    let key = |key: &Value| json!({ "position": key[0], "value": key[1], "tangentIn": key[2], "tangentOut": key[3], "continuity": key[4] });
    json!({ "preLoop": pre, "postLoop": post, "keys": keys.iter().map(key).collect::<Vec<_>>() })
}

#[test]
#[cfg_attr(not(mono), ignore = "needs mcs and mono")]
fn curves_have_the_differences_of_their_segments_for_tangents() {
    let project = Project::new();
    let write = |name: &str, (keys, index): (Vec<u8>, Vec<u8>)| {
        project.write(&format!("{name}.txt"), keys);
        project.write(&format!("{name}Index.txt"), index);
    };
    write("Wave", streams());
    write("One", lid(&[[0.0, 1.0, 0.0, 2.0], [0.5, 3.0, -1.0, 0.0]]));
    write("None", lid(&[]));
    let rule = "[[rule]]\nmatch = \"One*\"\nparams = { pre_wrap = \"loop\", post_wrap = \"ping-pong\" }\n";
    project.write("rigmill.toml", rule);
    let files = built(&project, &["Wave", "One", "None"]);
    let wave = json!({
        "Root/L Arm/position.x":
            curve("Constant", "Constant", &[json!([0, 1, 0, 2, "Smooth"]), json!([1, 3, -1, 0, "Smooth"])]),
        "Root/L Arm/rotation.w":
            curve("Constant", "Constant", &[json!([0, 1, 0, 0, "Step"]), json!([0.5, -1, 0, 0, "Smooth"])]),
    });
    assert_eq!(files[0]["content"], wave);
    assert_eq!(readers(&files[0]), ["DictionaryReader", "StringReader", "CurveReader"]);
    let one = curve("Cycle", "Oscillate", &[json!([0, 1, 0, 1, "Smooth"]), json!([0.5, 3, -0.5, 0, "Smooth"])]);
    assert_eq!(files[1]["content"], json!({ "Lid/position.x": one }));
    assert_eq!(readers(&files[1]), readers(&files[0]));
    // XNA looks for the readers of a dictionary's keys and values even if it is empty.
    assert_eq!((&files[2]["content"], readers(&files[2])), (&json!({}), readers(&files[0])));
}
