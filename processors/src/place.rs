//! Positions of the dom as places of diagnostics.

use rigmill_dom::Position;
use rigmill_pipeline::Place;

/// The place of a position; its line of text is no longer at hand.
pub(crate) fn place(position: Position) -> Place {
    Place::at(position.line, position.column)
}
