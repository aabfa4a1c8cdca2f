//! Tests of root motion through the public interface. They are a program of their own, because its numbers must be the same at
//! every optimisation level, and this compiles faster than all of the runtime's tests.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod motions;
