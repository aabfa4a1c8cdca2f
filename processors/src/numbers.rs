//! Parameter types for numbers in a range. A value out of range is rejected at its position in the manifest.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Defines number types. For each type: the name, the primitive type, the default (if any), the range, and the range in words.
macro_rules! numbers {
    ($( $(#[$meta:meta])* $name:ident: $primitive:ty $(= $default:expr)?, $in_range:expr, $expected:expr; )*) => { $(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $name($primitive);

        impl $name {
            /// The number.
            #[must_use]
            pub const fn get(self) -> $primitive {
                self.0
            }
        }

        $(impl Default for $name {
            fn default() -> Self {
                Self($default)
            }
        })?

        impl TryFrom<$primitive> for $name {
            type Error = String;

            fn try_from(number: $primitive) -> Result<Self, String> {
                let in_range: fn($primitive) -> bool = $in_range;
                let refused = || format!("{number} is out of range, expected {}", $expected);
                in_range(number).then_some(Self(number)).ok_or_else(refused)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::try_from(<$primitive>::deserialize(deserializer)?).map_err(de::Error::custom)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.0.serialize(serializer)
            }
        }
    )* };
}

numbers! {
    /// A number of keys per second: above 0, at most [`SampleRate::MAX`].
    SampleRate: f64, |it| it > 0.0 && it <= SampleRate::MAX, "more than 0 and at most 1000 keys per second";

    /// A limit in the track's own unit, below which components become zero: finite, at least 0.
    SnapLimit: f64 = 0.0, |it| it >= 0.0 && it.is_finite(), "a finite number of at least 0";

    /// A number of keys, above 0.
    KeyCount: u32, |it| it > 0, "at least 1 key";

    /// A number of pixels, above 0.
    PixelCount: u64, |it| it > 0, "at least 1 pixel";

    /// The maximum number of bones per vertex: 4, which every GPU supports, or 8.
    Weights: u32 = 4, |it| matches!(it, 4 | 8), "4 or 8";

    /// A scale factor: above 0 and finite.
    ScaleFactor: f64 = 1.0, |it| it > 0.0 && it.is_finite(), "a finite number above 0";

    /// An angle in degrees: finite.
    Degrees: f64 = 0.0, |it| it.is_finite(), "a finite number";

    /// A distance: above 0 and finite.
    Distance: f64 = 0.03, |it| it > 0.0 && it.is_finite(), "a finite number above 0";

    /// The maximum error of positions: at least 0.00001 (rounding to single precision causes smaller errors) and finite.
    MaxError: f64, |it| it >= 1e-5 && it.is_finite(), "a finite number of at least 0.00001";

    /// A length in millimetres: above 0, at most 1000.
    Millimetres: f64 = 0.1, |it| it > 0.0 && it <= 1e3, "more than 0 and at most 1000 mm";

    /// A length in centimetres: above 0, at most 100,000.
    Centimetres: f64 = 3.0, |it| it > 0.0 && it <= 1e5, "more than 0 and at most 100000 cm";

    /// A width or height in pixels: 1 to [`TextureSize::MAX`].
    TextureSize: u32 = TextureSize::MAX, |it| (1..=TextureSize::MAX).contains(&it),
        format_args!("1 to {} pixels", TextureSize::MAX);

    /// A duration in seconds: above 0, at most 86,400 (one day).
    Seconds: f64 = 600.0, |it| it > 0.0 && it <= 86_400.0, "more than 0 and at most 86400 s";

    /// The number of bits after the binary point in fixed-point numbers: at most 30.
    QuantumBits: u32 = 20, |it| it <= rigmill_format::motion::MAX_QUANTUM_BITS,
        format_args!("0 to {}", rigmill_format::motion::MAX_QUANTUM_BITS);
}

impl SampleRate {
    /// The highest rate, in keys per second.
    pub const MAX: f64 = 1000.0;
}

impl TextureSize {
    /// The largest width or height, in pixels.
    pub const MAX: u32 = rigmill_format::MAX_TEXTURE_SIZE;
}

impl Seconds {
    /// Returns the number of whole samples at this rate (in samples per second).
    #[must_use]
    pub fn samples(self, rate: u32) -> u64 {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "far below 2^64, and above 0")]
        let samples = (self.0 * f64::from(rate)) as u64;
        samples
    }
}

impl Millimetres {
    /// Returns the length in metres.
    #[must_use]
    pub fn metres(self) -> f64 {
        self.0 / 1e3
    }
}

impl Centimetres {
    /// Returns the length in metres.
    #[must_use]
    pub fn metres(self) -> f64 {
        self.0 / 1e2
    }
}
