//! [`ModelLight`]: a light that is attached to a bone.

use bytemuck::{Pod, Zeroable};

use super::carrier::{Carrier, CarrierRecord};
use crate::layout::numbers::all_finite;
use crate::layout::{getters, numbered};

/// A light. It shines along -z of its own space, as in glTF.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ModelLight {
    /// The name.
    pub name: String,
    /// The position and orientation of the light.
    pub carrier: Carrier,
    /// Where the light shines.
    pub kind: LightKind,
    /// The colour r, g, b, linear; each finite and at least 0.
    pub color: [f32; 3],
    /// The factor of the colour, in `unit`; finite and at least 0.
    pub intensity: f32,
    /// The unit of the intensity.
    pub unit: LightUnit,
    /// The distance at which the light ends; above 0. Infinite if the light has no end.
    pub range: f32,
    /// For a spot light, the angles between its axis and where its light starts to fall off, and where it ends. In radians from
    /// 0 to pi; the first angle is not larger than the second. Both are 0 for other lights.
    pub cone: [f32; 2],
}

impl Default for ModelLight {
    /// A white point light of one candela.
    fn default() -> Self {
        Self {
            name: String::new(),
            carrier: Carrier::default(),
            kind: LightKind::Point,
            color: [1.0; 3],
            intensity: 1.0,
            unit: LightUnit::Candela,
            range: f32::INFINITY,
            cone: [0.0; 2],
        }
    }
}

numbered! {
    /// Where a light shines.
    #[derive(Default)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub enum LightKind: u16 {
        /// In one direction, from infinitely far away.
        Directional = 0, "directional";
        /// From a point in all directions.
        #[default]
        Point = 1, "point";
        /// From a point in a cone.
        Spot = 2, "spot";
        /// From a rectangle or sphere whose size is not known.
        Area = 3, "area";
        /// Within a volume.
        Volume = 4, "volume";
    }
}

numbered! {
    /// The unit of a light's intensity.
    #[derive(Default)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub enum LightUnit: u16 {
        /// A factor without a unit. 1 is the usual light of a modelling program.
        #[default]
        Factor = 0, "factor";
        /// Lumens per steradian, for glTF's point and spot lights.
        Candela = 1, "candela";
        /// Lumens per square metre, for glTF's directional lights.
        Lux = 2, "lux";
    }
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct LightRecord {
    carrier: CarrierRecord,
    kind: u16,
    unit: u16,
    color: [f32; 3],
    intensity: f32,
    range: f32,
    cone: [f32; 2],
}

impl LightRecord {
    pub(super) fn new(carrier: CarrierRecord, light: &ModelLight) -> Self {
        let ModelLight { kind, color, intensity, unit, range, cone, .. } = *light;
        Self { carrier, kind: kind.number(), unit: unit.number(), color, intensity, range, cone }
    }

    pub(super) const fn carrier(&self) -> &CarrierRecord {
        &self.carrier
    }
}

/// A light, read from the bytes of its file.
#[derive(Clone, Copy, Debug)]
pub struct ModelLightView<'a> {
    record: &'a LightRecord,
    text: &'a [u8],
}

impl<'a> ModelLightView<'a> {
    pub(super) const fn new(record: &'a LightRecord, text: &'a [u8]) -> Self {
        Self { record, text }
    }

    getters! { self:
        /// The name.
        name: &'a str = self.record.carrier.name.text(self.text);
        /// The position and orientation of the light.
        carrier: Carrier = self.record.carrier.carrier();
        /// Where the light shines.
        kind: LightKind = LightKind::from_number(self.record.kind).unwrap_or_default();
        /// The colour r, g, b, linear.
        color: [f32; 3] = self.record.color;
        /// The factor of the colour, in [`unit`](Self::unit).
        intensity: f32 = self.record.intensity;
        /// The unit of the intensity.
        unit: LightUnit = LightUnit::from_number(self.record.unit).unwrap_or_default();
        /// The distance at which the light ends. Infinite if the light has no end.
        range: f32 = self.record.range;
        /// For a spot light, the angles in radians between its axis and where its light starts to fall off, and where it ends.
        cone: [f32; 2] = self.record.cone;
        /// A copy that owns its name.
        to_owned: ModelLight = ModelLight {
            name: self.name().to_owned(),
            carrier: self.carrier(),
            kind: self.kind(),
            color: self.color(),
            intensity: self.intensity(),
            unit: self.unit(),
            range: self.range(),
            cone: self.cone(),
        };
    }

    pub(super) fn check(&self, bones: usize) -> Result<(), &'static str> {
        let LightRecord { carrier, kind, unit, color, intensity, range, cone: [inner, outer] } = *self.record;
        carrier.check(self.text, bones)?;
        let kind = LightKind::from_number(kind).filter(|_| LightUnit::from_number(unit).is_some());
        let kind = kind.ok_or("its kind or its unit is unknown")?;
        let numbers = [color[0], color[1], color[2], intensity];
        if !all_finite(&numbers) || numbers.iter().any(|number| *number < 0.0) {
            return Err("its colour or its intensity is not a finite number of at least 0");
        }
        if range.is_nan() || range <= 0.0 {
            return Err("its range is not above 0");
        }
        let most = if kind == LightKind::Spot { std::f32::consts::PI } else { 0.0 };
        if 0.0 <= inner && inner <= outer && outer <= most {
            Ok(())
        } else {
            Err("the angles of its cone are out of range")
        }
    }
}
