//! A small deterministic source of chance, so that every run measures the same.

pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    /// A number in -1 .. 1.
    pub(crate) fn signed(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let bits = (self.0 >> 48) as u16;
        f32::from(bits) / 32_768.0 - 1.0
    }
}
