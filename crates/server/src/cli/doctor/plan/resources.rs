//! The parts of hosts and processes that an installation uses, one after the other.

use super::{GB, LIMIT, MEMORY_LIMIT, Needs, amounts, costs};

/// A part of a host or a process, and how much of it is needed.
#[derive(Debug)]
pub struct Resource {
    /// The name, indented if this is a part of the resource before it.
    pub name: &'static str,
    pub needs: String,
    /// The needed share of one host or process.
    pub share: f64,
    /// The share beyond which something has to be added.
    pub limit: Option<f64>,
}

impl Resource {
    /// Returns how much of the limit is used: above 1, the resource is too small.
    pub fn usage(&self) -> f64 {
        self.limit.map_or(0.0, |limit| self.share / limit)
    }
}

impl Needs {
    /// Returns the resource that becomes too small before all others.
    pub fn first_bottleneck(&self) -> Option<Resource> {
        let by_usage = |a: &Resource, b: &Resource| a.usage().total_cmp(&b.usage());
        self.resources().into_iter().max_by(by_usage)
    }

    pub(super) fn resources(&self) -> Vec<Resource> {
        let host = self.input;
        let of = |name, needs, share, limit| Resource { name, needs, share, limit };
        let disk = |name, needs: f64, limit| {
            let share = needs / (host.disk_gb * GB);
            of(name, amounts::bytes(needs), share, limit)
        };
        let memory = |name, needs: f64, limit| {
            let share = needs / (host.memory_gb * GB);
            of(name, amounts::bytes(needs), share, limit)
        };
        let cpu = |name, needs: f64, limit| {
            let amount = format!("{} cores", amounts::amount(needs));
            of(name, amount, needs / host.cores, limit)
        };
        let of_one_shard = self.watches_memory / self.shards as f64;
        let connections = self.connections() as f64;
        vec![
            disk("disk", self.disk(), Some(LIMIT)),
            disk("  items", self.items_disk, None),
            disk("  notifications", self.notifications_disk, None),
            disk("  messages", self.messages_disk, None),
            memory("watches in memory", self.watches_memory, Some(MEMORY_LIMIT)),
            memory("  one shard", of_one_shard, None),
            memory("dashboards in memory", self.streams_memory, Some(MEMORY_LIMIT)),
            cpu("CPU", self.all_cores(), Some(LIMIT)),
            cpu("  Postgres", self.storing, None),
            cpu("  delivering", self.delivering, None),
            // Matching has a limit of its own, too: one core.
            cpu("  matching", self.matching, Some(1.0 / host.cores)),
            of(
                "time of one harken deliver",
                format!("{} s a second", amounts::amount(self.sending)),
                self.sending,
                Some(LIMIT),
            ),
            of(
                "dashboards of one harken api",
                amounts::amount(host.streams),
                host.streams / costs::STREAMS_PER_API,
                Some(1.0),
            ),
            of(
                "connections of Postgres",
                amounts::amount(connections),
                connections / costs::POSTGRES_CONNECTIONS as f64,
                None,
            ),
        ]
    }
}
