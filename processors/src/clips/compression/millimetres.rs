//! [`millimetres`]: lengths for messages.

/// The number of decimals of lengths that need no more.
const DECIMALS: usize = 4;
/// The maximum number of decimals.
const MAX_DECIMALS: usize = 20;
/// The number of digits of a small length after its leading zeros.
const DIGITS: usize = 2;

/// Formats an error and the bound that it exceeds, in millimetres, with enough decimals to see that they differ from each other
/// and from 0.
pub(super) fn millimetres(error: f64, bound: f64) -> [String; 2] {
    let texts = |decimals: usize| [error, bound].map(|length| format!("{length:.decimals$}"));
    let is_clear = |texts: &[String; 2]| texts[0] != texts[1] && texts.iter().all(|text| is_precise(text));
    (DECIMALS..MAX_DECIMALS).map(texts).find(is_clear).unwrap_or_else(|| texts(MAX_DECIMALS))
}

/// Whether a number has enough digits after its leading zeros.
fn is_precise(text: &str) -> bool {
    text.trim_start_matches(['0', '.']).len() >= DIGITS
}

#[cfg(test)]
mod tests {
    use super::millimetres;

    #[test]
    fn lengths_have_as_many_decimals_as_they_need() {
        assert_eq!(millimetres(20.00012, 0.1), ["20.0001", "0.1000"]);
        assert_eq!(millimetres(0.0021, 0.001), ["0.0021", "0.0010"]);
        assert_eq!(millimetres(0.000_3, 1e-9), ["0.0003000000", "0.0000000010"]);
        assert_eq!(millimetres(0.100_002, 0.1), ["0.100002", "0.100000"]);
        assert_eq!(millimetres(1.0, 1e-30)[1].len(), "0.".len() + super::MAX_DECIMALS);
    }
}
