//! Rigmill: loads content and plays it
