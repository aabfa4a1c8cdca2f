//! Rigmill: the program
