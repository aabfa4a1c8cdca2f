//! [`Floats`] and [`Ints`] as arrays, for any target.

/// Four numbers.
#[derive(Clone, Copy)]
pub(in crate::blocks) struct Floats([f32; 4]);

/// Four integers of 32 bits. Sums and differences wrap around.
#[derive(Clone, Copy)]
pub(in crate::blocks) struct Ints([u32; 4]);

impl Floats {
    #[inline(always)]
    pub(in crate::blocks) fn new(numbers: [f32; 4]) -> Self {
        Self(numbers)
    }

    #[inline(always)]
    pub(in crate::blocks) fn numbers(self) -> [f32; 4] {
        self.0
    }

    #[inline(always)]
    pub(in crate::blocks) fn plus(self, other: Self) -> Self {
        Self(std::array::from_fn(|lane| self.0[lane] + other.0[lane]))
    }

    #[inline(always)]
    pub(in crate::blocks) fn times(self, other: Self) -> Self {
        Self(std::array::from_fn(|lane| self.0[lane] * other.0[lane]))
    }

    #[inline(always)]
    pub(in crate::blocks) fn scaled(self, factor: f32) -> Self {
        Self(self.0.map(|number| factor * number))
    }

    /// The integers below these numbers, which are in the range of `i32` and not negative.
    #[inline(always)]
    pub(in crate::blocks) fn truncated(self) -> Ints {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "numbers are in the range")]
        Ints(self.0.map(|number| number as u32))
    }
}

impl Ints {
    #[inline(always)]
    pub(in crate::blocks) fn new(numbers: [u32; 4]) -> Self {
        Self(numbers)
    }

    #[inline(always)]
    pub(in crate::blocks) fn splat(number: u32) -> Self {
        Self([number; 4])
    }

    #[inline(always)]
    pub(in crate::blocks) fn numbers(self) -> [u32; 4] {
        self.0
    }

    #[inline(always)]
    pub(in crate::blocks) fn plus(self, other: Self) -> Self {
        Self(std::array::from_fn(|lane| self.0[lane].wrapping_add(other.0[lane])))
    }

    #[inline(always)]
    pub(in crate::blocks) fn minus(self, other: Self) -> Self {
        Self(std::array::from_fn(|lane| self.0[lane].wrapping_sub(other.0[lane])))
    }

    #[inline(always)]
    pub(in crate::blocks) fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|lane| self.0[lane] & other.0[lane]))
    }

    #[inline(always)]
    pub(in crate::blocks) fn shifted_left<const BITS: i32>(self) -> Self {
        Self(self.0.map(|number| number << BITS))
    }

    #[inline(always)]
    pub(in crate::blocks) fn shifted_right<const BITS: i32>(self) -> Self {
        Self(self.0.map(|number| number >> BITS))
    }

    /// Shifts right and repeats the sign.
    #[inline(always)]
    pub(in crate::blocks) fn arithmetic_shifted_right<const BITS: i32>(self) -> Self {
        Self(self.0.map(|number| (number.cast_signed() >> BITS).cast_unsigned()))
    }

    /// For each lane, the sum of the lanes up to and including it.
    #[inline(always)]
    pub(in crate::blocks) fn running_sum(self) -> Self {
        let [a, b, c, d] = self.0;
        let (ab, bc, cd) = (a.wrapping_add(b), b.wrapping_add(c), c.wrapping_add(d));
        Self([a, ab, a.wrapping_add(bc), ab.wrapping_add(cd)])
    }

    /// Converts signed integers to the nearest numbers.
    #[inline(always)]
    pub(in crate::blocks) fn to_floats(self) -> Floats {
        Floats(self.0.map(|number| number.cast_signed() as f32))
    }

    /// The numbers with these bits.
    #[inline(always)]
    pub(in crate::blocks) fn as_floats(self) -> Floats {
        Floats(self.0.map(f32::from_bits))
    }

    /// The bits of `chosen` where these bits are 1, and the bits of `rest` elsewhere.
    #[inline(always)]
    pub(in crate::blocks) fn choose(self, chosen: Floats, rest: Floats) -> Floats {
        Floats(std::array::from_fn(|lane| {
            f32::from_bits(chosen.0[lane].to_bits() & self.0[lane] | rest.0[lane].to_bits() & !self.0[lane])
        }))
    }
}
