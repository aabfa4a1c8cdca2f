//! Writes a [`Diagram`] for Graphviz.

use std::fmt::Write;

use super::elements::{Diagram, Edge, FLOW, Node, State, is_reference};
use super::text::split_path;
use crate::output::printable::escaped;

/// Returns the diagram in the DOT language.
pub(crate) fn dot(diagram: &Diagram) -> String {
    let title = format!("{} ({}), {}", diagram.project, diagram.target, diagram.summary());
    let mut text = format!(
        "digraph rigmill {{\n  label={}; labelloc=t; rankdir=LR; nodesep=0.12; ranksep=0.6;\n  \
         node [fontname=\"monospace\" fontsize=10 shape=box style=\"filled\" fillcolor=\"#f6f8fa\" height=0.4];\n  \
         edge [color=\"#8c959f\" arrowsize=0.6];\n",
        quoted(&title)
    );
    // Writing to a string cannot fail.
    for node in &diagram.nodes {
        let _ = writeln!(text, "  {} [{}];", quoted(&node.id), node_attributes(node));
    }
    for edge in &diagram.edges {
        let [from, to] = [edge.from, edge.to].map(|index| quoted(&diagram.nodes[index].id));
        let _ = writeln!(text, "  {from} -> {to}{};", edge_attributes(edge));
    }
    text + "}\n"
}

fn node_attributes(node: &Node) -> String {
    let label = match (split_path(&node.name), node.detail.as_str()) {
        (("", name), "") => name.to_owned(),
        ((folder, name), "") => format!("{name}\n{folder}"),
        (_, detail) => format!("{}\n{detail}", node.name),
    };
    let (shape, fill) = match node.kind {
        "import" => ("box", "#ddf4ff"),
        "process" => ("box", "#fbefff"),
        "write" => ("box", "#dafbe1"),
        "file" | "output" | "files" => ("note", "#f6f8fa"),
        "folder" => ("folder", "#f6f8fa"),
        _ => ("hexagon", "#fff8c5"),
    };
    let rounded = if matches!(node.kind, "import" | "process" | "write") { ",rounded" } else { "" };
    let (color, dashed, width) = match node.state {
        State::Fresh => ("#57606a", "", 1),
        State::Absent => ("#8c959f", ",dashed", 1),
        State::New => ("#0969da", "", 2),
        State::Stale => ("#bf8700", "", 2),
        State::Failed => ("#cf222e", "", 2),
    };
    let tip: Vec<&str> = std::iter::once(node.state.name()).chain(node.why.iter().map(String::as_str)).collect();
    format!(
        "label={} shape={shape} style=\"filled{rounded}{dashed}\" fillcolor=\"{fill}\" color=\"{color}\" \
         penwidth={width} tooltip={}",
        quoted(&label),
        quoted(&tip.join("\n"))
    )
}

fn edge_attributes(edge: &Edge) -> String {
    let mut attributes = Vec::new();
    if edge.kind != FLOW {
        attributes.push(format!("tooltip={}", quoted(edge.kind)));
    }
    if is_reference(edge.kind) {
        attributes.push("style=dashed".to_owned());
    }
    if edge.changed {
        attributes.push("color=\"#bf8700\"".to_owned());
    }
    if edge.count > 1 {
        attributes.push(format!("label=\"{}\"", edge.count));
    }
    if attributes.is_empty() { String::new() } else { format!(" [{}]", attributes.join(" ")) }
}

/// Returns a quoted string in which nothing has a special meaning to Graphviz. Line endings are kept.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => quoted += "\\\"",
            '\\' => quoted += "\\\\",
            '\n' => quoted += "\\n",
            // Graphviz decodes HTML entities even outside of HTML labels.
            '&' => quoted += "&amp;",
            letter => quoted += &escaped(letter.encode_utf8(&mut [0; 4])).replace('\\', "\\\\"),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_mean_nothing_to_graphviz() {
        assert_eq!(quoted("a\"b\\N&lt;\u{1b}ä"), r#""a\"b\\N&amp;lt;\\033ä""#);
    }
}
