//! Tests in a real browser what `rigmill view` shows at first sight.

use std::fs;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::support::browser::Browser;
use crate::support::{Project, repository};
use crate::view::{View, picture, sample};

/// Creates a copy of the sample game with a second robot, Kiev, which has the same bones and its own clips.
fn with_kiev() -> Project {
    let project = sample();
    for (from, to) in [
        ("Models/Grund.fbx", "Models/Kiev.fbx"),
        ("Models/Grund.skeleton.toml", "Models/Kiev.skeleton.toml"),
        ("Animation/Players/Grund/Low_Run.Animation", "Animation/Players/Kiev/Low_Run.Animation"),
        ("Animation/Players/Grund/Low_Idle.Animation", "Animation/Players/Kiev/Low_Idle.Animation"),
    ] {
        project.write(to, fs::read(repository().join("content").join(from)).unwrap());
    }
    let manifest = String::from_utf8(project.read("rigmill.toml")).unwrap();
    project.write("rigmill.toml", manifest.replace("match = \"Models/Grund.fbx\"", "match = \"Models/*.fbx\""));
    project
}

/// Returns a glTF file with a cube at a node called `Root`, which a clip moves by `travel` metres along x within a second.
pub(crate) fn cube(travel: Option<f32>) -> String {
    let corners = (0..8_u8).flat_map(|corner| [0, 1, 2].map(|axis| f32::from(corner >> axis & 1) - 0.5));
    let sides: [[u16; 4]; 6] = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = sides.iter().flat_map(|[a, b, c, d]| [*a, *b, *c, *a, *c, *d]);
    let mut bytes: Vec<u8> = corners.flat_map(f32::to_le_bytes).collect();
    bytes.extend(triangles.flat_map(u16::to_le_bytes));
    bytes.extend([0.0, 1.0].into_iter().flat_map(f32::to_le_bytes));
    bytes.extend([0.0, 0.0, 0.0, travel.unwrap_or(0.0), 0.0, 0.0].into_iter().flat_map(f32::to_le_bytes));
    let clip = r#""animations":[{"name":"Go","channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}],
        "samplers":[{"input":2,"output":3}]}],"#;
    let clip = if travel.is_some() { clip } else { "" };
    let (length, data) = (bytes.len(), STANDARD.encode(&bytes));
    format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"name":"Root","mesh":0}}],{clip}
        "meshes":[{{"name":"Cube","primitives":[{{"attributes":{{"POSITION":0}},"indices":1}}]}}],
        "buffers":[{{"uri":"data:application/octet-stream;base64,{data}","byteLength":{length}}}],
        "bufferViews":[{{"buffer":0,"byteLength":96}},{{"buffer":0,"byteOffset":96,"byteLength":72}},
        {{"buffer":0,"byteOffset":168,"byteLength":8}},{{"buffer":0,"byteOffset":176,"byteLength":24}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":8,"type":"VEC3","min":[-0.5,-0.5,-0.5],"max":[0.5,0.5,0.5]}},
        {{"bufferView":1,"componentType":5123,"count":36,"type":"SCALAR"}},
        {{"bufferView":2,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]}},
        {{"bufferView":3,"componentType":5126,"count":2,"type":"VEC3"}}]}}"#
    )
}

/// Opens an asset, waits until its clips are known, and returns the clip that plays.
fn first_clip(browser: &mut Browser, asset: &str) -> String {
    browser.value(&format!("document.querySelector('#list [data-name=\"{asset}\"]').click()"));
    browser.until(&format!(
        "document.documentElement.dataset.shown === '{asset}' && document.documentElement.dataset.offered === '{asset}'"
    ));
    browser.value("document.documentElement.dataset.clip").as_str().unwrap().to_owned()
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs chromium")]
fn a_model_plays_its_own_clip_and_a_static_one_none() {
    let project = with_kiev();
    project.write("Models/Crate.gltf", cube(None));
    project.write("Models/Lift.gltf", cube(Some(3.0)));
    let view = View::start(&project.root());
    let mut browser = Browser::open(&view.address);
    browser.until("document.documentElement.dataset.shown !== undefined");
    assert_eq!(first_clip(&mut browser, "Models/Kiev.model"), "Animation/Players/Kiev/Low_Run");
    assert_eq!(first_clip(&mut browser, "Models/Grund.model"), "Animation/Players/Grund/Low_Run");
    assert_eq!(first_clip(&mut browser, "Models/Lift.model"), "Models/Lift@Go");
    // The crate's only node has the same name as the root of the robots and the lift.
    assert_eq!(first_clip(&mut browser, "Models/Crate.model"), "");
    browser.assert_no_failures();
}

/// Returns the pixels that differ between two pictures: x and y.
pub(crate) fn different(one: &[Vec<[u8; 3]>], other: &[Vec<[u8; 3]>]) -> Vec<[usize; 2]> {
    let rows = one.iter().zip(other).enumerate();
    let pixels = rows.flat_map(|(y, (one, other))| one.iter().zip(other).enumerate().map(move |(x, it)| ([x, y], it)));
    pixels.filter(|(_, (one, other))| one != other).map(|(at, _)| at).collect()
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs chromium")]
fn a_model_stays_in_the_picture_for_its_whole_clip() {
    let project = Project::new();
    project.write("Lift.gltf", cube(Some(20.0)));
    let view = View::start(&project.root());
    for time in ["0", "1"] {
        let mut browser = Browser::open(&format!("{}#show=Lift.model&time={time}", view.address));
        browser.until("document.documentElement.dataset.surveyed === 'Lift@Go'");
        browser.until(&format!("document.documentElement.dataset.posed === '{time}'"));
        browser.value("document.getElementById('show-ground').click()");
        let with = picture(&mut browser);
        browser.value("document.getElementById('show-mesh').click()");
        let cube = different(&with, &picture(&mut browser));
        assert!(cube.len() > 100, "at {time} s: {} pixels", cube.len());
        let (width, height) = (with[0].len(), with.len());
        let is_inside = cube.iter().all(|[x, y]| (5..width - 5).contains(x) && (5..height - 5).contains(y));
        assert!(is_inside, "at {time} s, the cube is not wholly in the picture");
        browser.assert_no_failures();
    }
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs chromium")]
fn a_robot_that_lies_on_its_side_is_set_upright_and_the_choice_of_an_axis_is_remembered() {
    let project = Project::new();
    project.write("Grund.fbx", fs::read(repository().join("content/Models/Grund.fbx")).unwrap());
    project.write("rigmill.toml", "[[rule]]\nmatch = \"*.fbx\"\nparams = { axes = \"z-up\" }\n");
    let view = View::start(&project.root());
    let mut browser = Browser::open(&view.address);
    browser.until("document.documentElement.dataset.shown === 'Grund.model'");
    assert_eq!(browser.value("document.documentElement.dataset.up"), "z");
    browser.value(
        "{ const up = [...document.querySelectorAll('#display select')].find((it) => it.value === '' && it.options[1].value === 'y'); \
         up.value = '-x'; up.dispatchEvent(new Event('change')); }",
    );
    assert_eq!(browser.value("document.documentElement.dataset.up"), "-x");
    browser.assert_no_failures();
    drop(view);

    let view = View::start(&project.root());
    let mut browser = Browser::open(&view.address);
    browser.until("document.documentElement.dataset.shown === 'Grund.model'");
    browser.until("document.documentElement.dataset.up === '-x'");
    // The address has the last word, so that a link shows the same everywhere.
    let mut other = Browser::open(&format!("{}#up=y", view.address));
    other.until("document.documentElement.dataset.up === 'y'");
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs chromium")]
fn a_thousand_clips_are_grouped_searched_and_stepped_through() {
    let project = with_kiev();
    let idle = project.read("Animation/Players/Grund/Low_Idle.Animation");
    for number in 0..1000 {
        project.write(&format!("Animation/Many/{}/Idle_{number}.Animation", number % 10), &idle);
    }
    let view = View::start(&project.root());
    let mut browser = Browser::open(&format!("{}#show=Models/Kiev.model", view.address));
    browser.until("document.documentElement.dataset.clips > 1000");
    browser.value("document.getElementById('clip-button').click()");
    let rows = "[...document.querySelectorAll('#clip-list .sight > *')].map((it) => it.firstChild.textContent).slice(0, 5).join()";
    assert_eq!(browser.value(rows), "Bind pose,Animation/Players/Kiev,Low_Idle,Low_Run,Animation/Curves");
    let search = |text: &str| {
        format!(
            "(() => {{ const search = document.querySelector('#clips input'); search.value = '{text}'; \
             const begun = performance.now(); search.dispatchEvent(new Event('input')); \
             document.getElementById('clip-list').getBoundingClientRect(); return performance.now() - begun; }})()"
        )
    };
    for text in ["i", "id", "idle", "idle_77", "many/7 idle_77"] {
        let passed = browser.value(&search(text)).as_f64().unwrap();
        assert!(passed < 50.0, "{text}: {passed} ms");
    }
    assert_eq!(browser.value(rows), "Animation/Many/7,Idle_77,Idle_777");
    browser.value(&search("kiev"));
    let press = |key: &str| {
        format!("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true }}))")
    };
    browser.value(&press("ArrowUp"));
    browser.until("document.documentElement.dataset.clip === 'Animation/Players/Kiev/Low_Idle'");
    browser.value(&press("Enter"));
    assert_eq!(browser.value("document.getElementById('clips').hidden"), true);
    browser.value(&press("ArrowUp"));
    browser
        .until("document.documentElement.dataset.clip === '' && document.documentElement.dataset.posed === undefined");
    assert_eq!(browser.value("document.getElementById('clip-button').textContent"), "Bind pose");
    browser.assert_no_failures();
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs chromium")]
fn errors_of_other_assets_are_a_count_that_opens_a_list() {
    let project = sample();
    project.write("Models/Broken.skeleton.toml", "broken");
    let view = View::start(&project.root());
    let mut browser = Browser::open(&format!("{}#show=Models/Grund", view.address));
    browser.until("document.documentElement.dataset.shown === 'Models/Grund.model'");
    browser.until("document.querySelector('#others summary').textContent === '1 error in other assets'");
    let problems = "(({ hidden, textContent }) => hidden ? '' : textContent)(document.getElementById('problems'))";
    assert_eq!(browser.value(problems), "");
    assert_eq!(browser.value("document.getElementById('others').open"), false);
    let mark = "document.querySelector('[data-name=\"Models/Broken.skeleton\"] .count.errors').textContent";
    assert_eq!(browser.value(mark), "✖ 1");
    browser.value("document.querySelector('#others summary').click()");
    browser.value("document.querySelector('#others button').click()");
    browser.until("document.getElementById('problems').textContent.includes('Models/Broken.skeleton.toml:1')");
    assert_eq!(browser.value("document.getElementById('others').hidden"), true);
    browser.value("document.querySelector('[data-name=\"Models/Grund.model\"]').click()");
    browser.until("document.getElementById('problems').hidden && !document.getElementById('others').hidden");
    browser.assert_no_failures();
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs chromium")]
fn warnings_of_the_shown_model_are_a_line_below_it_and_a_count_in_the_list() {
    let project = Project::new();
    for file in ["Models/Grund.fbx", "Models/Textures/Grund_Armour.png", "Models/Textures/Grund_Frame.png"] {
        project.write(file, fs::read(repository().join("content").join(file)).unwrap());
    }
    let view = View::start(&project.root());
    let mut browser = Browser::open(&view.address);
    browser.until("document.documentElement.dataset.shown === 'Models/Grund.model'");
    let line = "document.querySelector('#warnings summary').textContent";
    browser.until(&format!("{line}.startsWith('⚠ 1 warning: ') && {line}.includes('Grund_Armour_Normal')"));
    let mark = "document.querySelector('[data-name=\"Models/Grund.model\"] .count').textContent";
    assert_eq!(browser.value(mark), "⚠ 1");
    assert_eq!(browser.value("document.getElementById('warnings').open"), false);
    fs::remove_file(project.root().join("Models/Textures/Grund_Frame.png")).unwrap();
    browser.until("document.getElementById('warnings').textContent.includes('Grund_Frame')");
    fs::remove_file(project.root().join("Models/Grund.fbx")).unwrap();
    browser.until("document.getElementById('warnings').textContent.includes('Models/Grund.model no longer exists')");
    browser.assert_no_failures();
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs chromium")]
fn bones_are_shown_on_request_and_never_those_of_a_static_model() {
    let project = with_kiev();
    project.write("Models/Crate.gltf", cube(None));
    let view = View::start(&project.root());
    let mut browser = Browser::open(&format!("{}#show=Models/Grund.model&time=0.2", view.address));
    browser.until("document.documentElement.dataset.offered === 'Models/Grund.model'");
    browser.until("Math.abs(document.documentElement.dataset.posed - 0.2) < 1e-6");
    let pressed = "document.getElementById('show-bones').getAttribute('aria-pressed')";
    assert_eq!(browser.value(pressed), "false");
    let orange = |rows: &[Vec<[u8; 3]>]| {
        rows.iter().flatten().filter(|[r, g, b]| *r > 150 && *g > 50 && *g < 130 && *b < 90).count()
    };
    let without = picture(&mut browser);
    browser.value("document.getElementById('show-bones').click()");
    let with = picture(&mut browser);
    assert!(different(&without, &with).len() > 300, "no bones are drawn");
    let [before, after] = [&without, &with].map(|rows| orange(rows));
    assert!(10 * after > 8 * before, "bones hide the armour: {after} of {before} orange pixels are left");

    // The wish applies to all models that have bones.
    first_clip(&mut browser, "Models/Kiev.model");
    assert_eq!(browser.value(pressed), "true");
    first_clip(&mut browser, "Models/Crate.model");
    browser.until("document.getElementById('show-bones').disabled");
    first_clip(&mut browser, "Models/Grund.skeleton");
    assert_eq!(browser.value(pressed), "true");
    browser.assert_no_failures();
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs chromium")]
fn a_link_opens_what_was_shown_and_going_back_works() {
    let project = with_kiev();
    let view = View::start(&project.root());
    let mut browser = Browser::open(&format!("{}#show=Models/Kiev", view.address));
    let clip = |name: &str| format!("document.documentElement.dataset.clip === 'Animation/Players/{name}'");
    let shows = |name: &str| format!("document.documentElement.dataset.shown === 'Models/{name}.model'");
    browser.until(&clip("Kiev/Low_Run"));
    browser.until("location.hash === '#show=Models/Kiev.model&clip=Animation/Players/Kiev/Low_Run'");
    first_clip(&mut browser, "Models/Grund.model");
    browser.until("location.hash === '#show=Models/Grund.model&clip=Animation/Players/Grund/Low_Run'");

    // A change of the address in the open page.
    browser.value("location.hash = '#show=Models/Kiev.model&clip=Animation/Players/Kiev/Low_Idle&time=0.25&camera=10,20,7,0,1,0&panel=Curves'");
    browser.until(&shows("Kiev"));
    browser.until(&clip("Kiev/Low_Idle"));
    browser.until("document.documentElement.dataset.posed === '0.25'");
    assert_eq!(browser.value("document.querySelector('#side [aria-selected=true]').textContent"), "Curves");
    // The address is updated after a moment, and stays the same if nothing has changed.
    let pause = "new Promise((done) => setTimeout(done, 500))";
    browser.value(&format!("{pause}.then(() => {{ document.documentElement.dataset.paused = 1; }})"));
    browser.until("document.documentElement.dataset.paused === '1'");
    let hash = browser.value("location.hash");
    let expected =
        "#show=Models/Kiev.model&clip=Animation/Players/Kiev/Low_Idle&time=0.25&camera=10,20,7,0,1,0&panel=Curves";
    assert_eq!(hash, expected);

    browser.value("history.back()");
    browser.until(&shows("Grund"));
    browser.until(&clip("Grund/Low_Run"));
    browser.value("history.back()");
    browser.until(&clip("Kiev/Low_Run"));
    browser.value("history.go(2)");
    browser.until(&clip("Kiev/Low_Idle"));

    // A camera or an axis in the address applies to what is shown. Without one, everything is in view again.
    browser.value("location.hash = '#show=Models/Kiev.model&camera=90,10,4&up=-x'");
    browser.until("document.documentElement.dataset.up === '-x'");
    browser.until("location.hash.includes('camera=90,10,4,')");
    browser.value("location.hash = '#show=Models/Kiev.model'");
    browser.until("location.hash.includes('clip=') && !location.hash.includes('camera=')");
    // Times are within the clip, and what is not a time has no effect.
    browser.value("location.hash = '#show=Models/Kiev.model&clip=Animation/Players/Kiev/Low_Idle&time=999'");
    browser.until("/^([\\d.]+) \\/ \\1 s$/.test(document.getElementById('time').textContent)");
    browser.value("location.hash = '#show=Models/Kiev.model&clip=Animation/Players/Kiev/Low_Idle&time=abc'");
    browser.until("!location.hash.includes('time=')");
    assert_eq!(browser.value("document.getElementById('problems').hidden"), true);
    browser.assert_no_failures();

    let mut other = Browser::open(&format!("{}{expected}", view.address));
    other.until("document.documentElement.dataset.posed === '0.25'");
    other.until("document.querySelector('#side [aria-selected=true]').textContent === 'Curves'");
    other.value("location.hash = '#show=Models/Nobody'");
    other.until("document.getElementById('problems').textContent.includes('no asset is called Models/Nobody')");
}

/// JavaScript that lists texts with too little contrast, and headings that skip a level.
const FLAWS: &str = r#"(() => {
    const numbers = (colour) => colour.match(/[\d.]+/g).map(Number);
    const light = (colour) => {
        const [r, g, b] = numbers(colour).slice(0, 3).map((it) => it / 255).map((it) => (it <= 0.04045 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const isOpaque = (colour) => (numbers(colour)[3] ?? 1) === 1;
    const back = (element) => {
        const colour = getComputedStyle(element).backgroundColor;
        return isOpaque(colour) || !element.parentElement ? colour : back(element.parentElement);
    };
    const texts = [...document.querySelectorAll('#assets *, #side *, #player *, #switches *')].filter((element) =>
        element.checkVisibility() && !element.disabled && !element.closest('.hidden') && [...element.childNodes].some((it) => it.nodeType === 3 && it.data.trim()));
    const pale = texts.filter((element) => {
        const [a, b] = [getComputedStyle(element).color, back(element)].map(light).sort((a, b) => b - a);
        return (a + 0.05) / (b + 0.05) < 4.5;
    }).map((element) => `${element.textContent} has too little contrast`);
    const levels = [...document.querySelectorAll('h1, h2, h3, h4')].filter((it) => it.checkVisibility()).map((it) => Number(it.tagName[1]));
    const skipped = levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1).map((level) => `a heading of level ${level} comes too early`);
    return [texts.length > 20 ? '' : 'too few texts', ...pale, ...skipped].filter(Boolean).join();
})()"#;

#[test]
#[cfg_attr(not(chromium), ignore = "needs chromium")]
fn the_page_is_accessible_by_key_and_eye() {
    let project = sample();
    let view = View::start(&project.root());
    let mut browser = Browser::open(&format!("{}#show=Models/Grund.model", view.address));
    browser.until("document.documentElement.dataset.surveyed !== undefined");
    for theme in ["light", "dark"] {
        browser.value(&format!("document.documentElement.dataset.theme = '{theme}'"));
        // Colours change gradually.
        browser.until(&format!("{FLAWS} === ''"));
        assert_eq!(browser.value(FLAWS), "", "{theme}");
    }

    let press = |key: &str| {
        format!(
            "document.getElementById('canvas').dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true }}))"
        )
    };
    browser.value("document.getElementById('play').click()");
    let first = picture(&mut browser);
    for key in ["ArrowLeft", "ArrowUp", "+"] {
        let before = picture(&mut browser);
        browser.value(&press(key));
        assert!(!different(&before, &picture(&mut browser)).is_empty(), "{key}");
    }
    assert_eq!(browser.value("document.documentElement.dataset.shown"), "Models/Grund.model");
    let near = picture(&mut browser);
    browser.value(&press("Home"));
    assert!(!different(&near, &picture(&mut browser)).is_empty() && !first.is_empty());
    browser.value(&press("?"));
    assert_eq!(browser.value("document.getElementById('keys').open"), true);
    browser.value("document.querySelector('#keys button').click()");

    browser.resize(390, 800);
    let tops = "new Set([...document.querySelectorAll('#transport button, #transport select')].filter((it) => it.checkVisibility()) \
        .map((it) => Math.round(it.getBoundingClientRect().top / 8))).size";
    assert_eq!(browser.value(tops), 1, "the buttons of the player are on several rows");
    let title = "(() => { const title = document.getElementById('name'); const switches = document.getElementById('switches'); \
        return title.scrollWidth <= title.clientWidth && title.getBoundingClientRect().top >= switches.getBoundingClientRect().bottom; })()";
    assert_eq!(browser.value(title), true, "the title is cut off or covered");
    browser.assert_no_failures();
}

/// Returns what axe finds in the page as it is now.
fn flaws_by_axe(browser: &mut Browser) -> String {
    let run = "delete document.documentElement.dataset.axe; axe.run().then(({ violations }) => { \
        document.documentElement.dataset.axe = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`).join('\\n') })";
    browser.value(run);
    browser.until("document.documentElement.dataset.axe !== undefined");
    browser.value("document.documentElement.dataset.axe").as_str().unwrap().to_owned()
}

#[test]
#[cfg_attr(not(all(chromium, axe)), ignore = "needs chromium and RIGMILL_AXE, the npm package axe-core")]
fn axe_finds_nothing_in_any_panel() {
    let project = sample();
    let view = View::start(&project.root());
    let mut browser = Browser::open(&format!("{}#show=Models/Grund.model", view.address));
    browser.until("document.documentElement.dataset.surveyed !== undefined");
    browser.value(&fs::read_to_string(crate::support::outside("RIGMILL_AXE").join("axe.min.js")).unwrap());
    let tabs = "document.querySelectorAll('#side [role=tab]')";
    let count = browser.value(&format!("{tabs}.length")).as_u64().unwrap();
    for theme in ["light", "dark"] {
        browser.value(&format!("document.documentElement.dataset.theme = '{theme}'"));
        // Colours change gradually.
        browser.until(&format!("{FLAWS} === ''"));
        for tab in 0..count {
            browser.value(&format!("{tabs}[{tab}].click()"));
            assert_eq!(flaws_by_axe(&mut browser), "", "{theme}, panel {tab}");
        }
        for open in ["clip", "open-keys", "open-graph"] {
            browser.value(&format!("document.getElementById('{open}').click()"));
            assert_eq!(flaws_by_axe(&mut browser), "", "{theme}, {open}");
            browser.value("document.querySelector('dialog[open] button')?.click()");
        }
        browser.value("document.getElementById('open-graph').click()");
        browser.value("document.getElementById('open-home').click()");
        browser.until("document.querySelectorAll('.card').length > 20");
        assert_eq!(flaws_by_axe(&mut browser), "", "{theme}, overview");
        browser.value("document.getElementById('open-home').click()");
    }
    browser.assert_no_failures();
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs chromium")]
fn a_clip_that_is_not_compressed_is_not_compared_and_an_empty_project_says_what_to_do() {
    let project = sample();
    let view = View::start(&project.root());
    let mut browser =
        Browser::open(&format!("{}#clip=Animation/Players/Grund/Low_Run&panel=Compression", view.address));
    let note = "document.querySelector('[aria-label=Compression] [role=status]').textContent";
    browser.until("document.documentElement.dataset.clip === 'Animation/Players/Grund/Low_Run'");
    browser.until(&format!("{note}.startsWith('This clip is not compressed.')"));
    assert_eq!(browser.value("document.documentElement.dataset.worst"), serde_json::Value::Null);
    browser.assert_no_failures();
    drop(view);

    let empty = Project::new();
    empty.write("rigmill.toml", "");
    let view = View::start(&empty.root());
    let mut browser = Browser::open(&view.address);
    browser.until("document.getElementById('facts').textContent.includes('put models, clips, textures')");
    browser.assert_no_failures();
}
