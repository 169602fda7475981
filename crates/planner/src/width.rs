//! Learns how many names a joined listing may have. The forum documents no limit, rejects addresses
//! that are too long, and may silently leave members out.

/// The result of checking a joined listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// A member's own listing has nothing that the joined one left out.
    Complete,
    /// The forum rejected the address as too long (414).
    TooLong,
    /// A member's own listing has items that the joined one left out.
    MemberMissing,
}

/// The number of names that a joined listing may have, and the evidence for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Width {
    /// The number of names that a joined listing may have now.
    pub names: usize,
    /// The number of complete answers since `names` changed.
    pub complete: u32,
    /// The number of complete answers after which more names are allowed.
    pub needed: u32,
}

impl Width {
    /// The fewest names, whatever happens.
    pub const MIN_NAMES: usize = 25;
    /// The most names, however well it goes.
    pub const MAX_NAMES: usize = 400;
    /// The initial number of names, which has always worked.
    const START_NAMES: usize = 100;
    /// The complete answers needed before more names are allowed, at first and at most.
    const MIN_COMPLETE: u32 = 24;
    const MAX_COMPLETE: u32 = 1_536;

    /// Returns the most bytes that the names may take, with a `+` after each. A path of the most
    /// names stays below the 8 KiB that servers commonly accept for the first line of a request.
    pub fn path_bytes(self) -> usize {
        19 * self.names
    }

    /// Returns whether a listing of `names` names shows that the current number is allowed: it has
    /// more than half of it.
    pub fn is_shown_by(self, names: usize) -> bool {
        names <= self.names && names * 2 > self.names
    }

    /// Returns whether the current number of names has yet to be shown to be allowed.
    pub fn is_on_trial(self) -> bool {
        self.complete < self.needed
    }

    /// Returns the width after an answer about a listing of `names` names.
    ///
    /// After a failure, the same width is allowed again after twice as many complete answers. An
    /// answer about a listing that is wider than what is allowed now was requested before the limit
    /// was lowered, and changes nothing.
    #[must_use]
    pub fn after(self, answer: Answer, names: usize) -> Self {
        match answer {
            _ if names > self.names => self,
            Answer::Complete if self.is_shown_by(names) => self.count(),
            Answer::Complete => self,
            Answer::TooLong | Answer::MemberMissing => Self {
                names: (self.names / 2).max(Self::MIN_NAMES),
                complete: 0,
                needed: (self.needed * 2).min(Self::MAX_COMPLETE),
            },
        }
    }

    fn count(self) -> Self {
        let complete = (self.complete + 1).min(self.needed);
        if complete < self.needed || self.names == Self::MAX_NAMES {
            return Self { complete, ..self };
        }
        Self { names: (self.names * 2).min(Self::MAX_NAMES), complete: 0, ..self }
    }
}

impl Default for Width {
    fn default() -> Self {
        Self { names: Self::START_NAMES, complete: 0, needed: Self::MIN_COMPLETE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The answers, each with its count and the number of names of its listing; and the resulting
    /// number of names.
    type Case = (&'static str, &'static [(Answer, u32, usize)], usize);

    #[test]
    fn doubles_while_answers_are_complete_and_halves_when_not() {
        use Answer::{Complete, MemberMissing, TooLong};
        let table: &[Case] = &[
            ("starts at 100", &[], 100),
            ("counts to 24", &[(Complete, 23, 100)], 100),
            ("doubles", &[(Complete, 24, 100)], 200),
            ("doubles twice", &[(Complete, 24, 100), (Complete, 24, 200)], 400),
            (
                "stops at 400",
                &[(Complete, 24, 100), (Complete, 2_000, 200), (Complete, 2_000, 400)],
                400,
            ),
            ("passes over short listings", &[(Complete, 2_000, 50)], 100),
            ("halves when too long", &[(TooLong, 1, 100)], 50),
            ("halves when one is missing", &[(MemberMissing, 1, 100)], 50),
            ("stops at 25", &[(TooLong, 1, 100), (TooLong, 1, 50), (TooLong, 1, 25)], 25),
            ("passes over answers to what was wider", &[(TooLong, 1, 100), (TooLong, 1, 100)], 50),
            (
                "starts to count anew",
                &[(Complete, 23, 100), (TooLong, 1, 100), (Complete, 47, 50)],
                50,
            ),
            ("comes back later", &[(TooLong, 1, 100), (Complete, 48, 50)], 100),
        ];
        for (case, answers, names) in table {
            let mut width = Width::default();
            for (answer, times, listing) in *answers {
                for _ in 0..*times {
                    width = width.after(*answer, *listing);
                }
            }
            assert_eq!(width.names, *names, "{case}");
        }
    }
}
