//! Root motion of the clips of glTF files.

use super::*;

/// Returns the walk as a `.gltf`. Its root is below a node that is moved, rotated and scaled. If `sways`, the animation also
/// rotates that node.
pub(super) fn scene(sways: bool) -> String {
    let mut binary: Vec<u8> =
        (0..=INTERVALS).flat_map(|frame| (frame as f32 / INTERVALS as f32).to_le_bytes()).collect();
    let times = binary.len();
    (0..=INTERVALS).for_each(|frame| binary.extend(key(frame).0.iter().flat_map(|it| it.to_le_bytes())));
    let translations = binary.len();
    (0..=INTERVALS).for_each(|frame| binary.extend(key(frame).1.iter().flat_map(|it| it.to_le_bytes())));
    let count = INTERVALS + 1;
    let view = |from: usize, to: usize| json!({ "buffer": 0, "byteOffset": from, "byteLength": to - from });
    let accessor =
        |view: usize, kind: &str| json!({ "bufferView": view, "componentType": 5126, "count": count, "type": kind });
    let channel = |sampler: usize, node: usize, path: &str| json!({ "sampler": sampler, "target": { "node": node, "path": path } });
    let mut channels = vec![channel(0, 1, "translation"), channel(1, 1, "rotation"), channel(1, 2, "rotation")];
    if sways {
        channels.push(channel(1, 0, "rotation"));
    }
    let mut accessors = vec![accessor(0, "SCALAR"), accessor(1, "VEC3"), accessor(2, "VEC4")];
    (accessors[0]["min"], accessors[0]["max"]) = (json!([0.0]), json!([1.0]));
    let document = json!({
        "asset": { "version": "2.0" },
        "buffers": [{ "uri": format!("data:application/octet-stream;base64,{}", base64(&binary)), "byteLength": binary.len() }],
        "bufferViews": [view(0, times), view(times, translations), view(translations, binary.len())],
        "accessors": accessors,
        "nodes": [
            { "name": "Top", "translation": [3, 1, 2], "rotation": [-0.6, 0, 0, 0.8], "scale": [0.5, 0.5, 0.5], "children": [1] },
            { "name": "Root", "children": [2] },
            { "name": "Arm", "translation": [0, 0.5, 0] },
        ],
        "animations": [{ "name": "Go", "channels": channels, "samplers": [{ "input": 0, "output": 1 }, { "input": 0, "output": 2 }] }],
    });
    document.to_string()
}

/// Encodes Base64 (RFC 4648).
fn base64(bytes: &[u8]) -> String {
    let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let bits = (0..3).fold(0_u32, |bits, at| bits << 8 | u32::from(three.get(at).copied().unwrap_or(0)));
        for sextet in 0..4 {
            let letter = char::from(letters[(bits >> (18 - 6 * sextet) & 63) as usize]);
            text.push(if sextet <= three.len() { letter } else { '=' });
        }
    }
    text
}

#[test]
fn clips_of_a_scene_in_place_and_their_motions_are_those_of_the_scene() {
    let kinds = [
        ("clips", ""),
        ("clips", "max_error = 0.00001, "),
        ("model", ""),
        ("uniform-clip", ""),
        ("compress", "error_mm = 0.01, "),
    ];
    let project = Project::new();
    let mut manifest = String::new();
    let mut cases = Vec::new();
    for sways in [false, true] {
        for (kind, (processor, params)) in kinds.iter().enumerate() {
            for (variant, (components, frame, root_motion)) in VARIANTS.iter().enumerate() {
                if sways && *components == "ground" {
                    continue;
                }
                let folder = format!("{sways}{kind}{variant}");
                project.write(&format!("{folder}/Walk.gltf"), scene(sways));
                writeln!(manifest, "[[rule]]\nmatch = \"{folder}/*\"\nprocessor = \"{processor}\"").unwrap();
                writeln!(manifest, "params = {{ {params}root_motion = {root_motion} }}").unwrap();
                cases.push((folder, sways, *processor, *components, *frame));
            }
        }
    }
    project.write("rigmill.toml", manifest);
    let content = content(&project);
    let skeleton = content.load::<Skeleton>("false30/Walk.skeleton").unwrap();
    for (folder, sways, processor, components, frame) in cases {
        let clip = Clip::load(&content, processor, &format!("{folder}/Walk@Go"));
        let motion = content.load::<Motion>(&format!("{folder}/Walk@Go.motion")).unwrap();
        assert_eq!((f64::from(clip.duration()), motion.duration()), (1.0, 1.0));
        for frame_number in 0..=INTERVALS {
            let time = frame_number as f64 / INTERVALS as f64;
            let turned = if sways { key(frame_number).1.map(f64::from) } else { [-0.6, 0.0, 0.0, 0.8] };
            let top = times(&matrix([0.0; 3], [0.0, 0.0, 0.0, 1.0], [0.5; 3]), &rigid([3.0, 1.0, 2.0], turned));
            let expected = times(&original(time), &top);
            let in_place = clip.absolute(&skeleton, "Root", time);
            let found = times(&in_place, &moved(&motion, frame, time));
            let off = apart(&found, &expected);
            assert!(off < 2.0 * EXACT, "{processor}, {components}, {frame}, {sways}, {time}: off by {off}");
        }
    }
}
