//! [`Row`]: a measurement and that of plain Rust.

/// Measured times, in nanoseconds per unit.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) subject: String,
    pub(crate) unit: &'static str,
    pub(crate) rigmill: f64,
    pub(crate) plain: f64,
}

/// Formats the rows as a table.
pub(crate) fn table(rows: &[Row]) -> String {
    let mut text = format!("{:<64} {:>12} {:>10} {:>10} {:>7}", "", "", "Rigmill", "plain", "ratio");
    for Row { subject, unit, rigmill, plain } in rows {
        let unit = format!("ns a {unit}");
        let ratio = plain / rigmill;
        text += &format!("\n{subject:<64} {unit:>12} {rigmill:>10.1} {plain:>10.1} {ratio:>7.1}");
    }
    text
}
