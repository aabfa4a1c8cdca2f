//! Uniform clips: a key a frame for whatever moves.

mod make;
#[cfg(test)]
mod tests;

pub use make::uniform_clip;
