//! Rigmill: format types to file bytes
