//! The files of the page, which are embedded in the program.

use super::http::Kind;

/// Returns a file of the page by its path in the URL.
pub(crate) fn file(path: &str) -> Option<(Kind, &'static [u8])> {
    let path = if path.is_empty() { "index.html" } else { path };
    FILES.iter().find(|(name, ..)| *name == path).map(|(_, kind, bytes)| (*kind, *bytes))
}

/// Defines a table of files in `view/page/` with their kinds.
macro_rules! files {
    ($($kind:ident: $($path:literal),*;)*) => {
        &[$($(($path, Kind::$kind, include_bytes!(concat!("../../page/", $path)).as_slice())),*),*]
    };
}

static FILES: &[(&str, Kind, &[u8])] = files! {
    Html: "index.html";
    Css: "style.css";
    Svg: "icon.svg";
    JavaScript:
        "main.js",
        "address.js",
        "content.js",
        "counterpart.js",
        "curve.js",
        "frame.js",
        "kinship.js",
        "live.js",
        "measure.js",
        "motion.js",
        "pose.js",
        "posing.js",
        "scene.js",
        "time.js",
        "wish.js",
        "blocks/bc1.js",
        "blocks/bc4.js",
        "blocks/bc6h.js",
        "blocks/bc7.js",
        "blocks/bits.js",
        "blocks/decode.js",
        "blocks/difference.js",
        "blocks/partitions.js",
        "draw/backdrop.js",
        "draw/boxes.js",
        "draw/camera.js",
        "draw/dual.js",
        "draw/extent.js",
        "draw/figure.js",
        "draw/front.js",
        "draw/geometry.js",
        "draw/ground.js",
        "draw/image.js",
        "draw/levels.js",
        "draw/lines.js",
        "draw/matrix.js",
        "draw/mesh.js",
        "draw/morph.js",
        "draw/paint.js",
        "draw/palette.js",
        "draw/pixels.js",
        "draw/program.js",
        "draw/reach.js",
        "draw/shade.js",
        "draw/skeleton.js",
        "draw/skin.js",
        "draw/stage.js",
        "draw/surface.js",
        "draw/theme.js",
        "draw/up.js",
        "format/clips.js",
        "format/collision.js",
        "format/codes.js",
        "format/container.js",
        "format/data.js",
        "format/font.js",
        "format/layers.js",
        "format/levels.js",
        "format/model.js",
        "format/morph.js",
        "format/record.js",
        "format/skeleton.js",
        "format/sound.js",
        "format/texture.js",
        "panel/actions.js",
        "panel/assets.js",
        "panel/cliprows.js",
        "panel/clips.js",
        "panel/compare.js",
        "panel/compression.js",
        "panel/curves.js",
        "panel/details.js",
        "panel/difference.js",
        "panel/display.js",
        "panel/dom.js",
        "panel/graph.js",
        "panel/layers.js",
        "panel/looks.js",
        "panel/measure.js",
        "panel/mix.js",
        "panel/morphs.js",
        "panel/player.js",
        "panel/plot.js",
        "panel/problems.js",
        "panel/rows.js",
        "panel/scale.js",
        "panel/side.js",
        "panel/traces.js",
        "views/data.js",
        "views/font.js",
        "views/kept.js",
        "views/rate.js",
        "views/sound.js",
        "views/space.js",
        "views/subject.js",
        "views/survey.js",
        "views/table.js",
        "views/texture.js",
        "views/units.js",
        "views/upright.js";
};
