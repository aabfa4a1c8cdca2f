//! Frames around given times.

use super::FrameTimes;

#[test]
fn a_clip_of_whole_frames_has_them_at_even_times() {
    let times = FrameTimes::new(31, 30.0, 1.0);
    assert_eq!(times.around(0.0), (0, 0, 0.0));
    assert_eq!(times.around(0.25), (7, 8, 0.5));
    assert_eq!([1.0, 2.0, f32::INFINITY].map(|time| times.around(time)), [(30, 30, 0.0); 3]);
    assert_eq!([-1.0, f32::NAN].map(|time| times.around(time)), [(0, 0, 0.0); 2]);
}

#[test]
fn the_last_interval_ends_with_the_clip() {
    // At 4 per second: 0, 0.25, 0.5 and 0.625. The last interval is half as long.
    let times = FrameTimes::new(4, 4.0, 0.625);
    assert_eq!(times.around(0.375), (1, 2, 0.5));
    assert_eq!(times.around(0.5625), (2, 3, 0.5));
    assert_eq!([0.625, 0.7].map(|time| times.around(time)), [(3, 3, 0.0); 2]);
    // A clip shorter than a frame.
    let times = FrameTimes::new(2, 1.0, 0.25);
    assert_eq!((times.around(0.125), times.around(0.25)), ((0, 1, 0.5), (1, 1, 0.0)));
}

#[test]
fn a_longer_clip_holds_its_last_frame_and_one_cut_short_goes_on_as_it_was() {
    let times = FrameTimes::new(3, 4.0, 2.0);
    assert_eq!((times.around(0.375), times.around(0.5)), ((1, 2, 0.5), (2, 2, 0.0)));
    let times = FrameTimes::new(9, 4.0, 1.0);
    assert_eq!((times.around(1.125), times.around(2.0)), ((4, 5, 0.5), (8, 8, 0.0)));
    assert_eq!(FrameTimes::new(0, 4.0, 1.0).around(3.0), (0, 0, 0.0));
}

#[test]
fn the_end_is_the_last_frame_whatever_was_rounded() {
    for rate in [23.976_f32, 29.97, 30.0, 60.0, 120.0, 1.5, 28.235_03] {
        for frames in 2..=4000_u32 {
            let whole = FrameTimes::whole_duration(frames, rate);
            for duration in [whole, whole * 0.999_999_9, whole - 0.3 / rate] {
                let last = frames as usize - 1;
                let times = FrameTimes::new(frames, rate, duration);
                assert_eq!(times.around(duration), (last, last, 0.0), "{frames} at {rate}, {duration} s");
                let (from, to, fraction) = times.around(duration - 0.01 / rate);
                assert!(from <= to && to <= last && (0.0..=1.0).contains(&fraction));
            }
        }
    }
}
