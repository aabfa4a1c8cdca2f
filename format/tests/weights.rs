use rigmill_format::{AlignedBytes, ClipWeights, ClipWeightsView, Content};

use crate::samples::clip_weights;

fn problem(change: impl FnOnce(&mut ClipWeights)) -> String {
    let mut clip = clip_weights();
    change(&mut clip);
    clip.encode().unwrap_err().to_string()
}

#[test]
fn a_view_reads_weights_in_place() {
    let file = AlignedBytes::from_slice(&clip_weights().encode().unwrap());
    let view = ClipWeightsView::parse(&file).unwrap();
    assert_eq!((view.duration(), view.times(), view.tracks().len()), (0.75, &[0.0, 0.25, 0.625][..], 2));
    let thin = view.track(1).unwrap();
    assert_eq!((thin.mesh, thin.target, thin.weights), ("Arm", "Thin", &[0.5][..]));
    assert!(file.as_ptr_range().contains(&thin.weights.as_ptr().cast()));
    assert_eq!((view.to_owned(), view.track(2)), (clip_weights(), None));
}

#[test]
fn weights_keep_their_rules() {
    let wrong = |rest: &str| format!("the weights are not valid: {rest}");
    assert_eq!(problem(|clip| clip.times.clear()), wrong("its first time is not 0, or it has no times"));
    assert_eq!(problem(|clip| clip.times[0] = 0.125), wrong("its first time is not 0, or it has no times"));
    assert_eq!(problem(|clip| clip.times[2] = 0.25), wrong("time 2 is not later than the previous time"));
    assert_eq!(problem(|clip| clip.times[1] = f32::NAN), wrong("time 1 is not later than the previous time"));
    let reported = problem(|clip| clip.duration = 0.5);
    assert_eq!(reported, wrong("its duration is 0.5, expected a finite number of at least the last time, 0.625"));
    assert!(problem(|clip| clip.duration = f32::INFINITY).contains("its duration is inf"));
    let reported = problem(|clip| _ = clip.tracks[0].weights.pop());
    assert_eq!(
        reported,
        wrong("track 0 has 2 weights for 3 times, expected one weight for each time, or a single weight")
    );
    assert_eq!(problem(|clip| clip.tracks[0].weights[1] = f32::NAN), wrong("a weight of track 0 is not finite"));
    let reported = problem(|clip| clip.tracks[1].target = "Flex".to_owned());
    assert_eq!(reported, wrong("two tracks change target \"Flex\" of mesh \"Arm\""));
    // Targets of different meshes may have the same name, and a clip may have no tracks.
    let mut clip = clip_weights();
    (clip.tracks[1].target, clip.tracks[1].mesh) = ("Flex".to_owned(), "Head".to_owned());
    assert_eq!(ClipWeights::decode(&clip.encode().unwrap()).unwrap(), clip);
    clip.tracks.clear();
    assert_eq!(ClipWeights::decode(&clip.encode().unwrap()).unwrap(), clip);
}
