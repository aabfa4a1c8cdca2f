//! Draws a [`Diagram`] for browsers, without scripts, with a light and a dark theme, and with full names in tooltips.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::elements::{Diagram, FLOW, Node, State, is_reference};
use super::layout::{Layout, Link, Point, Rect, lay_out};
use super::text::{columns, shorten, split_path, xml};

const STYLE: &str = include_str!("svg.css");

const BOX_HEIGHT: f64 = 34.0;
/// The widths of a character in a name and in the detail below it. Slightly wider than in most fonts.
const LETTER: f64 = 7.3;
const SMALL_LETTER: f64 = 6.1;
/// Longer texts are shortened in the middle.
const LONGEST: usize = 36;
const LONGEST_DETAIL: usize = 44;
/// The horizontal space next to a text, for the stripe and the margins.
const PADDING: f64 = 24.0;
const MARGIN: f64 = 28.0;
/// The height of the title and the legend.
const HEADER: f64 = 62.0;
const NARROWEST: f64 = 640.0;

/// Returns the complete SVG file.
pub(crate) fn svg(diagram: &Diagram) -> String {
    let widths: Vec<f64> = diagram.nodes.iter().map(width).collect();
    let links: Vec<Link> = diagram.edges.iter().map(|edge| Link { from: edge.from, to: edge.to }).collect();
    let layout = lay_out(&widths, BOX_HEIGHT, &links);
    let width = (layout.width + 2.0 * MARGIN).max(NARROWEST);
    let height = layout.height + HEADER + 2.0 * MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" role=\"img\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n<rect class=\"paper\" width=\"{w}\" height=\"{h}\"/>\n",
        xml(&format!("{} for {}: {}", diagram.project, diagram.target, diagram.summary())),
        w = number(width),
        h = number(height),
    );
    header(&mut svg, diagram);
    // Writing to a string cannot fail.
    let _ = writeln!(svg, "<g transform=\"translate({MARGIN} {})\">", number(MARGIN + HEADER));
    body(&mut svg, diagram, &layout);
    svg + "</g>\n</svg>\n"
}

fn width(node: &Node) -> f64 {
    let Label { name, detail } = label(node);
    let name = columns(&name) as f64 * LETTER;
    (name.max(columns(&detail) as f64 * SMALL_LETTER) + PADDING).ceil()
}

/// The two lines of text in a box.
struct Label {
    name: String,
    detail: String,
}

fn label(node: &Node) -> Label {
    let is_path = matches!(node.kind, "file" | "output");
    let (folder, name) = if is_path { split_path(&node.name) } else { ("", node.name.as_str()) };
    let detail = match (node.why.first(), node.state, is_path) {
        (Some(why), ..) => why,
        (_, State::Absent, _) => "not there",
        (_, _, true) => folder,
        _ if node.detail.is_empty() => node.kind,
        _ => &node.detail,
    };
    Label { name: shorten(name, LONGEST), detail: shorten(detail, LONGEST_DETAIL) }
}

// ---- above the graph ----

fn header(svg: &mut String, diagram: &Diagram) {
    let title = shorten(&diagram.project, 48);
    let after = MARGIN + columns(&title) as f64 * 10.4 + 14.0;
    let summary = format!("{} · {}", diagram.target, diagram.summary());
    let _ = writeln!(svg, "<text class=\"title\" x=\"{MARGIN}\" y=\"{}\">{}</text>", MARGIN + 8.0, xml(&title));
    let _ = writeln!(
        svg,
        "<text class=\"dim\" x=\"{}\" y=\"{}\">{}</text>",
        number(after),
        MARGIN + 8.0,
        xml(&shorten(&summary, 80))
    );
    let mut x = MARGIN;
    let y = MARGIN + 36.0;
    for state in State::ALL.into_iter().filter(|&state| diagram.nodes.iter().any(|node| node.state == state)) {
        let name = state.name();
        let _ = writeln!(
            svg,
            "<g class=\"{name}\"><rect class=\"stripe\" x=\"{}\" y=\"{}\" width=\"10\" height=\"10\" rx=\"3\"/></g>\
             <text class=\"dim\" x=\"{}\" y=\"{}\">{name}</text>",
            number(x),
            number(y - 9.0),
            number(x + 16.0),
            number(y)
        );
        x += 16.0 + columns(name) as f64 * LETTER + 22.0;
    }
    if diagram.edges.iter().any(|edge| is_reference(edge.kind)) {
        let _ = writeln!(
            svg,
            "<g class=\"edge reference\"><path d=\"M{} {}h28\"/></g><text class=\"dim\" x=\"{}\" y=\"{}\">refers to</text>",
            number(x),
            number(y - 4.0),
            number(x + 36.0),
            number(y)
        );
    }
}

// ---- the graph ----

/// Each asset is a group of its boxes and incoming links, so that hovering highlights all of them.
fn body(svg: &mut String, diagram: &Diagram, layout: &Layout) {
    let mut groups: BTreeMap<Option<usize>, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
    for (index, node) in diagram.nodes.iter().enumerate() {
        groups.entry(node.asset).or_default().0.push(index);
    }
    for (index, edge) in diagram.edges.iter().enumerate() {
        groups.entry(diagram.nodes[edge.to].asset).or_default().1.push(index);
    }
    for (asset, (nodes, edges)) in groups {
        svg.push_str(if asset.is_some() { "<g class=\"asset\">\n" } else { "<g>\n" });
        edges.into_iter().for_each(|edge| draw_edge(svg, diagram, edge, layout));
        nodes.into_iter().for_each(|node| draw_node(svg, diagram, node, layout.boxes[node]));
        svg.push_str("</g>\n");
    }
}

fn draw_node(svg: &mut String, diagram: &Diagram, index: usize, at: Rect) {
    let node = &diagram.nodes[index];
    let kind = match node.kind {
        "file" | "files" | "output" | "folder" => "file",
        "import" | "process" | "write" => node.kind,
        _ => "other",
    };
    let Label { name, detail } = label(node);
    let radius = if matches!(kind, "file") { 3 } else { 9 };
    let (right, middle) = (number(at.x + 13.0), at.y + at.height / 2.0);
    let _ = writeln!(
        svg,
        "<g class=\"node {kind} {state}\"><title>{title}</title>\
         <rect class=\"box\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"{radius}\"/>\
         <rect class=\"stripe\" x=\"{sx}\" y=\"{sy}\" width=\"3\" height=\"{sh}\" rx=\"1.5\"/>\
         <text x=\"{right}\" y=\"{y1}\">{name}</text>\
         <text class=\"detail\" x=\"{right}\" y=\"{y2}\">{detail}</text></g>",
        state = node.state.name(),
        title = xml(&title(diagram, node)),
        x = number(at.x),
        y = number(at.y),
        w = number(at.width),
        h = number(at.height),
        sx = number(at.x + 5.0),
        sy = number(at.y + 6.0),
        sh = number(at.height - 12.0),
        y1 = number(middle - 1.0),
        y2 = number(middle + 11.0),
        name = xml(&name),
        detail = xml(&detail),
    );
}

/// Returns the tooltip.
fn title(diagram: &Diagram, node: &Node) -> String {
    let mut lines = vec![format!("{}: {}", node.kind, node.name)];
    if let Some(asset) = node.asset {
        lines.push(format!("asset: {}", diagram.assets[asset].name));
    }
    lines.push(if node.detail.is_empty() || node.asset.is_some() {
        node.state.name().to_owned()
    } else {
        format!("{} ({})", node.state.name(), node.detail)
    });
    lines.extend(node.why.iter().map(|why| format!("because {why}")));
    lines.extend(node.digest.iter().map(|digest| format!("digest {}", digest.get(..12).unwrap_or(digest))));
    lines.join("\n")
}

fn draw_edge(svg: &mut String, diagram: &Diagram, index: usize, layout: &Layout) {
    let edge = &diagram.edges[index];
    let Some([start, end]) = layout.ends(Link { from: edge.from, to: edge.to }) else { return };
    let path = curve(start, end);
    let reference = if is_reference(edge.kind) { " reference" } else { "" };
    let changed = if edge.changed { " changed" } else { "" };
    let [from, to] = [edge.from, edge.to].map(|node| &diagram.nodes[node].id);
    let kind = if edge.kind == FLOW { String::new() } else { format!(" ({})", edge.kind) };
    let tip = if end.x >= start.x { -6.0 } else { 6.0 };
    let _ = write!(
        svg,
        "<g class=\"edge{reference}{changed}\"><title>{}</title><path d=\"{path}\"/>\
         <path class=\"tip\" d=\"M{} {}l{tip} -3v6z\"/>",
        xml(&format!("{from} → {to}{kind}")),
        number(end.x),
        number(end.y),
    );
    if edge.count > 1 {
        let (x, y) = (f64::midpoint(start.x, end.x), f64::midpoint(start.y, end.y) - 4.0);
        let _ = write!(
            svg,
            "<text class=\"count\" text-anchor=\"middle\" x=\"{}\" y=\"{}\">{}</text>",
            number(x),
            number(y),
            edge.count
        );
    }
    svg.push_str("</g>\n");
}

/// Returns a curve with horizontal ends.
fn curve(start: Point, end: Point) -> String {
    let middle = number(f64::midpoint(start.x, end.x));
    let [x, y, to_x, to_y] = [start.x, start.y, end.x, end.y].map(number);
    format!("M{x} {y}C{middle} {y} {middle} {to_y} {to_x} {to_y}")
}

/// Formats a coordinate, rounded to a tenth.
fn number(value: f64) -> String {
    let rounded = (value * 10.0).round() / 10.0;
    // Rounding can produce negative zero.
    if rounded == 0.0 { "0".to_owned() } else { rounded.to_string() }
}
