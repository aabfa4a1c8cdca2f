//! Rigmill: source-shaped types, as an importer understood them
