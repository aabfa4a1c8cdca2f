//! [`DamagedClips`]: small compressed clips, packed and coded, with damage where their layouts are checked.

use std::cell::RefCell;

use rigmill_format::compressed_clip::{AnimatedTrack, Channel, CompressedClip, ConstantTrack, SEGMENT_FRAMES, Storage};
use rigmill_format::{
    AlignedBytes, CompressedClipLayout, CompressedClipView, Content, ContentType, FrameTimes, verify,
};
use rigmill_runtime::blocks::{CompressedSampleJob, CompressedScratch, PoseBlock};
use rigmill_test_random::Random;

use crate::file::file;
use crate::mix::{digest, random};
use crate::target::Reader;
use crate::trace::Trace;

/// The number of damaged files per clip.
const ROUNDS: u64 = 16;
/// The maximum number of blocks of eight bones that are sampled. A damaged file may claim any number.
const BLOCKS: usize = 64;

/// Creates a clip from the digest of the bytes, damages it, corrects the checksum, and then opens and samples it with every function.
pub(crate) struct DamagedClips(RefCell<Buffers>);

impl Default for DamagedClips {
    fn default() -> Self {
        let scratch = CompressedScratch::new(8 * BLOCKS);
        Self(RefCell::new(Buffers { pose: vec![PoseBlock::IDENTITY; BLOCKS], scratch }))
    }
}

impl Reader for DamagedClips {
    fn read(&self, bytes: &[u8], _choices: u64, trace: &mut Trace) {
        let random = &mut random(digest(bytes));
        let clip = clip(random);
        let (Ok(packed), Ok(code)) = (clip.pack(), clip.code()) else { return };
        let buffers = &mut *self.0.borrow_mut();
        for _ in 0..ROUNDS {
            let (id, intact) = if random.once_in(2) { (*b"PACK", &packed) } else { (*b"CODE", &code) };
            let mut section = intact.clone();
            damage(&mut section, random);
            let number = ContentType::CompressedClip.number();
            let times = [duration(&clip, random), largest_error(random)].concat();
            // Version 1 of the layout has no duration, and version 2 no largest error; in later versions, the largest error is
            // optional. Version 4 has bones at rest.
            let (version, count, times) = match random.below(8) {
                0 => (1, 2, &times[..0]),
                1 => (2, 3, &times[..4]),
                2 => (3, 3, &times[..4]),
                3 => (4, 4, &times[..4]),
                _ => (4, 4, &times[..]),
            };
            let resting: Vec<u8> = (0..random.below(4)).flat_map(|_| [random.below(14).to_le_bytes()[0], 0]).collect();
            let rest = if random.once_in(2) { &[][..] } else { &resting[..] };
            let sections =
                [(id, 1, &section[..]), (*b"SKEL", 1, &b"Rig"[..]), (*b"TIME", 4, times), (*b"REST", 2, rest)];
            let bytes = file(number, version, &sections[..count]);
            execute(&bytes, random, buffers, trace);
        }
        trace.executions = ROUNDS;
    }
}

/// Returns a duration that fits the clip's frames, or any bits.
fn duration(clip: &CompressedClip, random: &mut Random) -> [u8; 4] {
    let any = random.bits();
    if random.once_in(4) { any.to_le_bytes() } else { clip.duration.to_le_bytes() }
}

/// Returns a valid largest error, or any bits.
fn largest_error(random: &mut Random) -> [u8; 4] {
    let any = random.bits();
    if random.once_in(4) { any.to_le_bytes() } else { 1e-4_f32.to_le_bytes() }
}

struct Buffers {
    pose: Vec<PoseBlock>,
    scratch: CompressedScratch,
}

/// Opens a file in every way, and samples the results.
fn execute(bytes: &[u8], random: &mut Random, buffers: &mut Buffers, trace: &mut Trace) {
    let opened = CompressedClipLayout::open(AlignedBytes::from_slice(bytes));
    if random.once_in(8) {
        assert_eq!(opened.is_ok(), verify(bytes).is_ok(), "a file opens exactly if it can be verified");
    }
    if let Ok((bytes, layout)) = opened {
        trace.accepted = true;
        sample(layout.view(&bytes), random, buffers);
    }
    if let Ok(layout) = CompressedClipLayout::trust(bytes) {
        sample(layout.view(bytes), random, buffers);
        // Uses a layout with bytes that do not belong to it.
        sample(layout.view(&bytes[..bytes.len() - random.below(bytes.len())]), random, buffers);
    }
    if let Ok(clip) = CompressedClip::decode(bytes) {
        let is_current = bytes[20] == 3;
        assert!(!is_current || clip.encode().as_deref() == Ok(bytes), "one clip has one encoding");
    }
}

fn sample(clip: CompressedClipView<'_>, random: &mut Random, buffers: &mut Buffers) {
    let bind = [PoseBlock::IDENTITY; BLOCKS];
    let any = f32::from_bits(random.bits());
    for time in [0.0, random.below(200) as f32 / 60.0, any] {
        let Buffers { pose, scratch } = buffers;
        // It is an error if there are too many bones for the buffers.
        let _ = CompressedSampleJob { clip, bind: &bind, scratch, time, wanted: &[], out: pose }.run();
    }
}

/// Changes, removes or inserts a few bytes.
fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..1 + random.below(4) {
        if bytes.is_empty() {
            return;
        }
        // Headers are short, but are where most checks apply.
        let reach = if random.once_in(3) { bytes.len().min(80) } else { bytes.len() };
        let at = random.below(reach);
        match random.below(8) {
            0 => bytes[at] = [0, 0xff, 0x7f, 0x80][random.below(4)],
            1 => bytes[at] ^= 1 << random.below(8),
            2 => bytes.truncate(bytes.len() - random.below(bytes.len().min(20))),
            3 => bytes.insert(at, random.byte()),
            4 => drop(bytes.remove(at)),
            5 => bytes.extend([0; 9]),
            _ => bytes[at] = random.byte(),
        }
    }
}

/// Returns a small clip of any shape.
fn clip(random: &mut Random) -> CompressedClip {
    let bones = 1 + random.below(12);
    let frames = 1 + random.below(40);
    let mut clip = CompressedClip {
        skeleton: "Rig".to_owned(),
        bones: u16::try_from(bones).unwrap_or(1),
        frames: u32::try_from(frames).unwrap_or(1),
        frame_rate: 30.0,
        duration: FrameTimes::whole_duration(u32::try_from(frames).unwrap_or(1), 30.0),
        storage: Storage::Packed,
        ..CompressedClip::default()
    };
    for channel in Channel::ALL {
        for bone in 0..bones {
            push(&mut clip, u16::try_from(bone).unwrap_or(0), channel, random);
        }
    }
    clip
}

fn push(clip: &mut CompressedClip, bone: u16, channel: Channel, random: &mut Random) {
    match random.below(4) {
        0 => clip.constants.push(ConstantTrack { bone, channel, value: [0.5, -0.5, 0.5, 0.5] }),
        1 | 2 => clip.tracks.push(track(bone, channel, clip.frames as usize, random)),
        _ => (),
    }
}

/// Returns keys that continue their movement, with some noise.
fn track(bone: u16, channel: Channel, frames: usize, random: &mut Random) -> AnimatedTrack {
    let turn = |random: &mut Random| match channel {
        Channel::Rotation if random.once_in(4) => u8::try_from(random.below(24)).unwrap_or(0),
        _ => 0,
    };
    let turns = (0..frames.div_ceil(SEGMENT_FRAMES)).map(|_| turn(random)).collect();
    let size = 1 << random.below(12);
    let mut any = || i32::try_from(random.below(2 * size + 1)).unwrap_or(0) - i32::try_from(size).unwrap_or(0);
    let (mut key, mut speed) = ([any(), any(), any()], [any() / 8, 0, any() / 3]);
    let mut keys = Vec::new();
    for _ in 0..frames {
        for axis in 0..3 {
            speed[axis] += any() / 16;
            key[axis] += speed[axis];
        }
        keys.push(key);
    }
    AnimatedTrack { bone, channel, steps: [20, 21 + bone.to_le_bytes()[0] % 8, 40], base_rotations: turns, keys }
}
