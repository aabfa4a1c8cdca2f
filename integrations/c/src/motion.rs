//! Root motion that stands alone, and places.

use std::ffi::c_char;
use std::sync::Arc;

use rigmill_runtime::content::Motion;
use rigmill_runtime::motion::RigidTransform;

use crate::boundary::{RigmillStatus, call, handles, pointers, pointers::Out, table};
use crate::content::RigmillContent;
use crate::values::RigmillPlace;

/// How a root moves over time. Clips bring theirs along; this is for motions without a clip. Several threads may use it at once.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RigmillMotion {
    /// The handle; 0 is none.
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

/// Seconds that a loop takes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_motion_duration(motion: RigmillMotion, duration: *mut f64) -> RigmillStatus {
    call(|| {
        let out = Out::new("duration", duration)?;
        out.set(table::read(motion)?.duration());
        Ok(())
    })
}

/// How the root moves from one time to another, in seconds: its pose at `to` as seen from its pose at `from`.
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

/// The origin, without a rotation: where a character begins.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_place_origin(place: *mut RigmillPlace) -> RigmillStatus {
    call(|| {
        Out::new("place", place)?.set(RigidTransform::IDENTITY.into());
        Ok(())
    })
}

/// Moves a place by a movement, as seen from the place: add what `rigmill_player_movement` returns to where the character is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_place_move(place: *mut RigmillPlace, movement: *const RigmillPlace) -> RigmillStatus {
    call(|| {
        let from = RigidTransform::from(pointers::value("place", place)?);
        let movement = pointers::value("movement", movement)?.into();
        Out::new("place", place)?.set(from.then(&movement).into());
        Ok(())
    })
}
