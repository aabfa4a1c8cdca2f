//! Rigmill: runtime-shaped types and their byte layouts
