//! The codes of the writers' diagnostics.

/// R0090: content violates a rule of its content type.
pub const INVALID_CONTENT: &str = "R0090";
/// R0091: content is too large for its file.
pub const TOO_LARGE: &str = "R0091";
/// R0092: a target cannot store all of the content.
pub const LOST: &str = "R0092";
/// R0093: game data cannot be written as its root type.
pub const DATA_TYPE: &str = "R0093";
/// R0094: game data cannot be written field by field.
pub const DATA_FIELDS: &str = "R0094";
/// R0159: a motion cannot be written as deltas.
pub const MOTION_DELTAS: &str = "R0159";
/// R0173: curve streams cannot store all of a clip.
pub const STREAM_LOSS: &str = "R0173";
/// R0267: a motion does not end on a whole frame.
pub const MOTION_PART_OF_FRAME: &str = "R0267";

/// Every code with its title, in order.
pub const ALL: &[(&str, &str)] = &[
    (INVALID_CONTENT, "content violates a rule of its content type"),
    (TOO_LARGE, "content is too large for its file"),
    (LOST, "a target cannot store all of the content"),
    (DATA_TYPE, "game data cannot be written as its root type"),
    (DATA_FIELDS, "game data cannot be written field by field"),
    (MOTION_DELTAS, "a motion cannot be written as deltas"),
    (STREAM_LOSS, "curve streams cannot store all of a clip"),
    (MOTION_PART_OF_FRAME, "a motion does not end on a whole frame"),
];
