//! Root motion without a clip, and places.

use std::ffi::c_char;
use std::sync::Arc;

use rigmill_runtime::content::Motion;
use rigmill_runtime::motion::RigidTransform;

use crate::boundary::{RigmillStatus, call, handles, pointers, pointers::Out, table};
use crate::content::RigmillContent;
use crate::values::RigmillPlace;

/// The movement of a root over time. Clips include their own motion; this type is for motions without a clip. Several threads
/// may use it at the same time.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RigmillMotion {
    /// The handle; 0 means none.
    pub id: u64,
}

handles! {
    RigmillMotion => Arc<Motion>, "motion";
}

/// Loads a motion by its asset name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_motion_load(
    content: RigmillContent,
    name: *const c_char,
    motion: *mut RigmillMotion,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("motion", motion)?;
        let name = pointers::text("name", name)?;
        let loaded = table::read(content)?.content.load::<Motion>(name)?;
        out.set(table::open(loaded)?);
        Ok(())
    })
}

/// Gets the duration of one loop in seconds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_motion_duration(motion: RigmillMotion, duration: *mut f64) -> RigmillStatus {
    call(|| {
        let out = Out::new("duration", duration)?;
        out.set(table::read(motion)?.duration());
        Ok(())
    })
}

/// Gets the movement of the root from one time to another, in seconds: its pose at `to` relative to its pose at `from`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_motion_delta(
    motion: RigmillMotion,
    from: f64,
    to: f64,
    movement: *mut RigmillPlace,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("movement", movement)?;
        out.set(table::read(motion)?.delta(from, to).into());
        Ok(())
    })
}

/// Closes a motion.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_motion_close(motion: RigmillMotion) -> RigmillStatus {
    call(|| table::close(motion))
}

/// Gets the place at the origin without a rotation, where a character starts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_place_origin(place: *mut RigmillPlace) -> RigmillStatus {
    call(|| {
        Out::new("place", place)?.set(RigidTransform::IDENTITY.into());
        Ok(())
    })
}

/// Moves a place by a movement that is relative to the place. Use it to apply the result of `rigmill_player_movement` to the
/// place of a character.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_place_move(place: *mut RigmillPlace, movement: *const RigmillPlace) -> RigmillStatus {
    call(|| {
        let from = RigidTransform::from(pointers::value("place", place)?);
        let movement = pointers::value("movement", movement)?.into();
        Out::new("place", place)?.set(from.then(&movement).into());
        Ok(())
    })
}
