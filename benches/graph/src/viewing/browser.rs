//! [`Browser`]: a headless Chromium, controlled through the DevTools protocol.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::socket::Socket;
use crate::failure::Failure;

/// Longer than a browser takes to start and a page to show its first pose.
const PATIENCE: Duration = Duration::from_secs(120);

/// JavaScript that waits for the next pose to be drawn, and for the frame after that.
const NEXT_FRAME: &str = "window.frame = new Promise((done) => new MutationObserver((_, observer) => { \
     observer.disconnect(); requestAnimationFrame(() => requestAnimationFrame(() => done(true))); \
     }).observe(document.documentElement, { attributeFilter: ['data-posed'] })); true";

/// The running browser with one tab.
pub(super) struct Browser {
    child: Child,
    socket: Option<Socket>,
    session: Value,
    last: u64,
}

impl Browser {
    /// Opens a page, and waits until it has drawn a pose. Returns `None` without Chromium.
    pub(super) fn open(address: &str, folder: &Path) -> Result<Option<Self>, Failure> {
        let profile = folder.join("profile");
        let child = Command::new("chromium")
            .args(["--headless", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"])
            .args(["--no-first-run", "--window-size=1200,800", "--remote-debugging-port=0"])
            // The socket sends an origin, which the browser would reject by default.
            .arg("--remote-allow-origins=*")
            .arg(format!("--user-data-dir={}", profile.display()))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let Ok(child) = child else { return Ok(None) };
        let mut browser = Self { child, socket: None, session: Value::Null, last: 0 };
        let port_file = profile.join("DevToolsActivePort");
        let text =
            until("the browser's port", || fs::read_to_string(&port_file).ok().filter(|text| text.contains('\n')))?;
        let (port, path) = text.split_once('\n').unwrap_or_default();
        browser.socket = Some(Socket::open(&format!("127.0.0.1:{port}"), path.trim())?);
        let tab = browser.call("Target.createTarget", &json!({ "url": address }))?["targetId"].clone();
        browser.session =
            browser.call("Target.attachToTarget", &json!({ "targetId": tab, "flatten": true }))?["sessionId"].clone();
        let begun = Instant::now();
        while browser.value("document.documentElement.dataset.posed !== undefined")? != json!(true) {
            if begun.elapsed() > PATIENCE {
                return Err(Failure::View("no pose came in the browser".to_owned()));
            }
            thread::sleep(Duration::from_millis(50));
        }
        Ok(Some(browser))
    }

    /// Begins to wait for the next pose.
    pub(super) fn watch(&mut self) -> Result<(), Failure> {
        self.value(NEXT_FRAME).map(drop)
    }

    /// Waits until that pose is visible.
    pub(super) fn see_frame(&mut self) -> Result<(), Failure> {
        self.value("window.frame").map(drop)
    }

    fn value(&mut self, expression: &str) -> Result<Value, Failure> {
        let question = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        Ok(self.call("Runtime.evaluate", &question)?["result"]["value"].clone())
    }

    fn call(&mut self, method: &str, parameters: &Value) -> Result<Value, Failure> {
        self.last += 1;
        let id = self.last;
        let mut message = json!({ "id": id, "method": method, "params": parameters });
        if !self.session.is_null() {
            message["sessionId"] = self.session.clone();
        }
        let socket = self.socket.as_mut().ok_or_else(|| Failure::View("no browser".to_owned()))?;
        socket.send(&message)?;
        Ok(socket.until(|heard| heard["id"] == id)?["result"].clone())
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The process may already have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> Result<T, Failure> {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return Ok(found);
        }
        if begun.elapsed() > PATIENCE {
            return Err(Failure::View(format!("{what} did not come")));
        }
        thread::sleep(Duration::from_millis(20));
    }
}
