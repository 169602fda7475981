//! Learns how many names a joined listing may have. The forum documents no limit, refuses addresses
//! that are too long, and may leave members out without a word.

/// What was found out about a joined listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// The own listing of a member holds nothing that the joined one left out.
    Complete,
    /// The forum refused the address as too long (414).
    TooLong,
    /// The own listing of a member holds what the joined one left out.
    MemberMissing,
}

/// The number of names that a joined listing may have, and what that was learned from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Width {
    /// How many names a joined listing may have now.
    pub names: usize,
    /// Complete answers since that changed.
    pub complete: u32,
    /// Complete answers after which more names are allowed.
    pub needed: u32,
}

impl Width {
    /// The fewest names, whatever happened.
    pub const MIN_NAMES: usize = 25;
    /// The most names, however well it went.
    pub const MAX_NAMES: usize = 400;
    /// Where it starts: so many have always worked.
    const START_NAMES: usize = 100;
    /// Complete answers before more names are allowed, at first and at most.
    const MIN_COMPLETE: u32 = 24;
    const MAX_COMPLETE: u32 = 1_536;

    /// Returns how many bytes its names may take, with a `+` after each. A path of the most names stays
    /// below the 8 KiB that servers commonly take as a request's first line.
    pub fn path_bytes(self) -> usize {
        19 * self.names
    }

    /// Returns whether a listing of `names` names shows that so many are allowed: one that has more than
    /// half of them.
    pub fn is_shown_by(self, names: usize) -> bool {
        names <= self.names && names * 2 > self.names
    }

    /// Returns whether it is still to be shown that so many names are allowed.
    pub fn is_on_trial(self) -> bool {
        self.complete < self.needed
    }

    /// Returns the width after an answer about a listing of `names` names.
    ///
    /// What went wrong once is allowed again after twice as many complete answers. An answer about a
    /// listing that is wider than what is allowed now was asked for before that was learned, and
    /// changes nothing.
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
            ("counts to 24", &[(Complete, 23, 100)], 100),
            ("doubles", &[(Complete, 24, 100)], 200),
            (
                "doubles twice",
                &[(Complete, 24, 100), (Complete, 24, 200)],
                400,
            ),
            (
                "stops at 400",
                &[
                    (Complete, 24, 100),
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
                &[(Complete, 23, 100), (TooLong, 1, 100), (Complete, 47, 50)],
                50,
            ),
            (
                "comes back later",
                &[(TooLong, 1, 100), (Complete, 48, 50)],
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
            assert_eq!(width.names, *names, "{case}");
        }
    }
}
