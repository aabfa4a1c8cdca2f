//! Rigmill: importers, processors and writers, and what they share
