//! Splits the messages of the library crates, which end with their remedy, into a fact and a remedy.

/// The beginnings of remedies, which follow a semicolon at the end of a message.
const BEGINNINGS: [&str; 6] = ["build the content ", "copy ", "did you mean ", "open ", "pack ", "rebuild "];

/// Returns the fact and the remedy of a message. Callers have remedies of their own, or show the remedy apart.
pub(crate) fn split_remedy(message: &str) -> (&str, Option<&str>) {
    match message.rsplit_once("; ") {
        Some((fact, rest)) if BEGINNINGS.iter().any(|begin| rest.starts_with(begin)) => (fact, Some(rest)),
        _ => (message, None),
    }
}

#[cfg(test)]
mod tests {
    use rigmill_format::pack::PackError;

    use super::split_remedy;

    #[test]
    fn an_error_loses_its_remedy_only() {
        let fact = |message: &str| split_remedy(message).0.to_owned();
        let cut = rigmill_format::peek(b"RMB").unwrap_err().to_string();
        assert_eq!(fact(&cut), "the file is cut short: found 3 bytes, expected 48");
        let damaged = PackError::Damaged { what: "its table is gone" }.to_string();
        assert_eq!(fact(&damaged), "the pack is damaged: its table is gone");
        let length = PackError::Length { found: 1, expected: 2 }.to_string();
        assert_eq!(fact(&length), "the pack has 1 bytes, expected 2");
        assert_eq!(fact("one thing; another"), "one thing; another");
    }
}
