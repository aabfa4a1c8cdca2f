//! [`ModelLight`]: a light that a bone carries.

use bytemuck::{Pod, Zeroable};

use super::carrier::{Carrier, CarrierRecord};
use crate::layout::numbers::all_finite;
use crate::layout::{getters, numbered};

/// A light. It shines along -z of its own space, as in glTF.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ModelLight {
    /// Its name.
    pub name: String,
    /// Where it is.
    pub carrier: Carrier,
    /// Where its light goes.
    pub kind: LightKind,
    /// r, g, b, linear; each finite and at least 0.
    pub color: [f32; 3],
    /// The factor of the colour, in `unit`; finite, at least 0.
    pub intensity: f32,
    /// The unit of the intensity.
    pub unit: LightUnit,
    /// The distance at which it ends, above 0; infinite for a light without end.
    pub range: f32,
    /// Of a spot: the angles in radians between its axis and where its light begins to fall off, and where it ends; 0 to pi, the inner one
    /// not the larger. Both 0 for others.
    pub cone: [f32; 2],
}

impl Default for ModelLight {
    /// White, in all directions, of one candela.
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
    /// Where the light of a light goes.
    #[derive(Default)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub enum LightKind: u16 {
        /// In one direction, from everywhere.
        Directional = 0, "directional";
        /// From a point in all directions.
        #[default]
        Point = 1, "point";
        /// From a point into a cone.
        Spot = 2, "spot";
        /// From a rectangle or sphere, whose size is not known.
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
        /// A factor of no unit, 1 for the usual light of a modelling program.
        #[default]
        Factor = 0, "factor";
        /// Lumens per steradian: points and spots of glTF.
        Candela = 1, "candela";
        /// Lumens per square metre: directional lights of glTF.
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
        /// Its name.
        name: &'a str = self.record.carrier.name.text(self.text);
        /// Where it is.
        carrier: Carrier = self.record.carrier.carrier();
        /// Where its light goes.
        kind: LightKind = LightKind::from_number(self.record.kind).unwrap_or_default();
        /// r, g, b, linear.
        color: [f32; 3] = self.record.color;
        /// The factor of the colour, in [`unit`](Self::unit).
        intensity: f32 = self.record.intensity;
        /// The unit of the intensity.
        unit: LightUnit = LightUnit::from_number(self.record.unit).unwrap_or_default();
        /// The distance at which it ends; infinite for a light without end.
        range: f32 = self.record.range;
        /// Of a spot: the angles in radians between its axis and where its light begins to fall off, and where it ends.
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
