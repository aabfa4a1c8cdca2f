//! [`Easing`]: how a value goes from one number to another.

/// How a value goes from one number to another. `rigmill-runtime` has the curves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Easing {
    /// Starts and ends slowly; parabolas.
    #[default]
    InOutQuad,
    /// Ends slowly; a quarter of a sine.
    OutSine,
    /// Starts and ends slowly; half a cosine.
    InOutSine,
    /// Ends slowly; third power.
    OutCubic,
    /// Ends slowly; fourth power.
    OutQuart,
    /// Starts and ends slowly; fourth power.
    InOutQuart,
    /// Ends slowly; 2 to the power of -10 t.
    OutExpo,
}

impl Easing {
    /// Every easing, by number.
    pub const ALL: [Self; 7] = [
        Self::InOutQuad,
        Self::OutSine,
        Self::InOutSine,
        Self::OutCubic,
        Self::OutQuart,
        Self::InOutQuart,
        Self::OutExpo,
    ];

    /// The easing's name, as sources write it: `in-out-quad`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::InOutQuad => "in-out-quad",
            Self::OutSine => "out-sine",
            Self::InOutSine => "in-out-sine",
            Self::OutCubic => "out-cubic",
            Self::OutQuart => "out-quart",
            Self::InOutQuart => "in-out-quart",
            Self::OutExpo => "out-expo",
        }
    }

    /// The number that a file stores.
    #[must_use]
    pub const fn number(self) -> u32 {
        self as u32
    }

    /// The easing with this number, if there is one.
    #[must_use]
    pub fn from_number(number: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|easing| easing.number() == number)
    }
}
