//! Tests in a real browser the overview of `rigmill view`, and which panels and messages belong to what is shown.

use std::fs;

use serde_json::{Value, json};

use crate::support::browser::Browser;
use crate::support::{Project, repository};
use crate::view::{View, sample};
use crate::view_first_look::{cube, different};

/// Returns the names of the cards, in their order.
fn cards(browser: &mut Browser) -> Vec<String> {
    let names = "[...document.querySelectorAll('.card')].map((it) => it.dataset.name)";
    serde_json::from_value(browser.value(names)).unwrap()
}

/// Waits until the picture of a card has loaded, and returns its address.
fn picture_of(browser: &mut Browser, name: &str) -> String {
    let image = format!("document.querySelector('.card[data-name=\"{name}\"] img')");
    browser.until(&format!("{image}?.naturalWidth === 128"));
    browser.value(&format!("{image}.getAttribute('src')")).as_str().unwrap().to_owned()
}

/// Creates a project with a cube that moves, two that do not, and a source that is broken.
fn cubes() -> Project {
    let project = Project::new();
    project.write("Props/Lift.gltf", cube(Some(3.0)));
    project.write("Props/Rock.gltf", cube(None).replace("\"Root\"", "\"Stone\""));
    project.write("Props/Idle.gltf", cube(None).replace("\"Root\"", "\"Base\""));
    project.write("Broken.gltf", "{");
    project
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs chromium")]
fn the_overview_shows_filters_searches_and_opens_models_and_clips() {
    let project = cubes();
    let view = View::start(&project.root());
    let mut browser = Browser::open(&format!("{}#home", view.address));
    browser.until("document.querySelectorAll('.card').length === 5");
    assert_eq!(
        cards(&mut browser),
        ["Broken", "Props/Idle.model", "Props/Lift.model", "Props/Rock.model", "Props/Lift@Go"]
    );
    assert_eq!(picture_of(&mut browser, "Props/Rock.model"), "thumbnail/Props/Rock.model");
    assert_eq!(picture_of(&mut browser, "Props/Lift@Go"), "film/Props/Lift%40Go");

    let filter = |name: &str| format!("document.querySelector('[data-filter={name}]').click()");
    for (name, expected) in
        [("moves", &["Props/Lift.model", "Props/Lift@Go"][..]), ("failed", &["Broken"]), ("large", &[])]
    {
        browser.value(&filter(name));
        browser.until(&format!("document.documentElement.dataset.found === '{}'", expected.len()));
        assert_eq!(cards(&mut browser), expected, "{name}");
        browser.value(&filter(name));
        browser.until("document.documentElement.dataset.found === '5'");
    }
    let search = |text: &str| {
        format!(
            "(({{ search }}) => {{ search.value = '{text}'; search.dispatchEvent(new Event('input')); }})({{ search: document.getElementById('search') }})"
        )
    };
    browser.value(&search("ro"));
    // `Rock` begins like the search. The other names, or the name of the folder, only contain it.
    browser.until("document.querySelector('.card').dataset.name === 'Props/Rock.model'");
    assert_eq!(cards(&mut browser)[1..], ["Broken", "Props/Idle.model", "Props/Lift.model", "Props/Lift@Go"]);
    browser.value(&search("zebra"));
    browser.until("document.querySelector('#home [role=status]').textContent.startsWith('Nothing matches “zebra”')");
    assert_eq!(browser.value("document.querySelector('#list .group').textContent"), "Nothing matches “zebra”");
    browser.value(&search(""));
    browser.until("document.querySelectorAll('.card').length === 5");

    browser.value("document.querySelector('.card[data-name=\"Props/Rock.model\"]').focus()");
    let press = |key: &str| {
        format!("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true }}))")
    };
    browser.value(&press("ArrowRight"));
    assert_eq!(browser.value("document.activeElement.dataset.name"), "Props/Lift@Go");
    browser.value("document.activeElement.click()");
    browser
        .until("document.getElementById('home').hidden && document.documentElement.dataset.clip === 'Props/Lift@Go'");
    assert_eq!(browser.value("document.documentElement.dataset.shown"), "Props/Lift.model");
    browser.until("location.hash.startsWith('#show=Props/Lift.model')");
    browser.value("history.back()");
    browser.until("!document.getElementById('home').hidden && location.hash === '#home'");
    browser.value(&press("h"));
    browser.until("document.getElementById('home').hidden && location.hash.startsWith('#show=')");
    browser.assert_no_failures();
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs chromium")]
fn pictures_are_loaded_only_near_the_visible_area_and_fit_a_narrow_page() {
    let project = Project::new();
    for number in 0..150 {
        project.write(&format!("Cubes/Cube{number:03}.gltf"), cube(None));
    }
    let view = View::start(&project.root());
    let mut browser = Browser::open(&format!("{}#home", view.address));
    browser.resize(390, 800);
    browser.until("document.querySelectorAll('.card').length === 150");
    picture_of(&mut browser, "Cubes/Cube000.model");
    let wide = "document.getElementById('home').scrollWidth > document.getElementById('home').clientWidth";
    assert_eq!(browser.value(wide), false);
    let requested = "document.querySelectorAll('.card img[src]').length";
    browser.until("document.querySelectorAll('.card img[src]').length > 6");
    assert!(browser.value(requested).as_u64().unwrap() < 60, "{}", browser.value(requested));
    browser.value("document.querySelector('.card:last-child').scrollIntoView()");
    picture_of(&mut browser, "Cubes/Cube149.model");
    assert!(browser.value(requested).as_u64().unwrap() < 120, "{}", browser.value(requested));
    browser.assert_no_failures();
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs chromium")]
fn clips_are_still_if_the_user_prefers_less_movement() {
    let project = cubes();
    let view = View::start(&project.root());
    let mut browser = Browser::open("about:blank");
    browser.prefer_reduced_motion();
    browser.value(&format!("location = '{}#home'", view.address));
    assert_eq!(picture_of(&mut browser, "Props/Lift@Go"), "thumbnail/Props/Lift%40Go");
    let first = browser.screenshot();
    browser.value("document.documentElement.dataset.theme = 'dark'");
    assert!(!different(&first, &browser.screenshot()).is_empty());
    browser.assert_no_failures();
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs chromium")]
fn panels_without_a_subject_are_hidden_and_a_chosen_one_survives_a_late_build() {
    let project = sample();
    let view = View::start(&project.root());
    let mut browser = Browser::open(&format!("{}#show=Models/Grund.model&panel=Curves", view.address));
    let tabs =
        "[...document.querySelectorAll('#side [role=tab]')].filter((it) => !it.hidden).map((it) => it.textContent)";
    browser.until("document.documentElement.dataset.offered === 'Models/Grund.model'");
    browser.until(&format!("{tabs}.includes('Actions')"));
    let panel = "document.querySelector('#side [aria-selected=true]').textContent";
    assert_eq!(browser.value(panel), "Curves");
    browser.value("document.querySelector('#list [data-name=\"Models/Grund.skeleton\"]').click()");
    browser.until("document.documentElement.dataset.offered === 'Models/Grund.skeleton'");
    let mut other = Browser::open(&format!("{}#show=Models/Textures/Grund_Frame&panel=Curves", view.address));
    other.until("document.documentElement.dataset.shown === 'Models/Textures/Grund_Frame'");
    let hidden = other.value(tabs);
    for title in ["Mix", "Actions", "Curves", "Compression"] {
        assert!(!hidden.as_array().unwrap().contains(&json!(title)), "{hidden}");
    }
    assert_eq!(other.value(panel), "Display");
    other.assert_no_failures();

    // The graph explains an asset that is not shown, and a build does not replace it.
    browser.value("document.getElementById('open-graph').click()");
    browser.until("!document.getElementById('graph').hidden && document.querySelector('#graph .status').textContent !== 'Looking at the project…'");
    browser.value(
        "{ const search = document.querySelector('#graph input'); search.value = 'Models/Pilot'; search.dispatchEvent(new Event('change')); }",
    );
    browser.until("document.getElementById('details').dataset.name?.startsWith('Models/Pilot')");
    let before = browser.value("document.getElementById('details').dataset.name");
    let clip = "Animation/Players/Grund/Low_Idle.Animation";
    let text = String::from_utf8(project.read(clip)).unwrap();
    project.write("Animation/Players/Grund/Low_New.Animation", text);
    browser.until("document.querySelector('#count').textContent.startsWith('85 ')");
    browser.value(
        "new Promise((done) => setTimeout(done, 600)).then(() => { document.documentElement.dataset.paused = 1; })",
    );
    browser.until("document.documentElement.dataset.paused === '1'");
    assert_eq!(browser.value("document.getElementById('details').dataset.name"), before);
    browser.assert_no_failures();
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs chromium")]
fn a_clip_that_does_not_exist_and_a_texture_that_is_gone_are_said() {
    let project = sample();
    let view = View::start(&project.root());
    let mut browser = Browser::open(&format!("{}#show=Models/Grund.model&clip=Nope", view.address));
    browser.until("document.getElementById('problems').textContent.includes('no clip is called Nope')");
    browser.value("location.hash = '#show=Models/Grund.model&clip=Animation/Players/Grund/Low_Idle'");
    browser.until("document.documentElement.dataset.clip === 'Animation/Players/Grund/Low_Idle'");
    assert_eq!(browser.value("document.getElementById('problems').hidden"), Value::Bool(true));
    browser.value("location.hash = '#show=Models/Levels/Beacon.model&clip=Animation/Players/Grund/Low_Idle'");
    browser.until("document.getElementById('problems').textContent.includes('Low_Idle does not fit what is shown')");

    let texture = project.root().join("Models/Textures/Yard_Sand.png");
    browser.value("location.hash = '#show=Models/Textures/Yard_Sand'");
    browser.until("document.documentElement.dataset.shown === 'Models/Textures/Yard_Sand'");
    fs::remove_file(texture).unwrap();
    browser.until(
        "document.getElementById('warnings').textContent.includes('Models/Textures/Yard_Sand no longer exists')",
    );
    browser.assert_no_failures();
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs chromium")]
fn a_clip_in_the_overview_plays_on_the_model_that_its_path_names() {
    let project = sample();
    for (from, to) in [
        ("Models/Grund.fbx", "Models/Kiev.fbx"),
        ("Models/Grund.skeleton.toml", "Models/Kiev.skeleton.toml"),
        ("Animation/Players/Grund/Low_Run.Animation", "Animation/Players/Kiev/Low_Run.Animation"),
    ] {
        project.write(to, fs::read(repository().join("content").join(from)).unwrap());
    }
    let manifest = String::from_utf8(project.read("rigmill.toml")).unwrap();
    project.write("rigmill.toml", manifest.replace("match = \"Models/Grund.fbx\"", "match = \"Models/*.fbx\""));
    let view = View::start(&project.root());
    let mut browser = Browser::open(&format!("{}#home", view.address));
    let card = "document.querySelector('.card[data-name=\"Animation/Players/Kiev/Low_Run\"]')";
    browser.until(&format!("{card} !== null && document.documentElement.dataset.shown === 'Models/Grund.model'"));
    browser.value(&format!("{card}.click()"));
    browser.until("document.documentElement.dataset.shown === 'Models/Kiev.model'");
    browser.until("document.documentElement.dataset.clip === 'Animation/Players/Kiev/Low_Run'");
    browser.assert_no_failures();
}
