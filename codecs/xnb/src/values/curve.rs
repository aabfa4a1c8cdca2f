//! XNA's `Curve`.

use crate::field::{numbered, record};

numbered! {
    /// The behaviour of a curve outside its keys.
    pub enum CurveLoopType {
        Constant = 0,
        Cycle = 1,
        CycleOffset = 2,
        Oscillate = 3,
        Linear = 4,
    }
}

numbered! {
    /// The behaviour of a curve between a key and the next key.
    pub enum CurveContinuity {
        Smooth = 0,
        Step = 1,
    }
}

record! {
    /// A number that changes over time: keys with tangents, and loop types for times outside the keys.
    pub struct Curve {
        /// The behaviour before the first key.
        pub pre_loop: CurveLoopType,
        /// The behaviour after the last key.
        pub post_loop: CurveLoopType,
        /// The keys. In files written by XNA, they are sorted by position.
        pub keys: Vec<CurveKey>,
    }
}

record! {
    /// A key of a [`Curve`]. A tangent is a slope multiplied by the length of its segment: the change in value over the whole
    /// segment.
    pub struct CurveKey {
        /// The time.
        pub position: f32,
        /// The value.
        pub value: f32,
        /// The tangent of the segment that ends here.
        pub tangent_in: f32,
        /// The tangent of the segment that starts here.
        pub tangent_out: f32,
        /// The behaviour until the next key.
        pub continuity: CurveContinuity,
    }
}
