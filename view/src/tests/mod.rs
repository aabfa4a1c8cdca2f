//! The server as clients meet it.
