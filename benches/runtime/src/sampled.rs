//! Sampled clips: sequential playback, and evaluation of single frames.

use std::hint::black_box;
use std::sync::Arc;

use rigmill_format::Transform;
use rigmill_runtime::clips::{PosePlayer, SampledClip};

use crate::curves::{PlayTimes, Times, plain_work, poses, tracks};
use crate::measure::medians;
use crate::plain_curves::{PlainBone, Search};
use crate::row::Row;

pub(crate) fn rows() -> Vec<Row> {
    let tracks = tracks(Times::Shared);
    let names: Vec<String> = tracks.iter().map(|track| track.path.clone()).collect();
    let plain: Vec<PlainBone> = tracks.iter().map(PlainBone::new).collect();
    let clip = rigmill_format::SampledClip { length: 3.3, frame_rate: 30.0, tracks, ..Default::default() };
    let clip = Arc::new(SampledClip::from_owned(&clip).expect("the clip is in order"));
    let mut player = PosePlayer::new(&names);
    player.set_clip(&clip);
    player.play();
    let mut pose = vec![Transform::IDENTITY; names.len()];
    let mut other = pose.clone();
    let [mut play_times, mut frame_times] = [PlayTimes::default(), PlayTimes::default()];
    let played = &mut || {
        for time in play_times.next_run() {
            player.set_time(black_box(time));
            player.update(0.0, black_box(&mut pose)).expect("nothing is loaded");
        }
    };
    let asked = &mut || {
        for time in frame_times.next_run() {
            clip.frame_at(black_box(time), black_box(&mut other));
        }
    };
    let (binary, linear) = (&mut plain_work(&plain, Search::Binary), &mut plain_work(&plain, Search::Linear));
    let [played, asked, binary, linear] = medians(poses(), [played, asked, binary, linear]);
    let row =
        |subject: &str, rigmill| Row { subject: subject.to_owned(), unit: "bone", rigmill, plain: binary.min(linear) };
    vec![
        row("sampled clip, 100 bones x 100 frames, played", played),
        row("the same, single frames by `frame_at`", asked),
    ]
}
