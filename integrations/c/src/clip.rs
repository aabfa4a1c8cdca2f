//! Clips.

use std::ffi::c_char;

use rigmill_runtime::clips::Clip;

use crate::boundary::{Failure, RigmillStatus, call, handles, pointers, pointers::Out, table};
use crate::content::RigmillContent;
use crate::skeleton::RigmillSkeleton;
use crate::values::{RigmillPlace, RigmillText, small};

/// A clip of any type on the bones of a skeleton, with its root motion and its events. Several threads may use it at the same
/// time.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RigmillClip {
    /// The handle; 0 means none.
    pub id: u64,
}

/// Properties of a clip.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RigmillClipInfo {
    /// The duration in seconds.
    pub duration: f32,
    /// The number of frames per second; 0 for clips whose keys have individual times.
    pub frame_rate: f32,
    /// The number of bones of the skeleton that the clip is for.
    pub bone_count: u32,
    /// The number of bones that the clip moves.
    pub moved_bone_count: u32,
    /// The number of events of the clip.
    pub event_count: u32,
    /// 1 if the clip has root motion, else 0.
    pub has_motion: u32,
}

/// A named moment of a clip.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RigmillClipEvent {
    /// The event's name, such as `footstep`.
    pub name: RigmillText,
    /// A string for the game; empty if the source has none.
    pub text: RigmillText,
    /// The hash of the name: 64-bit FNV-1a of its bytes.
    pub id: u64,
    /// The time from the clip's start, in seconds.
    pub time: f32,
    /// A number for the game; 0 if the source has none.
    pub value: f32,
}

handles! {
    RigmillClip => Clip, "clip";
}

/// Loads a clip by its asset name, with its root motion and its events.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_clip_load(
    content: RigmillContent,
    name: *const c_char,
    skeleton: RigmillSkeleton,
    clip: *mut RigmillClip,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("clip", clip)?;
        let name = pointers::text("name", name)?;
        let skeleton = table::read(skeleton)?;
        let bones = skeleton.view();
        let clip = Clip::load(&table::read(content)?.content, name, &bones)?;
        clip.check(bones.len())?;
        out.set(table::open(clip)?);
        Ok(())
    })
}

/// Gets the properties of a clip.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_clip_info(clip: RigmillClip, info: *mut RigmillClipInfo) -> RigmillStatus {
    call(|| {
        let out = Out::new("info", info)?;
        let clip = table::read(clip)?;
        out.set(RigmillClipInfo {
            duration: clip.duration(),
            frame_rate: clip.frame_rate().unwrap_or_default(),
            bone_count: small(clip.bones()),
            moved_bone_count: small(clip.moved_bones().len()),
            event_count: small(clip.events().map_or(0, |events| events.view().len())),
            has_motion: u32::from(clip.motion().is_some()),
        });
        Ok(())
    })
}

/// Gets an event of a clip by its number. Events are in order of time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_clip_event(
    clip: RigmillClip,
    index: usize,
    event: *mut RigmillClipEvent,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("event", event)?;
        let clip = table::read(clip)?;
        let events = clip.events().map(|events| events.view());
        let count = events.as_ref().map_or(0, |events| events.len());
        let event = events.and_then(|events| events.event(index));
        let event = event.ok_or_else(|| Failure::out_of_range("event", index, count))?;
        let (name, text) = (RigmillText::new(event.name), RigmillText::new(event.text));
        out.set(RigmillClipEvent { name, text, id: event.id.0, time: event.time, value: event.value });
        Ok(())
    })
}

/// Gets the movement of the root from one time to another, in seconds: the pose at `to` relative to the pose at `from`. For a
/// clip that loops, times may be outside the clip. A clip without root motion does not move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_clip_movement(
    clip: RigmillClip,
    from: f64,
    to: f64,
    movement: *mut RigmillPlace,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("movement", movement)?;
        let clip = table::read(clip)?;
        let movement = clip.motion().map_or(rigmill_runtime::motion::RigidTransform::IDENTITY, |it| it.delta(from, to));
        out.set(movement.into());
        Ok(())
    })
}

/// Closes a clip.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_clip_close(clip: RigmillClip) -> RigmillStatus {
    call(|| table::close(clip))
}
