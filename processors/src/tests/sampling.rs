//! Tests of the limits on the number of keys that sampling creates.

use rigmill_dom::{NodeKind, Scene, SceneClip, SceneNode, SceneTrack, SceneTransform};
use rigmill_pipeline::{Params, Processor};

use super::support::{Assets, process};
use crate::{CompressSceneProcessor, SampledSceneProcessor, UniformSceneProcessor};

const BONES: u32 = 20;

/// Returns a scene of `clips` clips, each with twenty bones for ten seconds at thirty frames per second.
fn scene(clips: usize) -> Scene {
    let node = |index: u32| SceneNode {
        element: Default::default(),
        name: format!("B{index}"),
        parent: index.checked_sub(1),
        kind: NodeKind::Bone,
        local: SceneTransform::IDENTITY,
        matrix: None,
        mesh: None,
        properties: Vec::new(),
    };
    let translations: Vec<[f64; 3]> = (0..301).map(|frame| [f64::from(frame), 0.0, 0.0]).collect();
    let track = |node| SceneTrack { node, translations: translations.clone(), ..SceneTrack::default() };
    let clip = |index| SceneClip {
        name: format!("C{index}"),
        duration: 10.0,
        rate: 30.0,
        frames: 301,
        tracks: (0..BONES).map(track).collect(),
        ..SceneClip::default()
    };
    Scene { nodes: (0..BONES).map(node).collect(), clips: (0..clips).map(clip).collect(), ..Scene::default() }
}

/// Returns the diagnostic for a scene, if the processor rejects it.
fn refusal<P: Processor<Input = Scene>>(processor: &P, scene: &Scene, manifest: &str) -> Option<String> {
    let mut params = P::Params::default();
    for (name, value) in &manifest.parse::<toml::Table>().unwrap() {
        params.set(name, value).unwrap().unwrap();
    }
    let outcome = process(processor, scene, &params, &Assets(&[]));
    outcome.value.is_none().then(|| outcome.lines().concat())
}

/// Checks that six clips at a thousand frames per second are rejected. Each bone has `numbers` keys per frame.
fn check<P: Processor<Input = Scene>>(processor: &P, numbers: u64) {
    let bones = u64::from(BONES) * numbers * 6;
    let (found, most) = (bones * 10_001, 4_194_304 + 8 * bones * 301);
    let fact = format!("sampling all clips of this source would create {found} keys, but at most {most} are allowed");
    let message = refusal(processor, &scene(6), "rate = 1000").unwrap();
    assert_eq!((message.contains(&fact), message.contains("raise `max_keys`")), (true, true), "{message}");
    // A single clip is within the number of keys that every source may create. Eight times the source's own rate is always
    // allowed.
    assert_eq!(refusal(processor, &scene(1), "rate = 1000"), None);
    assert_eq!(refusal(processor, &scene(6), "rate = 240"), None);
    assert_eq!(refusal(processor, &scene(6), ""), None);
    assert_eq!(refusal(processor, &scene(6), &format!("rate = 1000\nmax_keys = {found}")), None);
    assert!(refusal(processor, &scene(6), &format!("rate = 1000\nmax_keys = {}", found - 1)).is_some());
}

#[test]
fn a_high_rate_makes_no_more_keys_than_the_source_justifies() {
    check(&SampledSceneProcessor, 7);
    check(&UniformSceneProcessor, 10);
    let message = refusal(&CompressSceneProcessor, &scene(6), "rate = 1000").unwrap();
    assert!(message.contains("would create 12001200 keys"), "{message}");
}
