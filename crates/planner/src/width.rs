//! Learns how many names a joined listing may have. The forum documents no limit, refuses addresses
//! that are too long, and may leave members out without a word.

/// What an answer to a joined listing says about its width.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// All members were there as far as anybody can tell.
    Complete,
    /// The forum refused the address as too long (414).
    TooLong,
    /// A member that can be read by itself was left out.
    MemberMissing,
}

/// The number of names that a joined listing may have, as far as it was tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Width {
    names: usize,
    complete: u32,
    needed: u32,
}

impl Width {
    /// The fewest names, whatever happened.
    pub const MIN_NAMES: usize = 25;
    /// The most names, however well it went.
    pub const MAX_NAMES: usize = 400;
    /// Where it starts: so many have always worked.
    const START_NAMES: usize = 100;
    /// Complete answers before more names are tried, at first and at most.
    const MIN_COMPLETE: u32 = 200;
    const MAX_COMPLETE: u32 = 12_800;

    /// Returns how many names a joined listing may have now.
    pub fn names(self) -> usize {
        self.names
    }

    /// Returns the width after an answer to a listing of `names` names.
    ///
    /// A complete answer counts if the listing had more than half of what is allowed: a short one says
    /// nothing. What went wrong once is tried again after twice as many complete answers. An answer to
    /// a listing that is wider than what is allowed now was asked for before that was learned, and
    /// changes nothing.
    #[must_use]
    pub fn after(self, answer: Answer, names: usize) -> Self {
        match answer {
            _ if names > self.names => self,
            Answer::Complete if names * 2 > self.names => self.count(),
            Answer::Complete => self,
            Answer::TooLong | Answer::MemberMissing => Self {
                names: (self.names / 2).max(Self::MIN_NAMES),
                complete: 0,
                needed: (self.needed * 2).min(Self::MAX_COMPLETE),
            },
        }
    }

    fn count(self) -> Self {
        if self.complete + 1 < self.needed || self.names == Self::MAX_NAMES {
            let complete = (self.complete + 1).min(self.needed);
            return Self { complete, ..self };
        }
        Self {
            names: (self.names * 2).min(Self::MAX_NAMES),
            complete: 0,
            ..self
        }
    }
}

impl Default for Width {
    fn default() -> Self {
        Self {
            names: Self::START_NAMES,
            complete: 0,
            needed: Self::MIN_COMPLETE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was answered, how often, to a listing of how many names; and the names after that.
    type Case = (&'static str, &'static [(Answer, u32, usize)], usize);

    #[test]
    fn doubles_while_answers_are_complete_and_halves_when_not() {
        use Answer::{Complete, MemberMissing, TooLong};
        let table: &[Case] = &[
            ("starts at 100", &[], 100),
            ("counts to 200", &[(Complete, 199, 100)], 100),
            ("doubles", &[(Complete, 200, 100)], 200),
            (
                "doubles twice",
                &[(Complete, 200, 100), (Complete, 200, 200)],
                400,
            ),
            (
                "stops at 400",
                &[
                    (Complete, 200, 100),
                    (Complete, 2_000, 200),
                    (Complete, 2_000, 400),
                ],
                400,
            ),
            ("passes over short listings", &[(Complete, 2_000, 50)], 100),
            ("halves when too long", &[(TooLong, 1, 100)], 50),
            ("halves when one is missing", &[(MemberMissing, 1, 100)], 50),
            (
                "stops at 25",
                &[(TooLong, 1, 100), (TooLong, 1, 50), (TooLong, 1, 25)],
                25,
            ),
            (
                "passes over answers to what was wider",
                &[(TooLong, 1, 100), (TooLong, 1, 100)],
                50,
            ),
            (
                "starts to count anew",
                &[(Complete, 199, 100), (TooLong, 1, 100), (Complete, 399, 50)],
                50,
            ),
            (
                "comes back later",
                &[(TooLong, 1, 100), (Complete, 400, 50)],
                100,
            ),
        ];
        for (case, answers, names) in table {
            let mut width = Width::default();
            for (answer, times, listing) in *answers {
                for _ in 0..*times {
                    width = width.after(*answer, *listing);
                }
            }
            assert_eq!(width.names(), *names, "{case}");
        }
    }
}
