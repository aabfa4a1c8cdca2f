//! Tests of curve clips made from scenes.

use rigmill_dom::{
    Curve as SourceCurve, CurveKey as SourceKey, CurveWrap, NodeKind, Scene, SceneClip, SceneCurveTrack, SceneNode,
    SceneTrack, SceneTransform,
};
use rigmill_format::{Component, Content, Curve, CurveClip, CurveKey, SampledClip, WrapMode};
use rigmill_pipeline::{Params, Products};

use super::support::{Assets, process};
use crate::{CurveClipParams, SampledSceneParams, SampledSceneProcessor, SceneCurveClipProcessor};

fn node(name: &str, parent: Option<u32>) -> SceneNode {
    SceneNode {
        element: Default::default(),
        name: name.to_owned(),
        parent,
        kind: NodeKind::Bone,
        local: SceneTransform::IDENTITY,
        matrix: None,
        mesh: None,
        properties: Vec::new(),
    }
}

fn source_key(time: f32, value: f32, in_tangent: f32, out_tangent: f32) -> SourceKey {
    SourceKey { time, value, in_tangent, out_tangent }
}

fn source_curve(value: f32) -> SourceCurve {
    let keys = vec![source_key(0.0, value, 0.0, 7.0), source_key(0.3, -value, f32::INFINITY, 0.0)];
    SourceCurve { pre: CurveWrap::Default, post: CurveWrap::Default, keys }
}

/// Returns a scene with two bones. A clip of half a second moves and rotates the second bone, whose translation and scale
/// curves are kept.
fn scene() -> Scene {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let track = SceneTrack {
        node: 1,
        translations: vec![[0.0; 3], [1.0; 3], [2.0; 3]],
        rotations: vec![[0.0, 0.0, 0.0, 1.0], [0.0, half, 0.0, half], [0.0, 1.0, 0.0, 0.0]],
        scales: vec![[1.0; 3], [2.0; 3], [3.0; 3]],
    };
    let kept = SceneCurveTrack {
        node: 1,
        translation: Some([1.0, 2.0, 3.0].map(source_curve)),
        rotation: None,
        scale: Some([4.0, 5.0, 6.0].map(source_curve)),
    };
    let clip = SceneClip {
        name: "Go".to_owned(),
        duration: 0.5,
        rate: 4.0,
        frames: 3,
        tracks: vec![track],
        curves: vec![kept],
        ..SceneClip::default()
    };
    Scene { nodes: vec![node("Root", None), node("Arm", Some(0))], clips: vec![clip], ..Scene::default() }
}

fn made(scene: &Scene, manifest: &str) -> (String, CurveClip) {
    let mut params = CurveClipParams::default();
    for (name, value) in &manifest.parse::<toml::Table>().unwrap() {
        params.set(name, value).unwrap().unwrap();
    }
    let products = process(&SceneCurveClipProcessor, scene, &params, &Assets(&[])).clean().into_products().unwrap();
    let [product] = &products[..] else { panic!("{} products", products.len()) };
    let clip: &CurveClip = product.value.get().unwrap();
    // The clip must also be valid content.
    clip.encode().unwrap();
    (product.label.clone(), clip.clone())
}

#[test]
fn kept_curves_stay_the_same_and_others_have_a_key_a_frame() {
    let (label, clip) = made(&scene(), "");
    let [track] = &clip.tracks[..] else { panic!("{clip:?}") };
    assert_eq!((label.as_str(), track.path.as_str()), ("@Go", "Root/Arm"));
    assert_eq!(track.curves.iter().map(|curve| curve.component).collect::<Vec<_>>(), Component::ALL);
    let kept = |component, value: f32| Curve {
        component,
        pre: WrapMode::Default,
        post: WrapMode::Default,
        keys: vec![
            CurveKey { time: 0.0, value, in_tangent: 0.0, out_tangent: 7.0 },
            CurveKey { time: 0.3, value: -value, in_tangent: f32::INFINITY, out_tangent: 0.0 },
        ],
    };
    for (curve, value) in track.curves.iter().zip([1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 0.0, 4.0, 5.0, 6.0]) {
        if value == 0.0 {
            assert_eq!(curve.keys.iter().map(|key| key.time).collect::<Vec<_>>(), [0.0, 0.25, 0.5]);
        } else {
            assert_eq!(*curve, kept(curve.component, value));
        }
    }
}

#[test]
fn without_kept_curves_every_component_has_a_key_a_frame() {
    let mut sampled = scene();
    sampled.clips[0].curves.clear();
    let (_, clip) = made(&sampled, "post_wrap = \"loop\"");
    let curves = &clip.tracks[0].curves;
    assert!(curves.iter().all(|curve| (curve.keys.len(), curve.post) == (3, WrapMode::Loop)));
    assert_eq!(curves[7].keys.iter().map(|key| key.value).collect::<Vec<_>>(), [1.0, 2.0, 3.0]);
}

#[test]
fn a_clip_that_moves_nothing_makes_no_content() {
    let mut resting = scene();
    resting.clips[0].curves.clear();
    resting.clips[0].tracks[0] = SceneTrack { node: 1, ..SceneTrack::default() };
    let outcome = process(&SceneCurveClipProcessor, &resting, &CurveClipParams::default(), &Assets(&[]));
    assert!(outcome.clean().into_products().unwrap().is_empty());
}

#[test]
fn paths_begin_below_a_root_that_was_added() {
    // With a second node at the top, Rigmill adds a root above both. In other programs, the model itself is there.
    let mut with_two_tops = scene();
    with_two_tops.nodes.push(node("Light", None));
    let mut called_so = scene();
    called_so.nodes[0].name = "RootNode".to_owned();
    called_so.nodes.push(node("Leg", Some(0)));
    for (scene, expected) in [(scene(), "Root/Arm"), (with_two_tops, "Root/Arm"), (called_so, "RootNode/Arm")] {
        assert_eq!(paths(&scene), [expected; 2]);
    }
}

/// Returns the path of the only moving bone, in a curve clip and in a sampled clip.
fn paths(scene: &Scene) -> [String; 2] {
    let made = process(&SceneCurveClipProcessor, scene, &CurveClipParams::default(), &Assets(&[])).clean();
    let curve = made.into_products().unwrap().remove(0).value.get::<CurveClip>().unwrap().tracks[0].path.clone();
    let made = process(&SampledSceneProcessor, scene, &SampledSceneParams::default(), &Assets(&[])).clean();
    [curve, made.into_products().unwrap().remove(0).value.get::<SampledClip>().unwrap().tracks[0].path.clone()]
}
