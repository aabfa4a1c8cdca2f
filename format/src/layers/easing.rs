//! [`Easing`]: how a value changes from one number to another.

use crate::layout::numbered;

numbered! {
    /// How a value changes from one number to another. `rigmill-runtime` implements the curves.
    #[derive(Default)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub enum Easing: u32 {
        /// Starts and ends slowly; quadratic.
        #[default]
        InOutQuad = 0, "in-out-quad";
        /// Ends slowly; a quarter of a sine wave.
        OutSine = 1, "out-sine";
        /// Starts and ends slowly; half a cosine wave.
        InOutSine = 2, "in-out-sine";
        /// Ends slowly; cubic.
        OutCubic = 3, "out-cubic";
        /// Ends slowly; quartic (fourth power).
        OutQuart = 4, "out-quart";
        /// Starts and ends slowly; quartic (fourth power).
        InOutQuart = 5, "in-out-quart";
        /// Ends slowly; 2 to the power of -10 t.
        OutExpo = 6, "out-expo";
    }
}
