//! Action sets.

use std::ffi::c_char;
use std::sync::Arc;

use rigmill_format::LayerBlend;
use rigmill_runtime::characters::CrowdActions;

use crate::boundary::{Failure, RigmillStatus, call, handles, pointers, pointers::Out, table};
use crate::content::RigmillContent;
use crate::skeleton::RigmillSkeleton;
use crate::values::{RigmillText, mode_number, small};

/// The actions of one type of character, with its skeleton and clips. Crowds are created from it. Several threads may use it at
/// the same time.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RigmillActions {
    /// The handle; 0 means none.
    pub id: u64,
}

/// A layer of an action set.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RigmillActionLayer {
    /// The layer's name.
    pub name: RigmillText,
    /// The number of actions in the layer.
    pub action_count: u32,
    /// 1 if the layer's clips are added to the pose of the layers below, 0 if they replace it.
    pub additive: u32,
}

/// An action: a clip and its play options.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RigmillAction {
    /// The action's name.
    pub name: RigmillText,
    /// The asset name of the clip.
    pub clip: RigmillText,
    /// The duration of the clip in seconds.
    pub duration: f32,
    /// The time in the clip at which it starts, in seconds.
    pub start_time: f32,
    /// The duration of the cross-fade from the previous clip, in seconds.
    pub blend_time: f32,
    /// The speed, in seconds of the clip per second.
    pub time_scale: f32,
    /// `RIGMILL_ONCE` or `RIGMILL_REPEAT`.
    pub mode: u32,
    /// Always 0.
    pub reserved: u32,
}

handles! {
    RigmillActions => Arc<CrowdActions>, "action set";
}

/// Loads an action set by its asset name, with its skeleton and all its clips.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_actions_load(
    content: RigmillContent,
    name: *const c_char,
    actions: *mut RigmillActions,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("actions", actions)?;
        let name = pointers::text("name", name)?;
        let loaded = CrowdActions::load(&table::read(content)?.content, name)?;
        out.set(table::open(Arc::new(loaded))?);
        Ok(())
    })
}

/// Gets the number of layers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_actions_layer_count(actions: RigmillActions, count: *mut usize) -> RigmillStatus {
    call(|| {
        let out = Out::new("count", count)?;
        out.set(table::read(actions)?.actions().view().len());
        Ok(())
    })
}

/// Gets a layer by its number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_actions_layer(
    actions: RigmillActions,
    index: usize,
    layer: *mut RigmillActionLayer,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("layer", layer)?;
        let actions = table::read(actions)?;
        let view = actions.actions().view();
        let layer = view.layer(index).ok_or_else(|| Failure::out_of_range("layer", index, view.len()))?;
        let additive = u32::from(layer.blend() != LayerBlend::Override);
        out.set(RigmillActionLayer {
            name: RigmillText::new(layer.name()),
            action_count: small(layer.len()),
            additive,
        });
        Ok(())
    })
}

/// Gets an action of a layer by their numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_actions_action(
    actions: RigmillActions,
    layer: usize,
    index: usize,
    action: *mut RigmillAction,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("action", action)?;
        let actions = table::read(actions)?;
        let view = actions.actions().view();
        let found = view.layer(layer).ok_or_else(|| Failure::out_of_range("layer", layer, view.len()))?;
        let action = found.action(index).ok_or_else(|| Failure::out_of_range("action", index, found.len()))?;
        // The clips of all layers are in one list.
        let before: usize = view.layers().take(layer).map(|layer| layer.len()).sum();
        out.set(RigmillAction {
            name: RigmillText::new(action.name()),
            clip: RigmillText::new(action.clip()),
            duration: actions.clips().get(before + index).map_or(0.0, |clip| clip.duration()),
            start_time: action.start_time(),
            blend_time: action.blend_time(),
            time_scale: action.time_scale(),
            mode: mode_number(action.mode()),
            reserved: 0,
        });
        Ok(())
    })
}

/// Gets a new handle of the action set's skeleton. Close it separately.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_actions_skeleton(
    actions: RigmillActions,
    skeleton: *mut RigmillSkeleton,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("skeleton", skeleton)?;
        let loaded = Arc::clone(table::read(actions)?.skeleton());
        out.set(table::open(loaded)?);
        Ok(())
    })
}

/// Closes an action set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_actions_close(actions: RigmillActions) -> RigmillStatus {
    call(|| table::close(actions))
}
