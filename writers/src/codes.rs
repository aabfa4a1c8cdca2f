//! The codes of the writers' diagnostics.

/// R0090: content breaks a rule of its type.
pub const INVALID_CONTENT: &str = "R0090";
/// R0091: content is too large for its file.
pub const TOO_LARGE: &str = "R0091";
/// R0092: a target cannot represent all of the content.
pub const LOST: &str = "R0092";
/// R0093: game data has the wrong type for its file.
pub const DATA_TYPE: &str = "R0093";
/// R0094: game data cannot be written field by field.
pub const DATA_FIELDS: &str = "R0094";
/// R0159: a motion cannot be expressed as deltas.
pub const MOTION_DELTAS: &str = "R0159";
/// R0173: a curve clip does not fit into curve streams.
pub const STREAM_LOSS: &str = "R0173";
/// R0267: a motion does not end on a whole frame.
pub const MOTION_PART_OF_FRAME: &str = "R0267";

/// Every code with its title, in order.
pub const ALL: &[(&str, &str)] = &[
    (INVALID_CONTENT, "content breaks a rule of its type"),
    (TOO_LARGE, "content is too large for its file"),
    (LOST, "a target cannot hold all of the content"),
    (DATA_TYPE, "game data has the wrong type for its file"),
    (DATA_FIELDS, "game data cannot be written field by field"),
    (MOTION_DELTAS, "a motion cannot be expressed as deltas"),
    (STREAM_LOSS, "a curve clip does not fit into curve streams"),
    (MOTION_PART_OF_FRAME, "a motion does not end on a whole frame"),
];
