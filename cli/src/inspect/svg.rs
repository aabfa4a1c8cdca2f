//! [`svg`]: a picture of a skeleton, seen from +z and from +x.

use std::fmt::Write;

use super::joints::Joint;
use super::labels::spread;
use crate::output::printable::push_shown;

/// Pixels between the views and around them.
const MARGIN: f64 = 36.0;
/// Pixels for the names on each side of the front view.
const NAMES: f64 = 150.0;
/// Pixels between two names.
const LINE: f64 = 13.0;
/// The smallest height of the views and the largest width of each, in pixels.
const HEIGHT: f64 = 620.0;
const WIDTH: f64 = 560.0;
/// Pixels above the views, for their titles.
const TITLE: f64 = 34.0;
/// With more bones than this, names are left out.
const MAX_NAMES: usize = 400;
/// The longest name, in characters.
const NAME_LENGTH: usize = 24;

/// The beginning of the style, by which files that [`svg`] wrote are recognized.
pub(super) const MARK: &str = "text{font:10.5px 'DejaVu Sans',Verdana";

const STYLE: &str = "text{font:10.5px 'DejaVu Sans',Verdana,sans-serif;fill:#33414e}\
.title{font-size:13px;font-weight:bold;fill:#1d2731}.axis{fill:#8a97a3}\
.panel{fill:#fff;stroke:#d9e0e6}.ground{stroke:#c3ccd4;stroke-dasharray:4 4}.lead{stroke:#b4bfc9;stroke-width:.7;fill:none}\
.link{stroke-width:.8;stroke-linejoin:round}.middle{fill:#8795a3;stroke:#5b6976}.plus{fill:#4fa3a5;stroke:#2b7374}\
.minus{fill:#e09a5a;stroke:#a9662a}circle{stroke:#fff;stroke-width:.8}circle.middle{fill:#46535f}circle.plus{fill:#1f6566}\
circle.minus{fill:#99561c}circle.root{fill:#c23b3b;stroke:#fff}";

/// The skeleton as an SVG picture. The same skeleton always gives the same bytes.
///
/// From +z, x points right; from +x, z points left; y points up. The caption is below the views. `joints` must not be empty,
/// and every
/// position must be finite.
pub(super) fn svg(joints: &[Joint], caption: Option<&str>) -> String {
    let sheet = Sheet::around(joints);
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = write!(
        text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n\
         <style>{STYLE}</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#f4f6f8\"/>\n",
        number(sheet.width()),
        number(sheet.height()),
    );
    if let Some(caption) = caption {
        let (x, y, caption) = (number(2.0 * MARGIN), number(sheet.height() - MARGIN * 0.5), escape(caption));
        let _ = writeln!(text, "<text class=\"axis\" x=\"{x}\" y=\"{y}\">{caption}</text>");
    }
    draw_names(&mut text, &sheet, joints);
    draw_view(&mut text, &sheet, &sheet.front, joints);
    draw_view(&mut text, &sheet, &sheet.side, joints);
    text + "</svg>\n"
}

/// The layout of the picture.
struct Sheet {
    scale: f64,
    top: f64,
    bottom: f64,
    /// The model's y at `bottom`.
    lowest: f64,
    /// A bone closer to x = 0 than this is drawn as a middle one.
    middle: f64,
    front: View,
    side: View,
}

/// One view of the skeleton.
struct View {
    title: String,
    axis: &'static str,
    /// The component of a position that points right, and its sign.
    across: (usize, f64),
    left: f64,
    width: f64,
    /// The value of that component at `left`.
    first: f64,
}

impl View {
    fn across(&self, position: [f64; 3]) -> f64 {
        position[self.across.0] * self.across.1
    }
}

impl Sheet {
    fn around(joints: &[Joint]) -> Self {
        let [(left, right), (low, high), (back, front)] =
            [(0, 1.0), (1, 1.0), (2, -1.0)].map(|axis| extent(joints, axis));
        let [wide, tall, deep] = [right - left, high - low, front - back];
        let names = if joints.len() <= MAX_NAMES { joints.len() } else { 0 };
        let rows = f64::from(u16::try_from(names).unwrap_or(0));
        let height = HEIGHT.max(rows * LINE * 0.65);
        let scale = [height / tall, WIDTH / wide, WIDTH / deep].into_iter().fold(f64::INFINITY, f64::min);
        // A single point has no extent.
        let scale = if scale.is_finite() { scale } else { 1.0 };
        let names = if names > 0 { NAMES } else { 0.0 };
        let view = |title: &str, axis, across, left, size: f64, first: f64| {
            let width = (size * scale).max(60.0);
            let first = first - (width / scale - size) / 2.0;
            View { title: title.to_owned(), axis, across, left, width, first }
        };
        let front_view =
            view(&format!("{} bones, seen from +z", joints.len()), "x", (0, 1.0), 2.0 * MARGIN + names, wide, left);
        let side_left = front_view.left + front_view.width + names + 3.0 * MARGIN;
        let side_view = view("seen from +x", "-z", (2, -1.0), side_left, deep, back);
        let top = MARGIN + TITLE;
        // A skeleton that is wider than tall is centred.
        let spare = (height - tall * scale).max(0.0) / 2.0;
        Self {
            scale,
            top,
            bottom: top + height,
            lowest: low - spare / scale,
            middle: 0.01 * wide.max(tall).max(deep),
            front: front_view,
            side: side_view,
        }
    }

    fn width(&self) -> f64 {
        self.side.left + self.side.width + 2.0 * MARGIN
    }

    fn height(&self) -> f64 {
        self.bottom + 2.0 * MARGIN
    }

    fn y(&self, height: f64) -> f64 {
        self.bottom - (height - self.lowest) * self.scale
    }

    fn point(&self, view: &View, position: [f64; 3]) -> [f64; 2] {
        [view.left + (view.across(position) - view.first) * self.scale, self.y(position[1])]
    }

    /// The CSS class of a joint, by its side of the model.
    fn class(&self, joint: &Joint) -> &'static str {
        let x = joint.position[0];
        if x > self.middle {
            "plus"
        } else if x < -self.middle {
            "minus"
        } else {
            "middle"
        }
    }
}

/// The range of one component, with its sign.
fn extent(joints: &[Joint], (axis, sign): (usize, f64)) -> (f64, f64) {
    let along = joints.iter().map(|joint| joint.position[axis] * sign);
    along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
}

fn draw_view(text: &mut String, sheet: &Sheet, view: &View, joints: &[Joint]) {
    draw_panel(text, sheet, view);
    for joint in joints {
        let Some(parent) = joint.parent.and_then(|parent| joints.get(parent)) else { continue };
        let ends = [parent, joint].map(|joint| sheet.point(view, joint.position));
        let kite = kite(ends).map(|[x, y]| format!("{},{}", number(x), number(y))).join(" ");
        let (class, name) = (sheet.class(joint), escape(&joint.name));
        let _ = writeln!(text, "<polygon class=\"link {class}\" points=\"{kite}\"><title>{name}</title></polygon>");
    }
    for joint in joints {
        let [x, y] = sheet.point(view, joint.position).map(number);
        let (class, radius) = if joint.parent.is_none() { ("root", 4.5) } else { (sheet.class(joint), 2.8) };
        let name = escape(&joint.name);
        let _ = writeln!(
            text,
            "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"><title>{name}</title></circle>"
        );
    }
}

fn draw_panel(text: &mut String, sheet: &Sheet, view: &View) {
    let half = MARGIN / 2.0;
    let (left, right) = (view.left - half, view.left + view.width + half);
    let (top, bottom) = (sheet.top - half, sheet.bottom + half);
    let _ = writeln!(
        text,
        "<rect class=\"panel\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\" fill-opacity=\".6\"/>\n\
         <text class=\"title\" x=\"{}\" y=\"{}\">{}</text>\n\
         <text class=\"axis\" x=\"{}\" y=\"{}\" text-anchor=\"end\">{} \u{2192}</text>",
        number(left),
        number(top),
        number(right - left),
        number(bottom - top),
        number(left),
        number(top - 10.0),
        view.title,
        number(right),
        number(bottom + 16.0),
        view.axis,
    );
    let ground = sheet.y(0.0);
    if (top..=bottom).contains(&ground) {
        let (left, right, y) = (number(left), number(right), number(ground));
        let _ = writeln!(text, "<path class=\"ground\" d=\"M{left} {y}H{right}\"/>");
    }
}

/// The outline of a bone, thickest near its parent.
fn kite([from, to]: [[f64; 2]; 2]) -> [[f64; 2]; 4] {
    let along = [to[0] - from[0], to[1] - from[1]];
    let length = (along[0] * along[0] + along[1] * along[1]).sqrt();
    let half = (0.09 * length).min(7.0);
    let aside = if length > 0.0 { [-along[1] / length * half, along[0] / length * half] } else { [0.0; 2] };
    let thick = [from[0] + 0.18 * along[0], from[1] + 0.18 * along[1]];
    [from, [thick[0] + aside[0], thick[1] + aside[1]], to, [thick[0] - aside[0], thick[1] - aside[1]]]
}

/// Draws the names on both sides of the front view, each with a line to its joint.
fn draw_names(text: &mut String, sheet: &Sheet, joints: &[Joint]) {
    if joints.len() > MAX_NAMES {
        return;
    }
    let mut placed: Vec<([f64; 2], &Joint)> =
        joints.iter().map(|joint| (sheet.point(&sheet.front, joint.position), joint)).collect();
    // Split by x into left and right halves, each sorted by y. Equal positions stay in the order of the bones.
    placed.sort_by(|(a, _), (b, _)| a[0].total_cmp(&b[0]));
    let right = placed.split_off(placed.len().div_ceil(2));
    let (left_edge, right_edge) = (sheet.front.left - MARGIN, sheet.front.left + sheet.front.width + MARGIN);
    draw_column(text, sheet, placed, left_edge, "end");
    draw_column(text, sheet, right, right_edge, "start");
}

fn draw_column(text: &mut String, sheet: &Sheet, mut column: Vec<([f64; 2], &Joint)>, edge: f64, anchor: &str) {
    column.sort_by(|(a, _), (b, _)| a[1].total_cmp(&b[1]));
    let mut rows: Vec<f64> = column.iter().map(|(point, _)| point[1]).collect();
    spread(&mut rows, LINE, [sheet.top, sheet.bottom]);
    let toward = if anchor == "end" { 1.0 } else { -1.0 };
    for (([x, y], joint), row) in column.into_iter().zip(rows) {
        let bend = number(edge + toward * MARGIN * 0.4);
        let (x, y, middle) = (number(x), number(y), number(row));
        let (start, text_x, text_y) = (number(edge + toward * 3.0), number(edge), number(row + 3.6));
        let name = escape(&joint.name.chars().take(NAME_LENGTH).collect::<String>());
        let _ = writeln!(
            text,
            "<path class=\"lead\" d=\"M{start} {middle}H{bend}L{x} {y}\"/>\
             <text x=\"{text_x}\" y=\"{text_y}\" text-anchor=\"{anchor}\">{name}</text>"
        );
    }
}

/// Two decimals, and no negative zero.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    if text == "-0.00" { "0.00".to_owned() } else { text }
}

/// Text for XML: what it cannot hold becomes U+FFFD, and other hidden characters are shown as escapes.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            other => push_shown(&mut escaped, other),
        }
    }
    escaped
}
