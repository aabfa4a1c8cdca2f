//! Rigmill: source bytes to dom
