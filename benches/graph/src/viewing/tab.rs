//! [`Tab`]: communicates with the server like a tab, without a browser.

use serde_json::{Value, json};
use tungstenite::Message;

use super::socket::Socket;
use crate::failure::Failure;

/// A session that plays a clip.
pub(super) struct Tab {
    socket: Socket,
    pose: Value,
}

impl Tab {
    /// Connects, and waits until the first build has ended and the clip plays.
    pub(super) fn open(address: &str, skeleton: &str, clip: &str) -> Result<Self, Failure> {
        let mut parts = address.split('/').skip(2);
        let [host, token] = [parts.next(), parts.next()].map(Option::unwrap_or_default);
        let mut socket = Socket::open(host, &format!("/{token}/live"))?;
        socket.until(|heard| heard["tell"] == "build" && heard["number"].as_u64() > Some(0))?;
        let figure = json!({ "plays": [{ "clip": clip, "time": 0 }] });
        let pose = json!({ "ask": "pose", "skeleton": skeleton, "figures": [figure], "ticket": 1 });
        let mut tab = Self { socket, pose };
        // A page also requests the clips that fit.
        tab.socket.send(&json!({ "ask": "clips", "shown": skeleton }))?;
        tab.socket.until(|heard| heard["tell"] == "clips")?;
        tab.see_pose(&[])?;
        Ok(tab)
    }

    /// Waits for the build that made a clip.
    pub(super) fn hear_of(&mut self, clip: &str) -> Result<(), Failure> {
        let is_about = |heard: &Value| {
            heard["assets"].as_array().is_some_and(|assets| assets.iter().any(|asset| asset["name"] == clip))
        };
        self.socket.until(is_about).map(drop)
    }

    /// Requests the pose, which must contain these bytes.
    pub(super) fn see_pose(&mut self, mark: &[u8]) -> Result<(), Failure> {
        self.socket.send(&self.pose)?;
        loop {
            match self.socket.read()? {
                Message::Binary(bytes) if mark.is_empty() || bytes.windows(mark.len()).any(|it| it == mark) => {
                    return Ok(());
                }
                Message::Binary(_) => return Err(Failure::View("the pose is not that of the saved clip".to_owned())),
                Message::Text(text) if text.contains("no-pose") => return Err(Failure::View(text.to_string())),
                _ => {}
            }
        }
    }
}
