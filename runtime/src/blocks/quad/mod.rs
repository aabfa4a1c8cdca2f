//! [`Floats`] and [`Ints`]: four numbers in one register.
//!
//! Compilers turn most loops over eight lanes into vector instructions by themselves. These types are for code where they do
//! not. The instructions are those that every processor of the target has: SSE2, NEON, or SIMD128 if it is enabled. For all
//! other targets, the types are arrays. All versions give the same bits.
#![cfg_attr(
    any(target_arch = "x86_64", target_arch = "aarch64"),
    allow(unsafe_code, reason = "every processor of the target has the instructions")
)]

#[cfg(any(
    test,
    not(any(
        target_arch = "x86_64",
        all(target_arch = "aarch64", target_endian = "little"),
        all(target_arch = "wasm32", target_feature = "simd128")
    ))
))]
mod arrays;
#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
mod neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(target_arch = "x86_64")]
mod sse2;

#[cfg(not(any(
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_endian = "little"),
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
pub(super) use arrays::{Floats, Ints};
#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
pub(super) use neon::{Floats, Ints};
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(super) use simd128::{Floats, Ints};
#[cfg(target_arch = "x86_64")]
pub(super) use sse2::{Floats, Ints};

#[cfg(test)]
mod tests {
    use super::{Floats, Ints, arrays};

    /// Computes an expression with registers and with arrays, and checks that all bits are equal.
    macro_rules! check {
        ($($kind:ident $a:expr, $b:expr; |$x:ident, $y:ident| $result:expr;)*) => {$(
            let registers = { let [$x, $y] = [$kind::new($a), $kind::new($b)]; $result.numbers().map(f64::from) };
            let expected =
                { let [$x, $y] = [arrays::$kind::new($a), arrays::$kind::new($b)]; $result.numbers().map(f64::from) };
            assert_eq!(registers, expected, stringify!($result));
        )*};
    }

    #[test]
    fn registers_and_arrays_give_the_same_bits() {
        let [a, b] = [[7, u32::MAX, 0x8000_0001, 0x0123_4567], [1, 3, 0xFFFF_0000, 0x89AB_CDEF]];
        let [c, d] = [[1.5, -2.25, 1e30, 0.1], [3.0, 1e-30, 67_108_864.0, 0.3]];
        check! {
            Ints a, b; |x, y| x.plus(y);
            Ints a, b; |x, y| x.minus(y);
            Ints a, b; |x, y| x.and(y);
            Ints a, b; |x, _y| x.shifted_left::<5>();
            Ints a, b; |x, _y| x.shifted_right::<5>();
            Ints a, b; |x, _y| x.arithmetic_shifted_right::<5>();
            Ints a, b; |x, _y| x.running_sum();
            Ints a, b; |x, _y| x.to_floats();
            Ints a, b; |x, y| x.choose(x.to_floats(), y.to_floats());
            Ints a, b; |x, _y| x.shifted_left::<9>().shifted_right::<9>().as_floats();
            Floats c, d; |x, y| x.plus(y);
            Floats c, d; |x, y| x.times(y);
            Floats c, d; |x, _y| x.scaled(0.7);
            Floats c, d; |_x, y| y.truncated();
        }
        assert_eq!(Ints::splat(7).numbers(), arrays::Ints::splat(7).numbers());
    }
}
