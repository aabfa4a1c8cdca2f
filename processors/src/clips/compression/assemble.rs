//! Assembles a clip from planned tracks and quantized keys.

use rigmill_format::compressed_clip::{AnimatedTrack, Channel, CompressedClip, ConstantTrack, Storage};

use super::plan::{Plan, TrackKind};
use super::source::SourceClip;

/// Returns the clip whose tracks have these steps and keys.
pub(super) fn assemble(
    source: &SourceClip,
    plan: &Plan,
    codes: &[[u8; 3]],
    keys: Vec<Vec<[i32; 3]>>,
) -> CompressedClip {
    let tracks = plan.tracks.iter().zip(codes).zip(keys);
    CompressedClip {
        skeleton: String::new(),
        bones: to_u16(source.bones.len()),
        frames: u32::try_from(source.frames()).unwrap_or(u32::MAX),
        frame_rate: source.frame_rate,
        duration: source.duration,
        largest_error: None,
        resting: Vec::new(),
        storage: Storage::Packed,
        constants: constants(source, plan),
        tracks: tracks
            .map(|((track, &steps), keys)| AnimatedTrack {
                bone: to_u16(track.bone),
                channel: track.channel,
                steps,
                base_rotations: track.turns.clone(),
                keys,
            })
            .collect(),
    }
}

fn constants(source: &SourceClip, plan: &Plan) -> Vec<ConstantTrack> {
    let constant = |(bone, channel): &(usize, Channel)| plan.kinds[*bone][*channel as usize] == TrackKind::Constant;
    let track = |(bone, channel): (usize, Channel)| {
        let local = &source.pose(0)[bone];
        let padded = |[x, y, z]: [f32; 3]| [x, y, z, 0.0];
        let value = match channel {
            Channel::Rotation => local.rotation,
            Channel::Translation => padded(local.translation),
            Channel::Scale => padded(local.scale),
        };
        ConstantTrack { bone: to_u16(bone), channel, value }
    };
    Plan::order(source.bones.len()).filter(constant).map(track).collect()
}

/// Converts the index of a bone. Sources with more bones were already rejected.
fn to_u16(bone: usize) -> u16 {
    u16::try_from(bone).unwrap_or(u16::MAX)
}
