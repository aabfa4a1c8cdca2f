//! As much of HTTP/1.1 as a page needs: one GET a connection, without a body.

mod refusal;
mod request;
mod response;

pub(crate) use refusal::Refusal;
pub(crate) use request::Request;
pub(crate) use response::{Kind, refuse, respond, switch_to_websocket};
