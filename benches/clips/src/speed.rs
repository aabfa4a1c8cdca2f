//! Sampling speed: compressed clips compared with plain clips.

use std::hint::black_box;

use glam::{Quat, Vec3};
use rigmill_processors::compression::{Bound, SourceClip, compress};
use rigmill_processors::uniform_clip;
use rigmill_runtime::blocks::{CompressedSampleJob, CompressedScratch, PoseBlock, UniformSampleJob, pose_blocks};
use rigmill_runtime::content::{CompressedClip, UniformClip};

use crate::measure::medians;
use crate::plain::{Local, PlainClip};
use crate::rows::{Joint, RowClip};
use rigmill_test_random::Random;

/// A clip in all representations.
struct Forms {
    plain: PlainClip,
    rows: RowClip,
    compressed: CompressedClip,
    uniform: UniformClip,
    bind: Vec<PoseBlock>,
    bones: usize,
    length: f32,
}

impl Forms {
    fn new(source: &SourceClip) -> Option<Self> {
        let bound = Bound { error: 1e-4, shell: 0.03, bones: Vec::new() };
        let packed = compress(source, &source.rates(), &bound).ok()?.clip;
        Some(Self {
            plain: PlainClip::new(source),
            rows: RowClip::new(source),
            compressed: CompressedClip::from_owned(&packed).ok()?,
            uniform: UniformClip::from_owned(&uniform_clip(source)).ok()?,
            bind: pose_blocks(source.bones.iter().map(|bone| bone.bind)),
            bones: source.bones.len(),
            length: (source.frames() - 1) as f32 / source.frame_rate,
        })
    }
}

/// Returns a line for each way to sample: ns per bone, and the ratios to plain nlerp and to nlerp on rows.
pub(crate) fn report(kind: &str, clips: &[SourceClip]) -> String {
    let forms: Vec<Forms> = clips.iter().filter_map(Forms::new).collect();
    if forms.is_empty() {
        return format!("{kind}: no clips");
    }
    let line = |(name, plans): (&str, Vec<Plan>)| {
        let [nlerp, slerp, rows, compressed, uniform] = measure(&forms, &plans);
        format!(
            "{kind}, {name}: nlerp {nlerp:.2}, slerp {slerp:.2}, rows {rows:.2}, compressed {compressed:.2}, uniform {uniform:.2} \
             ns a bone, ratios to nlerp {:.2}, {:.2}, to rows {:.2}, {:.2}",
            compressed / nlerp,
            uniform / nlerp,
            compressed / rows,
            uniform / rows
        )
    };
    plans(&forms).map(line).join("\n")
}

/// The clips to sample, each with a time.
type Plan = Vec<(usize, f32)>;

const SAMPLES: usize = 400;

/// Returns three ways in which games sample.
#[expect(clippy::cast_possible_truncation, reason = "numbers of clips and of frames")]
fn plans(forms: &[Forms]) -> [(&'static str, Vec<Plan>); 3] {
    let mut random = Random::new(7);
    let mut any = |below: usize| random.below(below);
    let steps = |clip: usize| {
        let count = ((forms[clip].length * 60.0) as usize).clamp(1, SAMPLES);
        (0..count).map(|step| (clip, step as f32 / 60.0)).collect::<Plan>()
    };
    let sequential = (0..forms.len()).map(steps).collect();
    let random = (0..SAMPLES * 4)
        .map(|_| {
            let clip = any(forms.len());
            (clip, any(10_000) as f32 / 10_000.0 * forms[clip].length)
        })
        .collect();
    let people: Vec<(usize, f32)> = (0..256)
        .map(|_| {
            let clip = any(forms.len());
            (clip, any(10_000) as f32 / 10_000.0 * forms[clip].length)
        })
        .collect();
    let crowd = (0..60)
        .flat_map(|step| people.iter().map(move |&(clip, time)| (clip, time + step as f32 / 60.0)).collect::<Vec<_>>())
        .map(|(clip, time)| (clip, time % forms[clip].length.max(0.01)))
        .collect();
    [("sequential", sequential), ("random", vec![random]), ("crowd", vec![crowd])]
}

/// Returns ns per bone for plain nlerp, plain slerp, nlerp on rows, compressed clips and uniform clips.
fn measure(forms: &[Forms], plans: &[Plan]) -> [f64; 5] {
    let most = forms.iter().map(|form| form.bones).max().unwrap_or(0);
    let local = Local { rotation: Quat::IDENTITY, translation: Vec3::ZERO, scale: Vec3::ONE };
    let (mut first, mut second) = (vec![local; most], vec![local; most]);
    let mut joints = vec![Joint::IDENTITY; most];
    let mut blocks = vec![PoseBlock::IDENTITY; most.div_ceil(8)];
    let mut whole = blocks.clone();
    let mut scratch = CompressedScratch::new(most);
    let bones: usize = plans.iter().flatten().map(|&(clip, _)| forms[clip].bones).sum();
    let mut nlerp = || {
        for &(clip, time) in plans.iter().flatten() {
            forms[clip].plain.sample(time, Quat::lerp, &mut first);
            black_box(&mut first);
        }
    };
    let mut slerp = || {
        for &(clip, time) in plans.iter().flatten() {
            forms[clip].plain.sample(time, Quat::slerp, &mut second);
            black_box(&mut second);
        }
    };
    let mut rows = || {
        for &(clip, time) in plans.iter().flatten() {
            forms[clip].rows.sample(time, 0..forms[clip].bones, &mut joints);
            black_box(&mut joints);
        }
    };
    let mut compressed = || {
        for &(clip, time) in plans.iter().flatten() {
            let form = &forms[clip];
            let job = CompressedSampleJob {
                clip: form.compressed.view(),
                bind: &form.bind,
                scratch: &mut scratch,
                time,
                wanted: &[],
                out: &mut blocks,
            };
            black_box(job.run().is_ok());
            black_box(&mut blocks);
        }
    };
    let mut uniform = || {
        for &(clip, time) in plans.iter().flatten() {
            let job = UniformSampleJob { clip: forms[clip].uniform.view(), time, wanted: &[], out: &mut whole };
            black_box(job.run().is_ok());
            black_box(&mut whole);
        }
    };
    medians(bones, [&mut nlerp, &mut slerp, &mut rows, &mut compressed, &mut uniform])
}
