//! The WebAssembly module of Rigmill's runtime. Only `rigmill.js` calls its functions, so they can change with every release.
//!
//! - `boundary`: how texts and files get into the module, and texts and failures out of it.
//! - `table`: the objects for which JavaScript has handles.
//! - `content`, `player`, `skin`: the exported functions, by object.
//!
//! A function that can fail returns a negative number, and its message is the output text. All code is safe: JavaScript
//! writes only to buffers that the module has allocated for it.

#![expect(unsafe_code, reason = "exported names must be unique")]

mod boundary;
mod content;
mod player;
mod skin;
mod table;
