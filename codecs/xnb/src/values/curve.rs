//! XNA's Curve.

use crate::field::{numbered, record};

numbered! {
    /// What a curve does beyond its keys.
    pub enum CurveLoopType {
        Constant = 0,
        Cycle = 1,
        CycleOffset = 2,
        Oscillate = 3,
        Linear = 4,
    }
}

numbered! {
    /// What a curve does between a key and the next.
    pub enum CurveContinuity {
        Smooth = 0,
        Step = 1,
    }
}

record! {
    /// A curve.
    pub struct Curve {
        /// What the curve does before its first key.
        pub pre_loop: CurveLoopType,
        /// What the curve does after its last key.
        pub post_loop: CurveLoopType,
        /// The keys, in the order of their positions in files of XNA's.
        pub keys: Vec<CurveKey>,
    }
}

record! {
    /// A key of a [`Curve`]. A tangent is the difference of values that its slope makes over the whole segment.
    pub struct CurveKey {
        /// The time.
        pub position: f32,
        /// The value.
        pub value: f32,
        /// The tangent of the segment that ends here.
        pub tangent_in: f32,
        /// The tangent of the segment that starts here.
        pub tangent_out: f32,
        /// What the curve does until the next key.
        pub continuity: CurveContinuity,
    }
}
