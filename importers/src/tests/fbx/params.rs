//! Tests of the parameters of the FBX importers.

use rigmill_dom::Scene;
use rigmill_pipeline::{Diagnostic, Params, TomlTable};

use super::support::import;
use super::writer::{TICKS, moved};
use crate::FbxParams;
use crate::tests::support::clean;

/// Parses the parameters of a manifest.
fn params(toml: &str) -> Result<FbxParams, String> {
    let mut params = FbxParams::default();
    for (name, value) in toml.parse::<TomlTable>().unwrap() {
        params.set(&name, &value).unwrap().map_err(|error| error.to_string())?;
    }
    Ok(params)
}

/// Imports a clip of three seconds at 30 frames per second, which moves along x.
fn import_with(toml: &str) -> (Option<Scene>, Vec<Diagnostic>) {
    import(&moved(0, TICKS * 3, &[(0, 0.0), (TICKS * 3, 3.0)], false), &params(toml).unwrap())
}

fn said(toml: &str) -> String {
    let (scene, said) = import_with(toml);
    assert!(scene.is_none());
    said.iter().map(|it| format!("{}: {}; {}", it.code, it.message, it.help.as_deref().unwrap())).collect()
}

#[test]
fn without_parameters_every_take_is_a_clip_at_the_file_s_rate() {
    let scene = clean(import_with(""));
    let clip = &scene.clips[0];
    assert_eq!((clip.name.as_str(), clip.rate, clip.frames, clip.duration), ("Robot|Go", 30.0, 91, 3.0));
}

#[test]
fn clips_are_cut_and_named() {
    let scene = clean(import_with(
        "unit = \"file\"\nclips = [{ name = \"Go\", frames = [30, 60] }, { name = \"All\", take = \"Robot|Go\" }]",
    ));
    let found: Vec<_> = scene.clips.iter().map(|it| (it.name.as_str(), it.start, it.duration, it.frames)).collect();
    assert_eq!(found, [("Go", 1.0, 1.0, 31), ("All", 0.0, 3.0, 91)]);
    let ends = scene.clips.iter().map(|it| it.tracks[0].translations.last().unwrap()[0]);
    assert_eq!(ends.collect::<Vec<_>>(), [2.0, 3.0]);
}

#[test]
fn frames_beyond_a_take_are_reported() {
    let (scene, said) = import_with("clips = [{ name = \"Go\", take = \"Robot|Go\", frames = [60, 1000] }]");
    assert_eq!(scene.unwrap().clips[0].frames, 941);
    let said: Vec<_> = said.iter().map(|it| format!("{}: {}", it.code, it.message)).collect();
    assert_eq!(
        said,
        ["R0314: parameter `clips`: clip \"Go\": frame 1000 is after the last frame (90) of the take \"Robot|Go\""]
    );
}

#[test]
fn the_sample_rate_can_be_set() {
    let scene = clean(import_with("unit = \"file\"\nsample_rate = 10"));
    assert_eq!((scene.clips[0].rate, scene.clips[0].frames), (10.0, 31));
}

#[test]
fn the_last_frame_is_at_the_end_whatever_the_rate() {
    // A whole number of frames, one that is longer by rounding, and several that end within an interval.
    for (rate, frames) in
        [("10", 31), ("9.9999", 31), ("0.6", 3), ("0.1", 2), ("7.7", 25), ("29.97", 91), ("333.4", 1002)]
    {
        let scene = clean(import_with(&format!("unit = \"file\"\nsample_rate = {rate}")));
        let clip = &scene.clips[0];
        let xs: Vec<f64> = clip.tracks[0].translations.iter().map(|it| it[0]).collect();
        assert_eq!((xs.len(), clip.frames, clip.duration), (frames, u32::try_from(frames).unwrap(), 3.0), "{rate}");
        let off = |(frame, x): (u32, &f64)| (clip.frame_time(frame) - x).abs();
        // The numbers of a curve are f32.
        let worst = (0..).zip(&xs).map(off).fold(0.0, f64::max);
        assert!(worst < 1e-6 && xs[frames - 1] == 3.0, "{rate}: {worst} {xs:?}");
    }
}

#[test]
fn impossible_requests_are_reported() {
    assert_eq!(
        said("clips = [{ name = \"Run\", take = \"Robot|Ga\" }]"),
        "R0113: parameter `clips`: clip \"Run\": the file contains no take named \"Robot|Ga\"; did you mean `Robot|Go`?"
    );
    assert!(
        said("clips = [{ name = \"Go\", frames = [3, 2] }]")
            .starts_with("R0114: parameter `clips`: clip \"Go\": the first frame (3) is after the last frame (2)")
    );
    assert!(
        said("clips = [{ name = \"Go\" }, { name = \"Go\" }]")
            .starts_with("R0114: parameter `clips`: two clips are named \"Go\"")
    );
    assert!(said("clips = [{ name = \"Go\", frames = [0, 2147483647] }]").starts_with("R0111"));
    for wrong in [
        "sample_rate = 0",
        "sample_rate = -1.0",
        "sample_rate = nan",
        "sample_rate = 1e9",
        "unit = \"inch\"",
        "axes = \"up\"",
        "clips = [{}]",
        "clips = [{ name = \"a\", x = 1 }]",
    ] {
        assert!(params(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn parameters_have_one_canonical_form() {
    let canonical = |toml| params(toml).unwrap().canonical();
    assert_ne!(canonical("axes = \"z-up\""), canonical(""));
    assert_ne!(canonical("clips = [{ name = \"a\" }]"), canonical("clips = [{ name = \"b\" }]"));
    assert_eq!(canonical("sample_rate = 30"), canonical("sample_rate = 30.0"));
}

#[test]
fn samples_are_bounded_by_the_size_of_the_file_unless_the_manifest_raises_that() {
    // A thousand seconds at a thousand frames per second.
    let bytes = moved(0, TICKS * 1000, &[(0, 0.0), (TICKS * 1000, 3.0)], false);
    let most = 500_000 + 4 * bytes.len();
    let said = |toml: &str| import(&bytes, &params(toml).unwrap());
    let (scene, refusal) = said("sample_rate = 1000");
    assert!(scene.is_none() && refusal[0].code == "R0111", "{refusal:?}");
    assert!(
        refusal[0].message.ends_with(&format!("but only {most} are allowed in a file of this size")),
        "{refusal:?}"
    );
    assert!(refusal[0].help.as_ref().unwrap().ends_with("or raise `max_samples`"));
    assert_eq!(clean(said("sample_rate = 400")).clips[0].frames, 400_001);
    assert_eq!(clean(said("sample_rate = 1000\nmax_samples = 1100000")).clips[0].frames, 1_000_001);
    assert!(said("sample_rate = 400\nmax_samples = 400000").0.is_none());
    assert!(params("max_samples = 0").is_err());
    #[cfg(feature = "fbx-dom")]
    {
        use crate::tests::support::import_with;
        let refused = import_with::<crate::FbxDom>(&bytes, &params("sample_rate = 1000").unwrap());
        assert_eq!((refused.0.is_none(), refused.1[0].code.as_ref()), (true, "R0111"));
        let raised =
            import_with::<crate::FbxDom>(&bytes, &params("sample_rate = 1000\nmax_samples = 1100000").unwrap());
        assert_eq!(clean(raised).clips[0].frames, 1_000_001);
    }
}
