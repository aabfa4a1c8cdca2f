//! Curves.

use super::*;

/// Creates an XNA Curve with these loop types and keys: time, value, in and out tangents, continuity.
fn curve(loops: [i32; 2], keys: &[([f32; 4], i32)]) -> Vec<u8> {
    let mut content = vec![1];
    let count = i32::try_from(keys.len()).unwrap();
    content.extend(loops.into_iter().chain([count]).flat_map(i32::to_le_bytes));
    for (floats, continuity) in keys {
        content.extend(floats.iter().flat_map(|float| float.to_le_bytes()));
        content.extend(continuity.to_le_bytes());
    }
    crate::xnb_data::file(&["Curve"], &content)
}

#[test]
fn a_curve_of_any_loop_types_comes_back_byte_for_byte() {
    let keys =
        [([0.0, 1.0, 2.0, 0.3], 0), ([0.7, -4.0, 1.1, 0.0], 1), ([2.0, 3.0, 0.0, 0.0], 0), ([2.5, 2.0, -0.2, 1.5], 0)];
    let names = ["clamp", "loop", "loop-offset", "ping-pong", "linear"];
    for (number, name) in (0..).zip(names) {
        let project = Project::new();
        let known = curve([number, 4 - number], &keys);
        project.write("Fade.xnb", &known);
        assert_eq!(codes(&project.build_with(&["--target", "xna"])), [""; 0]);
        assert!(project.read("build/xna/Fade.xnb") == known, "{name}");
        assert_eq!(project.build().code, 0);
        let clip: CurveClip = load(&project, "native/Fade.rmb");
        let found = &clip.tracks[0].curves[0];
        assert_eq!((found.pre.name(), found.post.name()), (name, names[4 - usize::try_from(number).unwrap()]));
        // Beyond its keys, a tangent is a slope; between keys, it is a difference over the segment.
        assert_eq!((found.keys[0].in_tangent, found.keys[3].out_tangent), (2.0, 1.5));
        assert!((found.keys[0].out_tangent - 0.3 / 0.7).abs() < 1e-6);
    }
}

/// Creates a dictionary that contains the same curve under these names.
fn curves(names: &[&str]) -> Vec<u8> {
    let table = "Dictionary`2[[System.String, {S}],[Microsoft.Xna.Framework.Curve, {X}]]";
    let curve = curve([0, 0], &[([0.0, 1.0, 0.0, 0.0], 0)]);
    // The continuity is the last part of a key. The curve has 3 and 5 numbers.
    let curve = &curve[curve.len() - 32..];
    let mut content = vec![1];
    content.extend(u32::try_from(names.len()).unwrap().to_le_bytes());
    for name in names {
        let length = u8::try_from(name.len()).unwrap();
        content.extend([&[2, length], name.as_bytes(), &[3], curve].concat());
    }
    crate::xnb_data::file(&[table, "String", "Curve"], &content)
}

#[test]
fn a_dictionary_of_curves_stays_one() {
    let project = Project::new();
    for names in [vec!["Arm/position.x"], vec!["Arm/scale.y"], vec!["/position.x", "/position.y"]] {
        let known = curves(&names);
        project.write("Fade.xnb", &known);
        assert_eq!(codes(&project.build_with(&["--target", "xna"])), [""; 0]);
        assert!(project.read("build/xna/Fade.xnb") == known, "{names:?}");
    }
    // A game that loads a Curve can load a file with a single curve, whatever the curve's name is.
    let rule = "[[rule]]\nmatch = \"*.xnb\"\nparams = { single_curve = true }\n";
    project.write("rigmill.toml", rule);
    assert_eq!(codes(&project.build_with(&["--target", "xna"])), ["R0092"]);
    project.write("Fade.xnb", curves(&["Arm/scale.y"]));
    assert_eq!(codes(&project.build_with(&["--target", "xna"])), [""; 0]);
    assert!(project.read("build/xna/Fade.xnb") == curve([0, 0], &[([0.0, 1.0, 0.0, 0.0], 0)]));
    project.write("rigmill.toml", "");
    for names in [vec!["speed"], vec!["/position.x"], vec!["position.x", "position.y"]] {
        project.write("Fade.xnb", curves(&names));
        let built = project.build_with(&["--target", "xna"]);
        assert_eq!(codes(&built), ["R0208"], "{names:?}");
        assert!(built.diagnostics()[0]["message"].as_str().unwrap().contains("a name that only the game understands"));
    }
}
