//! Maps columns that hold JSON of one shape to Rust types.

/// Reads a type from `jsonb` and writes it as `jsonb`, with serde.
macro_rules! as_jsonb {
    ($name:ty) => {
        impl diesel::deserialize::FromSql<diesel::sql_types::Jsonb, diesel::pg::Pg> for $name {
            fn from_sql(value: diesel::pg::PgValue<'_>) -> diesel::deserialize::Result<Self> {
                use diesel::deserialize::FromSql;
                use diesel::sql_types::Jsonb;
                let value = <serde_json::Value as FromSql<Jsonb, diesel::pg::Pg>>::from_sql(value)?;
                Ok(serde_json::from_value(value)?)
            }
        }

        impl diesel::serialize::ToSql<diesel::sql_types::Jsonb, diesel::pg::Pg> for $name {
            fn to_sql<'b>(
                &'b self,
                out: &mut diesel::serialize::Output<'b, '_, diesel::pg::Pg>,
            ) -> diesel::serialize::Result {
                use diesel::serialize::ToSql;
                use diesel::sql_types::Jsonb;
                let value = serde_json::to_value(self)?;
                <serde_json::Value as ToSql<Jsonb, diesel::pg::Pg>>::to_sql(
                    &value,
                    &mut out.reborrow(),
                )
            }
        }
    };
}

pub(super) use as_jsonb;
