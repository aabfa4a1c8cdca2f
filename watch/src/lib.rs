//! Rigmill: file events, coalesced
