//! [`Settings`]: the conversion from the file's axes and unit to those of the scene, and the file's frame rate.

use super::document::Document;
use super::matrices::{NO_ROTATION, Quaternion, determinant, quaternion};
use super::properties::Properties;
use super::unsupported::{malformed, unsupported};
use crate::report::Result;
use crate::scenes::fbx_shared::params::{Axes, FbxParams, Unit};

/// The relative difference up to which a number counts as a power of ten.
const NEAR: f64 = 1.0 / 1_048_576.0;
const POWERS_OF_TEN: [f64; 17] =
    [1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8];
/// The frame rate for each `TimeMode`, in frames per second. 0 means that no rate is stated, and 14 means a custom rate.
const RATES: [f64; 18] = [
    30.0, 120.0, 100.0, 60.0, 50.0, 48.0, 30.0, 30.0, 29.97, 29.97, 25.0, 24.0, 1000.0, 23.976, 24.0, 96.0, 72.0, 59.94,
];
const OWN_RATE: usize = 14;

pub(super) struct Settings {
    /// The rotation of the children of the scene's root.
    pub(super) rotation: Quaternion,
    /// The scale of the children of the scene's root.
    pub(super) scale: f64,
    /// The frame rate that the file states, if any.
    pub(super) frame_rate: Option<f64>,
}

impl Settings {
    pub(super) fn new(document: &Document<'_>, params: &FbxParams) -> Result<Self> {
        let settings = document.settings();
        Ok(Self {
            rotation: rotation(&settings, params.axes())?,
            scale: scale(&settings, params.unit)?,
            frame_rate: frame_rate(&settings)?,
        })
    }
}

/// The index of an axis, and whether its direction is reversed.
type Axis = (usize, bool);

fn axis(settings: &Properties<'_>, name: &str, sign: &str) -> Option<Axis> {
    let axis = settings.whole(name).and_then(|axis| usize::try_from(axis).ok()).filter(|&axis| axis < 3)?;
    match settings.whole(sign)? {
        1 => Some((axis, false)),
        -1 => Some((axis, true)),
        _ => None,
    }
}

fn rotation(settings: &Properties<'_>, wanted: Axes) -> Result<Quaternion> {
    // The scene's right, up and front axes.
    let to: [Axis; 3] = match wanted {
        Axes::File => return Ok(NO_ROTATION),
        Axes::YUp => [(0, false), (1, false), (2, false)],
        Axes::ZUp => [(0, false), (2, false), (1, true)],
    };
    let names = [("CoordAxis", "CoordAxisSign"), ("UpAxis", "UpAxisSign"), ("FrontAxis", "FrontAxisSign")];
    let [Some(right), Some(up), Some(front)] = names.map(|(name, sign)| axis(settings, name, sign)) else {
        // If the file states no axes, there is nothing to rotate.
        return Ok(NO_ROTATION);
    };
    let mut matrix = [[0.0; 3]; 3];
    for ((from, back), (to, other_back)) in [right, up, front].into_iter().zip(to) {
        matrix[to][from] = if back == other_back { 1.0 } else { -1.0 };
    }
    match determinant(matrix) {
        1.0 => Ok(quaternion(matrix)),
        -1.0 => Err(unsupported("the file has left-handed axes")),
        _ => Err(unsupported("two axes of the file are the same")),
    }
}

fn scale(settings: &Properties<'_>, unit: Unit) -> Result<f64> {
    if unit == Unit::File {
        return Ok(1.0);
    }
    let metres = settings.number("UnitScaleFactor").unwrap_or(1.0) * 0.01;
    if !metres.is_finite() {
        return Err(malformed("its unit is not a number"));
    }
    if metres <= 0.0 {
        return Ok(1.0);
    }
    let near = |power: &&f64| (metres - **power).abs() <= **power * NEAR;
    Ok(POWERS_OF_TEN.iter().find(near).copied().unwrap_or(metres))
}

fn frame_rate(settings: &Properties<'_>) -> Result<Option<f64>> {
    let Some(mode) = settings.whole("TimeMode") else { return Ok(None) };
    match usize::try_from(mode) {
        Ok(0) => Ok(None),
        Ok(OWN_RATE) => Ok(settings.number("CustomFrameRate")),
        Ok(mode) if mode < RATES.len() => Ok(Some(RATES[mode])),
        _ => Err(unsupported(format!("the file has the unknown time mode {mode}"))),
    }
}
