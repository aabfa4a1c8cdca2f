//! Rigmill: dom to format types
