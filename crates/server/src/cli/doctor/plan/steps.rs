//! Lists what to add to one process and its Postgres on one host.

use super::{GB, LIMIT, Needs, amounts, costs, count};

impl Needs {
    /// Returns what to add, in the order in which to add it; empty if one host is enough.
    pub fn steps(&self) -> Vec<String> {
        let (shards, delivers, apis) = (self.shards, self.delivers, self.apis);
        let fits_host = self.storing <= LIMIT * self.input.cores;
        let mut steps = Vec::new();
        let mut add_if = |is_needed: bool, step: String| {
            if is_needed {
                steps.push(step);
            }
        };
        let disk = self.disk() / LIMIT;
        add_if(disk > self.input.disk_gb * GB, format!("a disk of {}", amounts::bytes(disk)));
        let postgres = "a machine of its own for Postgres (database.url)";
        add_if(self.is_split() && fits_host, postgres.to_owned());
        add_if(!fits_host, format!("{postgres}, with {} cores", count(self.storing / LIMIT)));
        let of_shard = amounts::bytes(self.watches_memory / shards as f64);
        add_if(
            shards > 1,
            format!(
                "NATS (bus.url) and {shards} shards (harken shards {shards}): beside harken ingest, a harken match for \
                 each, which takes {of_shard} of memory"
            ),
        );
        // Postgres wakes each process for all users.
        add_if(
            shards == 1 && self.has_bus(),
            "NATS (bus.url), which wakes each harken api for its own users only, and a harken match \
             beside harken ingest"
                .to_owned(),
        );
        add_if(
            shards > costs::MAX_SHARDS,
            format!("hosts with more memory: there can be {} shards at most", costs::MAX_SHARDS),
        );
        add_if(delivers > 1, format!("{delivers} harken deliver"));
        add_if(apis > 1, format!("{apis} harken api behind one proxy"));
        let connections = self.connections();
        // Harken listens and takes locks by session, which other modes of PgBouncer do not carry.
        add_if(
            connections > costs::POSTGRES_CONNECTIONS,
            format!(
                "max_connections = {} in Postgres; or PgBouncer with pool_mode = session, and a smaller \
                 database.api_connections",
                connections + 20
            ),
        );
        // Harken reads what it has just written, from the only Postgres that it knows.
        add_if(
            !fits_host,
            "a replica of Postgres for reads other than Harken's own, such as dumps and reports"
                .to_owned(),
        );
        steps
    }
}
