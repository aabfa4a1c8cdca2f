//! The subset of HTTP/1.1 that the page needs: one GET request per connection, without a body.

mod refusal;
mod request;
mod response;

pub(crate) use refusal::Refusal;
pub(crate) use request::Request;
pub(crate) use response::{Kind, refuse, respond, switch_to_websocket};
