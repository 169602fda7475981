//! The share of all watches that a process holds.

use diesel::dsl::sql;
use diesel::expression::SqlLiteral;
use diesel::sql_types::Bool;
use uuid::Uuid;

/// A part of all watches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Share {
    All,
    /// The names in all watches, and nothing to match by: enough for reading.
    Names,
    /// The watches of one shard's users: all watches of a user are in the same shard, since one process numbers the
    /// user's notifications.
    Shard {
        shard: i32,
        of: i32,
    },
}

impl Share {
    /// Returns true if the share contains the watches of a user.
    pub fn has(self, user_id: Uuid) -> bool {
        match self {
            Self::All | Self::Names => true,
            Self::Shard { shard, of } => {
                // The last four bytes, which are random in every UUID of a user.
                let bytes = user_id.as_u128() as u32;
                i64::from(bytes) % i64::from(of.max(1)) == i64::from(shard)
            }
        }
    }

    /// Returns the same condition for the column `user_id` of a query.
    pub fn condition(self, user_id: &str) -> String {
        match self {
            Self::All | Self::Names => "true".to_owned(),
            Self::Shard { shard, of } => {
                let of = of.max(1);
                format!("('x' || right({user_id}::text, 8))::bit(32)::bigint % {of} = {shard}")
            }
        }
    }

    pub(super) fn of_watches(self) -> SqlLiteral<Bool> {
        sql::<Bool>(&self.condition("watches.user_id"))
    }

    pub(super) fn is_searched(self) -> bool {
        self != Self::Names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_user_is_in_just_one_shard() {
        for of in 1..=7 {
            let mut counts = vec![0; of as usize];
            for _ in 0..700 {
                let user = Uuid::now_v7();
                let shards = (0..of).filter(|shard| Share::Shard { shard: *shard, of }.has(user));
                let shards: Vec<i32> = shards.collect();
                assert_eq!(shards.len(), 1, "{user} of {of}");
                counts[shards[0] as usize] += 1;
            }
            assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
        }
    }
}
