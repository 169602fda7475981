//! Maps columns that hold one of a few words to Rust enums.

use std::fmt;

/// A word that this version of Harken has no enum variant for: written by a newer version, or by
/// hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownWord {
    /// The `table.column` of each column that holds such words.
    pub columns: &'static [&'static str],
    pub word: String,
}

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (columns, word) = (self.columns.join(" or "), &self.word);
        write!(f, "{columns} holds '{word}', which this version of Harken does not know")
    }
}

impl std::error::Error for UnknownWord {}

/// Defines an enum of the words that some text columns hold, which the database checks as well.
///
/// The enum is read from and written to these columns directly, as `Option` where they may be null.
/// Other words are an [`UnknownWord`] error. Where the API has the same words, derive serde's traits
/// with a `rename_all`.
///
/// ```ignore
/// column_enum! {
///     /// What a message is for.
///     pub enum Kind in outbox.kind {
///         Match = "match",
///         EndpointPaused = "endpoint_paused",
///     }
/// }
/// ```
macro_rules! column_enum {
    (
        $(#[$attribute:meta])*
        $visibility:vis enum $name:ident in $($table:ident.$column:ident),+ {
            $($(#[$variant_attribute:meta])* $variant:ident = $word:literal,)+
        }
    ) => {
        $(#[$attribute])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, Hash,
            diesel::expression::AsExpression, diesel::deserialize::FromSqlRow,
        )]
        #[diesel(sql_type = diesel::sql_types::Text)]
        $visibility enum $name {
            $($(#[$variant_attribute])* $variant,)+
        }

        impl $name {
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The `table.column` of each column that holds these words.
            pub const COLUMNS: &'static [&'static str] = {
                $(let _ = $crate::schema::$table::$column;)+
                &[$(concat!(stringify!($table), ".", stringify!($column)),)+]
            };

            /// Returns the word in the column.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::UnknownWord;

            fn from_str(word: &str) -> Result<Self, Self::Err> {
                match word {
                    $($word => Ok(Self::$variant),)+
                    _ => Err($crate::UnknownWord {
                        columns: Self::COLUMNS,
                        word: word.to_owned(),
                    }),
                }
            }
        }

        impl diesel::deserialize::FromSql<diesel::sql_types::Text, diesel::pg::Pg> for $name {
            fn from_sql(value: diesel::pg::PgValue<'_>) -> diesel::deserialize::Result<Self> {
                Ok(std::str::from_utf8(value.as_bytes())?.parse()?)
            }
        }

        impl diesel::serialize::ToSql<diesel::sql_types::Text, diesel::pg::Pg> for $name {
            fn to_sql<'b>(
                &'b self,
                out: &mut diesel::serialize::Output<'b, '_, diesel::pg::Pg>,
            ) -> diesel::serialize::Result {
                std::io::Write::write_all(out, self.as_str().as_bytes())?;
                Ok(diesel::serialize::IsNull::No)
            }
        }
    };
}

pub(crate) use column_enum;
