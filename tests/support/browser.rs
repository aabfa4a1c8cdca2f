//! Tabs of a headless Chromium, driven by the DevTools protocol.

use std::fs;
use std::io::ErrorKind;
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::{Error, Message, WebSocket};

use super::watching::PATIENCE;

/// The interval at which a page is checked.
const MOMENT: Duration = Duration::from_millis(20);

/// The browser of all tests of this program. It ends with the program.
static CHROMIUM: LazyLock<Chromium> = LazyLock::new(Chromium::start);

/// A running Chromium.
struct Chromium {
    /// The address of its protocol, without the scheme.
    address: String,
    _guard: Child,
    _profile: TempDir,
}

impl Chromium {
    fn start() -> Self {
        let profile = TempDir::new().unwrap();
        let options = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--use-angle=swiftshader",
            "--enable-unsafe-swiftshader",
            "--no-first-run",
            "--remote-debugging-port=0",
            // Each tab is drawn as if it were the only one.
            "--disable-backgrounding-occluded-windows",
            "--disable-renderer-backgrounding",
            "--disable-background-timer-throttling",
        ];
        // Standard input closes when the program ends, however it ends. Then the shell ends the browser, and removes its files.
        let script = "chromium \"$@\" --user-data-dir=\"$0\" </dev/null & cat; kill $!; wait $!; rm -rf \"$0\"";
        let guard = Command::new("sh")
            .args(["-c", script])
            .arg(profile.path())
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let port_file = profile.path().join("DevToolsActivePort");
        let address = until("the browser's port", || {
            let text = fs::read_to_string(&port_file).ok()?;
            text.split_once('\n').map(|(port, path)| format!("127.0.0.1:{port}{path}"))
        });
        Self { address, _guard: guard, _profile: profile }
    }
}

/// A tab with storage of its own.
pub(crate) struct Browser {
    socket: WebSocket<TcpStream>,
    context: Value,
    session: Option<String>,
    last: u64,
    /// Exceptions and console errors, such as policy violations and failed requests.
    pub(crate) failures: Vec<String>,
}

impl Browser {
    /// Opens a page in a new tab.
    pub(crate) fn open(address: &str) -> Self {
        let protocol = &CHROMIUM.address;
        let stream = TcpStream::connect(protocol.split('/').next().unwrap()).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let (socket, _) = tungstenite::client(format!("ws://{protocol}"), stream).unwrap();
        let mut browser = Self { socket, context: Value::Null, session: None, last: 0, failures: Vec::new() };
        browser.attach();
        browser.call("Page.navigate", &json!({ "url": address }));
        browser
    }

    /// Opens a tab and listens for its errors.
    fn attach(&mut self) {
        self.context = self.call("Target.createBrowserContext", &json!({}))["browserContextId"].clone();
        let window = json!({
            "url": "about:blank", "browserContextId": self.context, "newWindow": true, "width": 1200, "height": 800,
        });
        let tab = self.call("Target.createTarget", &window)["targetId"].clone();
        let session =
            self.call("Target.attachToTarget", &json!({ "targetId": tab, "flatten": true }))["sessionId"].clone();
        self.session = Some(session.as_str().unwrap().to_owned());
        for domain in ["Page.enable", "Runtime.enable", "Log.enable"] {
            self.call(domain, &json!({}));
        }
    }

    /// Calls a method of the protocol.
    fn call(&mut self, method: &str, parameters: &Value) -> Value {
        self.last += 1;
        let mut message = json!({ "id": self.last, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.socket.send(Message::text(message.to_string())).unwrap();
        loop {
            let text = match self.socket.read() {
                Ok(Message::Text(text)) => text,
                Err(Error::Io(error)) if error.kind() != ErrorKind::Interrupted => panic!("{method}: {error}"),
                Err(Error::Io(_)) | Ok(_) => continue,
                Err(error) => panic!("{method}: {error}"),
            };
            let heard: Value = serde_json::from_str(&text).unwrap();
            self.note(&heard);
            if heard["id"] == self.last {
                assert!(heard["error"].is_null(), "{method}: {heard}");
                return heard["result"].clone();
            }
        }
    }

    fn note(&mut self, event: &Value) {
        let is_error = event["params"]["entry"]["level"] == "error";
        if event["method"] == "Runtime.exceptionThrown" || (event["method"] == "Log.entryAdded" && is_error) {
            self.failures.push(event["params"].to_string());
        }
    }

    /// Returns the value of a JavaScript expression in the page.
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        let answer = self.call("Runtime.evaluate", &json!({ "expression": expression, "returnByValue": true }));
        answer["result"]["value"].clone()
    }

    /// Waits until a JavaScript expression is true.
    pub(crate) fn until(&mut self, expression: &str) {
        let begun = Instant::now();
        while self.value(expression) != true {
            if begun.elapsed() >= PATIENCE {
                let page = self.value("document.body.innerText");
                panic!("waited in vain: {expression}\n{page}\n{:#?}", self.failures);
            }
            thread::sleep(MOMENT);
        }
    }

    /// Changes the size of the page, in pixels.
    pub(crate) fn resize(&mut self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", &size);
    }

    /// Tells pages that the user prefers less movement.
    pub(crate) fn prefer_reduced_motion(&mut self) {
        let features = json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
        self.call("Emulation.setEmulatedMedia", &features);
    }

    /// Asserts that neither the page nor the browser has reported a failure.
    pub(crate) fn assert_no_failures(&mut self) {
        let page =
            self.value("document.documentElement.dataset.failures && document.getElementById('problems').innerText");
        assert!(page.is_null() && self.failures.is_empty(), "{page}\n{:#?}", self.failures);
    }

    /// Returns the visible part of the page as rows of pixels: r, g, b. Whatever the page draws in its next frame is visible.
    pub(crate) fn screenshot(&mut self) -> Vec<Vec<[u8; 3]>> {
        let drawn = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))";
        self.call("Runtime.evaluate", &json!({ "expression": drawn, "awaitPromise": true }));
        let shot = self.call("Page.captureScreenshot", &json!({ "format": "png" }));
        let bytes = STANDARD.decode(shot["data"].as_str().unwrap()).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        let samples = info.color_type.samples();
        pixels.chunks(info.line_size).map(|row| row.chunks(samples).map(|it| [it[0], it[1], it[2]]).collect()).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.session = None;
        // Fails if the connection is what failed.
        let message = json!({ "id": 0, "method": "Target.disposeBrowserContext", "params": { "browserContextId": self.context } });
        let _ = self.socket.send(Message::text(message.to_string()));
    }
}

/// Waits for something, for much longer than it takes.
fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < PATIENCE, "waited in vain: {what}");
        thread::sleep(MOMENT);
    }
}
