//! Looks for the end of what has begun, in linear time.

/// The number of bytes of a text that may still be looked at in vain. What begins may never end,
/// and may begin everywhere: `[a](b[a](b`. Once a text has used up this budget, the rest of it is
/// left as it is.
pub(super) struct Lookahead {
    left: usize,
}

impl Lookahead {
    pub(super) fn of(text: &str) -> Self {
        /// Honest texts stay far below this.
        const PASSES: usize = 2;
        Lookahead { left: PASSES * text.len() }
    }

    /// Searches a text for the end of what begins it. `find` receives the text, or as much of it as
    /// may be looked at, and returns the end, or the position up to which it has looked.
    pub(super) fn find<T>(
        &mut self,
        text: &str,
        find: impl FnOnce(&str) -> Result<T, usize>,
    ) -> Option<T> {
        let text = &text[..text.floor_char_boundary(self.left)];
        if text.is_empty() {
            return None;
        }
        match find(text) {
            Ok(found) => Some(found),
            Err(seen) => {
                self.left = self.left.saturating_sub(seen);
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_looked_at_in_vain_is_bounded() {
        let text = "é".repeat(500);
        let mut lookahead = Lookahead::of(&text);
        let mut seen = 0;
        for _ in 0..1_000 {
            let found: Option<()> = lookahead.find(&text, |text| {
                seen += text.len();
                Err(text.len())
            });
            assert_eq!(found, None);
        }
        assert_eq!(seen, 2 * text.len());
    }

    #[test]
    fn what_is_found_costs_nothing() {
        let mut lookahead = Lookahead::of("tea");
        for _ in 0..100 {
            assert_eq!(lookahead.find("tea", |text| Ok(text.len())), Some(3));
        }
    }
}
