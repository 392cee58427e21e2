//! `parlour serve`: the whole server.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use clap::Args;
use server::{MetricsListen, Server, Settings, Tls};
use store::{Durability, Options, Store, StoreHealth};
use tokio::net::TcpListener;
use tokio::sync::watch;

use super::ConfigurationFlags;
use crate::administration::not_opened;
use crate::configuration::Configuration;
use crate::exposure::{self, Exposure};
use crate::failure::{Failure, Problem};
use crate::running_file::RunningFile;
use crate::runtime::{self, Interruptions};
use crate::service_manager::ServiceManager;
use crate::{browser, development, logging, open_files};

/// Serve games until interrupted
#[derive(Args)]
#[command(after_help = "Example: parlour serve --dev\n\n\
    Flags win over environment variables (PARLOUR_LISTEN, PARLOUR_TIMES__RECONNECT_WINDOW, …), which win over\n\
    the configuration file. `parlour config show` prints what is in effect.")]
pub(crate) struct Serve {
    /// Where to listen; port 0 takes a free one [environment: PARLOUR_LISTEN] [default: 127.0.0.1:7300]
    #[arg(long, value_name = "ADDR")]
    listen: Option<String>,
    #[command(flatten)]
    flags: ConfigurationFlags,
    /// The address the world sees, with its scheme [environment: PARLOUR_PUBLIC_URL]
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// The Redis that nodes tell each other by, if several servers share one store [environment: PARLOUR_REDIS]
    #[arg(long, value_name = "URL")]
    redis: Option<String>,
    /// For development: open a test game, print a test key and what to try next, let webhooks go to this machine, and pages of any site use keys
    #[arg(long)]
    dev: bool,
    /// With --dev: do not open the test game in a browser; it is never opened in CI and without a terminal
    #[arg(long, requires = "dev")]
    no_open: bool,
}

impl Serve {
    /// Serves until interrupted; a second interruption ends the process at once.
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let mut sources = self.flags.sources();
        sources.development = self.dev;
        sources.flags.extend(self.listen.map(|listen| ("--listen", "listen", listen)));
        sources.flags.extend(self.redis.map(|redis| ("--redis", "redis", redis)));
        sources.flags.extend(self.public_url.map(|url| ("--public-url", "public_url", url)));
        let configuration = sources.load()?.configuration;
        logging::start(&configuration.log);
        let settings = &configuration.settings;
        let open_to_others = [
            exposure::of_data(&settings.data),
            exposure::of_key_file(&configuration),
            exposure::of_tls_key(settings),
            exposure::of_address(settings),
            exposure::of_development(settings),
        ];
        for Exposure { what, help } in open_to_others.into_iter().flatten() {
            tracing::warn!(help, "{what}");
        }
        let tls = load_tls(settings)?;
        let store = open(&configuration)?;
        raise_open_files(settings);
        let development = self.dev.then_some(Development { opens_browser: !self.no_open });
        runtime::start()?.block_on(serve(configuration.settings, tls, store, development, out))
    }
}

/// What `--dev` does at the start.
struct Development {
    opens_browser: bool,
}

async fn serve(
    settings: Settings,
    tls: Option<Tls>,
    store: Store,
    development: Option<Development>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let interruptions = Interruptions::listen()?;
    let listener = TcpListener::bind(settings.listen).await.map_err(|error| {
        let problem = Problem::new(format!("cannot listen on {}: {error}", settings.listen));
        problem.help("choose another address with --listen; port 0 takes a free one")
    })?;
    let address = listener.local_addr()?;
    let metrics = listen_for_metrics(&settings, address).await?;
    let data = settings.data.clone();
    // A node is known by the port that it really has.
    let settings = Settings { listen: address, ..settings };
    let server = Server::start(settings, store.clone()).await;
    let server = server.map_err(|error| {
        let help =
            "`parlour doctor` says more; a backup is put in place with `parlour restore FILE --data NEW`";
        Problem::new(error.to_string()).help(help)
    })?;
    let url = local_url(address, tls.is_some());
    let _running = RunningFile::write(&data, address);
    writeln!(out, "parlour {} listens on {url}", env!("CARGO_PKG_VERSION"))?;
    if let Some(metrics) = &metrics {
        writeln!(out, "metrics are at http://{}/metrics", reachable(metrics.local_addr()?))?;
    }
    if let Some(Development { opens_browser }) = development {
        let key = development::test_key(&store, &data).await?;
        let play_url = development::test_session(&server, &url).await;
        development::welcome(&url, play_url.as_deref(), &key, out)?;
        out.flush()?;
        if let Some(play_url) = play_url.filter(|_| opens_browser) {
            browser::open(&play_url);
        }
    }
    out.flush()?;
    let manager = ServiceManager::of_environment();
    manager.ready(&url);
    let health = store.watch_health();
    drop(store);
    let (asked, failure) = (interruptions.clone().reach(1), failure(health.clone()));
    let told = manager.clone();
    let shutdown = async move {
        tokio::select! {
            () = asked => {}
            () = failure => {}
        }
        told.stopping();
    };
    tokio::select! {
        () = server.serve(listener, tls, metrics, shutdown) => out_of_service(&health.borrow()),
        () = interruptions.reach(2) => Err(Problem::new("interrupted twice: stopped before everyone was told").into()),
        never = manager.keep_alive() => match never {},
    }
}

/// Opens the metrics listener; unless its address was configured, the server also starts without it.
async fn listen_for_metrics(settings: &Settings, listen: SocketAddr) -> Result<Option<TcpListener>, Failure> {
    match settings.metrics_listen {
        MetricsListen::Off => Ok(None),
        MetricsListen::At(address) => match TcpListener::bind(address).await {
            Ok(listener) => Ok(Some(listener)),
            Err(error) => {
                let problem = Problem::new(format!("cannot serve metrics at {address}: {error}"));
                Err(problem.help("choose another address for metrics_listen, or off").into())
            }
        },
        MetricsListen::Auto => {
            let mut address = auto_metrics_address(listen);
            if settings.listen.port() == 0 {
                address.set_port(0);
            }
            let listener = TcpListener::bind(address).await;
            if let Err(error) = &listener {
                tracing::warn!(port = address.port(), %error, "metrics not served: choose another address for metrics_listen");
            }
            Ok(listener.ok())
        }
    }
}

/// Where the metrics of a server at this address are, unless another place was configured: on this machine alone.
pub(super) fn auto_metrics_address(listen: SocketAddr) -> SocketAddr {
    let ip: IpAddr = if listen.is_ipv4() { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() };
    (ip, metrics_port(listen.port())).into()
}

/// The metrics port of a server at this port: far enough away to avoid servers at neighbouring ports.
fn metrics_port(port: u16) -> u16 {
    const DISTANCE: u16 = 10_000;
    port.checked_add(DISTANCE).unwrap_or_else(|| port - DISTANCE)
}

/// Resolves if the store fails in a way that must not be retried.
async fn failure(mut health: watch::Receiver<StoreHealth>) {
    let failed = health.wait_for(|health| matches!(health, StoreHealth::Failed(_))).await.is_ok();
    if !failed {
        // A closed store cannot fail any more.
        std::future::pending::<()>().await;
    }
}

/// The failure that ended the server, if it was not stopped on purpose.
fn out_of_service(health: &StoreHealth) -> Result<(), Failure> {
    let StoreHealth::Failed(reason) = health else { return Ok(()) };
    Err(Problem::new(format!("the store has failed: {reason}"))
        .help("mend the disk and start again: every acknowledged move is kept, and games go on")
        .into())
}

fn open(configuration: &Configuration) -> Result<Store, Failure> {
    let settings = &configuration.settings;
    let durability = if settings.durable { Durability::Durable } else { Durability::Fast };
    let secrets_key = configuration.secrets_key()?;
    let options = Options { durability, secrets_key, ..Options::default() };
    let store = match configuration.database() {
        Some(database) if settings.redis.is_some() => Store::open_postgres_node(&database, &options),
        Some(database) => Store::open_postgres(&database, &options),
        None => Store::open(&settings.data, &options),
    };
    store.map_err(|error| not_opened(error).into())
}

/// Raises the limit of open files: each connection is one, and the usual soft limit is too low for a server.
fn raise_open_files(settings: &Settings) {
    match open_files::raise_limit() {
        Ok(limit) => match open_files::shortage(settings, limit) {
            Some(shortage) => tracing::warn!(help = open_files::HELP, "{shortage}"),
            None => tracing::info!("at most {limit} files may be open"),
        },
        Err(error) => {
            tracing::warn!(%error, help = open_files::HELP, "limit of open files not raised");
        }
    }
}

/// Loads the certificate before anything is changed.
fn load_tls(settings: &Settings) -> Result<Option<Tls>, Failure> {
    let loaded = settings.tls_files().map(Tls::load).transpose();
    loaded.map_err(|error| {
        let problem = Problem::new(format!("cannot serve TLS: {error}"));
        problem.help("check tls_cert and tls_key, or remove both to serve plain http behind a proxy").into()
    })
}

/// The URL of the server from this machine.
pub(super) fn local_url(address: SocketAddr, has_tls: bool) -> String {
    format!("{}://{}", if has_tls { "https" } else { "http" }, reachable(address))
}

/// The address to use from this machine, which cannot be 0.0.0.0.
pub(super) fn reachable(address: SocketAddr) -> SocketAddr {
    let mut address = address;
    if address.ip().is_unspecified() {
        address.set_ip(if address.is_ipv4() {
            [127, 0, 0, 1].into()
        } else {
            [0, 0, 0, 0, 0, 0, 0, 1].into()
        });
    }
    address
}

#[cfg(test)]
mod tests {
    use super::metrics_port;

    #[test]
    fn the_metrics_of_every_port_have_a_port_of_their_own() {
        assert_eq!(metrics_port(7300), 17300);
        for port in 1..=u16::MAX {
            assert_eq!(metrics_port(port).abs_diff(port), 10_000, "{port}");
        }
    }
}
