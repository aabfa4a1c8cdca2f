//! Measures the time of a frame of the viewer's page.

use crate::support::browser::Browser;
use crate::view::{View, sample};

/// JavaScript that measures frames until `window.stop` is set: the work for each pose, and the drawing of each picture. The page
/// connects again, so that its messages are measured too.
const METER: &str = r"{
    const meter = window.meter = { poses: [], pictures: [], calls: 0, drawn: [] };
    const request = window.requestAnimationFrame;
    window.requestAnimationFrame = (draw) => request.call(window, (now) => {
        const [begun, calls] = [performance.now(), meter.calls];
        draw(now);
        if (meter.calls > calls) {
            meter.pictures.push(performance.now() - begun);
            meter.drawn.push(meter.calls - calls);
        }
    });
    for (const name of ['drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced']) {
        const draw = WebGL2RenderingContext.prototype[name];
        WebGL2RenderingContext.prototype[name] = function (...parts) {
            meter.calls += 1;
            return draw.apply(this, parts);
        };
    }
    const { set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
    Object.defineProperty(WebSocket.prototype, 'onmessage', { set(receive) {
        set.call(this, async (event) => {
            const begun = performance.now();
            receive(event);
            // The promise of the response resolves within a few steps, before anything else runs.
            for (let step = 0; step < 20; step++) {
                await null;
            }
            if (event.data instanceof ArrayBuffer) {
                meter.poses.push(performance.now() - begun);
            }
        });
    } });
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        WebSocket.prototype.send = send;
        this.close();
    };
}";

/// JavaScript that returns the mean times in milliseconds, and the number of draw calls of a picture.
const RESULT: &str = "(() => { const mean = (all) => all.reduce((a, b) => a + b, 0) / all.length; const { poses, pictures, drawn } = window.meter; \
    return [mean(poses), mean(pictures), mean(drawn)]; })()";

/// Prints a row of the table in `docs/performance.md` for each size of a crowd.
#[test]
#[ignore = "a measurement that takes about two minutes: see docs/performance.md"]
fn the_time_of_a_frame_is_measured() {
    let project = sample();
    let view = View::start(&project.root());
    println!("| characters | pose | picture | draw calls |\n|---:|---:|---:|---:|");
    for count in [1, 100] {
        let shown = "show=Models/Grund.model&clip=Animation/Players/Grund/Low_Run";
        let mut browser = Browser::open(&format!("{}#{shown}&crowd={count}", view.address));
        browser.until(&format!("document.documentElement.dataset.figures === '{count}'"));
        browser.value(METER);
        browser.until("window.meter.poses.length > 5");
        browser.value("Object.values(window.meter).forEach((it) => { if (Array.isArray(it)) { it.length = 0; } })");
        browser.until("window.meter.poses.length >= 30 && window.meter.pictures.length >= 30");
        let [pose, picture, calls]: [f64; 3] = serde_json::from_value(browser.value(RESULT)).unwrap();
        println!("| {count} | {pose:.1} ms | {picture:.1} ms | {calls:.0} |");
        browser.assert_no_failures();
    }
}
