//! Rigmill: the build graph
