//! What every part of the server uses: settings, store, games, clock. It does not know rooms, sockets or
//! routes.

use std::sync::Arc;
use std::time::Duration;

use common::{SessionId, TenantId, Timestamp};
use game::Catalogue;
use protocol::WireRefusal;
use protocol::rest::SessionClaims;
use rooms::Connection;
use store::{Beat, SessionRow, Store, StoreError};

use crate::clock::Clock;
use crate::cluster::Cluster;
use crate::lifecycle::Lifecycle;
use crate::refusals;
use crate::settings::Settings;

/// The name of a single server in the store.
pub(crate) const NODE: &str = "main";

/// The shared context of the server's parts. Clones share everything.
#[derive(Clone)]
pub(crate) struct Context {
    pub(crate) settings: Arc<Settings>,
    pub(crate) store: Store,
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) clock: Arc<Clock>,
    pub(crate) lifecycle: Arc<Lifecycle>,
    /// The other nodes; `None` for a single server.
    pub(crate) cluster: Option<Arc<Cluster>>,
}

impl Context {
    pub(crate) fn new(
        settings: Settings,
        store: Store,
        catalogue: Catalogue,
        cluster: Option<Cluster>,
    ) -> Context {
        Context {
            settings: Arc::new(settings),
            store,
            catalogue: Arc::new(catalogue),
            clock: Arc::new(Clock::start()),
            lifecycle: Arc::default(),
            cluster: cluster.map(Arc::new),
        }
    }

    /// Records that the server is alive and can write.
    pub(crate) async fn heartbeat(&self) -> Result<(), StoreError> {
        match &self.cluster {
            None => self.await_write(self.store.heartbeat(NODE, self.clock.now().0)).await,
            Some(cluster) => self.beat(cluster).await,
        }
    }

    async fn beat(&self, cluster: &Cluster) -> Result<(), StoreError> {
        let name = cluster.node();
        match self.await_write(self.store.beat(&name)).await? {
            Some(beat) => {
                self.set_clock(&beat);
                cluster.note(&beat);
                Ok(())
            }
            None => {
                cluster.fence(&name);
                Err(StoreError::Unavailable("the other nodes have declared this one dead".to_owned()))
            }
        }
    }

    /// Whether the node of a connection is gone. The list of nodes in memory may be half a second old, so the store is asked before the
    /// answer is no.
    pub(crate) async fn has_lost_node(
        &self,
        cluster: &Cluster,
        connection: &Connection,
    ) -> Result<bool, StoreError> {
        if cluster.is_alive(connection) {
            self.beat(cluster).await?;
        }
        Ok(!cluster.is_alive(connection))
    }

    /// Enters the cluster under the name of this node.
    pub(crate) async fn enter_cluster(&self, cluster: &Cluster, is_first: bool) -> Result<Beat, StoreError> {
        let entered = self.store.enter_cluster(&cluster.node(), &self.place(), is_first);
        let beat = self.await_write(entered).await?;
        self.set_clock(&beat);
        Ok(beat)
    }

    /// Where this node is: its machine and its address there.
    fn place(&self) -> String {
        let machine = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        format!("{} {}", machine.trim(), self.settings.listen)
    }

    fn set_clock(&self, beat: &Beat) {
        let lag = Duration::from_millis(u64::try_from(beat.lag_ms).unwrap_or_default());
        self.clock.set(Timestamp(beat.now_ms - beat.lag_ms), lag, beat.read_at);
    }

    /// The session of a token; `None` if it does not exist.
    pub(crate) async fn session_of(&self, claims: &SessionClaims) -> Result<Option<SessionRow>, WireRefusal> {
        let (tenant, session) = (TenantId(claims.tid.clone()), SessionId(claims.sid.clone()));
        let found = self.store.session(&tenant, claims.mode, &session).await;
        found.map_err(|error| refusals::unavailable(&error))
    }

    /// The name of a socket's connection; in a cluster it tells the node.
    pub(crate) fn connection(&self, socket: &str) -> Connection {
        match &self.cluster {
            None => Connection(socket.to_owned()),
            Some(cluster) => cluster.connection(socket),
        }
    }

    /// Whether a connection that is not at this node is lost: so is every one of a single server.
    pub(crate) fn is_lost_elsewhere(&self, connection: &Connection) -> bool {
        self.cluster
            .as_ref()
            .is_none_or(|cluster| cluster.is_here(connection) || !cluster.is_alive(connection))
    }

    /// Whether the node of a connection is dead; `None` if that cannot be known now. A node that is unknown may be new: the store is
    /// asked again.
    pub(crate) async fn is_at_dead_node(&self, connection: &Connection) -> Option<bool> {
        let Some(cluster) = &self.cluster else { return Some(false) };
        if cluster.is_alive(connection) {
            return Some(false);
        }
        self.heartbeat().await.ok()?;
        Some(!cluster.is_alive(connection))
    }

    /// Whether a connection has the name of a node that the others have declared dead, or that has not entered the cluster yet.
    pub(crate) fn is_outside_cluster(&self, connection: &Connection) -> bool {
        let is_inside = |cluster: &Arc<Cluster>| cluster.is_here(connection) && cluster.is_alive(connection);
        !self.cluster.as_ref().is_none_or(is_inside)
    }

    /// Waits for a write. Room time stands still while writes fail or hang.
    pub(crate) async fn await_write<T>(&self, answer: store::StoreAnswer<T>) -> Result<T, StoreError> {
        let write = self.clock.write();
        let result = answer.await;
        match result {
            Err(
                StoreError::Overloaded
                | StoreError::DiskFull
                | StoreError::Unreachable(_)
                | StoreError::Unavailable(_),
            ) => write.fail(),
            _ => write.succeed(),
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use game::Catalogue;
    use store::Store;

    use super::Context;
    use crate::settings::Settings;

    #[tokio::test]
    async fn after_a_write_that_failed_the_time_in_rooms_stands_still() {
        let context = Context::new(Settings::default(), Store::in_memory(), Catalogue::new(Vec::new()), None);
        context.heartbeat().await.expect("the store takes writes");
        context.store.close();
        context.heartbeat().await.expect_err("the store is closed");
        let (now, wall) = (context.clock.now(), context.clock.wall());
        while context.clock.wall() < wall + std::time::Duration::from_millis(20) {
            std::thread::yield_now();
        }
        assert_eq!(context.clock.now(), now);
    }
}
