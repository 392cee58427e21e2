//! `parlour tenants`: the customers of the server.

use std::io::Write;

use clap::{Args, Subcommand, ValueEnum};
use common::{Mode, PlanName, TenantId};
use protocol::Named;
use protocol::rest::WantedSpectators;
use serde_json::{Value, json};
use server::Plans;
use store::{StoreError, Tenant, TenantChanges, TenantSettings};

use super::ConfigurationFlags;
use crate::administration::{Administration, now_ms, time_text};
use crate::configuration::unknown_plan;
use crate::failure::{Failure, Problem};

/// Create, change and list tenants, the customers of the server
#[derive(Subcommand)]
#[command(after_help = "Example: parlour tenants create \"Acme Games\" --plan pro")]
pub(crate) enum Tenants {
    Create(Create),
    Set(Set),
    List(List),
}

/// Create a tenant
#[derive(Args)]
#[command(
    after_help = "Example: parlour tenants create \"Acme Games\" --plan pro\n\nThe id is made from the name: acme-games."
)]
pub(crate) struct Create {
    /// The name its people know it by
    name: String,
    /// Its plan, one of those that `parlour config show` lists; unless given, the default plan
    #[arg(long, value_name = "NAME")]
    plan: Option<String>,
    /// Who may watch its live matchmaking games; unless given, its own players
    #[arg(long, value_enum)]
    spectators: Option<SpectatorsArgument>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    flags: ConfigurationFlags,
}

/// Change the name, the plan or the spectators of a tenant
#[derive(Args)]
#[command(
    after_help = "Example: parlour tenants set acme-games --plan growth --spectators public\n\nA running server follows at once. Spectators count for sessions created from then on, unless a session says\n`spectators` itself. The id stays as it is."
)]
#[group(id = "change", required = true, multiple = true, args = ["name", "plan", "spectators"])]
pub(crate) struct Set {
    /// The id of the tenant
    tenant: String,
    /// The name its people know it by
    #[arg(long)]
    name: Option<String>,
    /// Its plan, one of those that `parlour config show` lists
    #[arg(long, value_name = "NAME")]
    plan: Option<String>,
    /// Who may watch its live matchmaking games
    #[arg(long, value_enum)]
    spectators: Option<SpectatorsArgument>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    flags: ConfigurationFlags,
}

/// List all tenants, with the live sessions that each created this month
#[derive(Args)]
#[command(after_help = "Example: parlour tenants list --json")]
pub(crate) struct List {
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    flags: ConfigurationFlags,
}

#[derive(Clone, Copy, ValueEnum)]
enum SpectatorsArgument {
    /// Anyone; the games are listed
    Public,
    /// Anyone who knows the room id
    Link,
    /// Nobody
    None,
}

impl SpectatorsArgument {
    /// The name on the wire.
    fn name(self) -> &'static str {
        Named::name(match self {
            SpectatorsArgument::Public => WantedSpectators::Public,
            SpectatorsArgument::Link => WantedSpectators::Link,
            SpectatorsArgument::None => WantedSpectators::None,
        })
    }
}

/// The plan of this name, if it is configured.
fn known_plan(plans: &Plans, name: &str) -> Result<PlanName, Failure> {
    let found = PlanName::parse(name).filter(|plan| plans.has(plan));
    found.ok_or_else(|| Failure::usage(unknown_plan(plans, name, "")))
}

impl Tenants {
    /// Creates, changes or lists.
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        match self {
            Tenants::Create(command) => command.run(out),
            Tenants::Set(command) => command.run(out),
            Tenants::List(command) => command.run(out),
        }
    }
}

impl Create {
    fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let configuration = self.flags.load()?.configuration;
        let plans = &configuration.settings.plans;
        let plan = self.plan.as_deref().map(|name| known_plan(plans, name)).transpose()?;
        let tenant = Tenant {
            id: id_of(&self.name)?,
            name: self.name.trim().to_owned(),
            plan: plan.unwrap_or_else(|| plans.default_plan.clone()),
            settings: TenantSettings {
                spectators: self.spectators.map(|spectators| spectators.name().to_owned()),
                ..TenantSettings::default()
            },
            created_ms: now_ms(),
        };
        if server::OWN_TENANTS.contains(&tenant.id.as_str()) {
            let problem = Problem::new(format!("the server keeps the tenant `{}` for itself", tenant.id));
            return Err(problem.help("choose another name").into());
        }
        let administration = Administration::open(&configuration)?;
        match administration.store().create_tenant(tenant.clone()).wait() {
            Err(StoreError::Taken(_)) => {
                let problem = Problem::new(format!("there is a tenant `{}` already", tenant.id));
                return Err(problem.help("choose another name").into());
            }
            created => created?,
        }
        administration.note(&tenant.id, Mode::Live, "tenant.create", tenant.id.as_str())?;
        if self.json {
            return Ok(writeln!(out, "{:#}", described(&tenant))?);
        }
        writeln!(out, "created tenant {} (plan {})", tenant.id, tenant.plan.as_str())?;
        Ok(writeln!(out, "next: parlour keys create --tenant {} --mode test", tenant.id)?)
    }
}

impl Set {
    fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let configuration = self.flags.load()?.configuration;
        let plan =
            self.plan.as_deref().map(|name| known_plan(&configuration.settings.plans, name)).transpose()?;
        let administration = Administration::open(&configuration)?;
        let tenant = administration.tenant(&self.tenant)?;
        let changes = TenantChanges {
            name: self.name.as_deref().map(visible_name).transpose()?,
            plan,
            spectators: self.spectators.map(|spectators| spectators.name().to_owned()),
        };
        let named = |word: &str, value: Option<&str>| value.map(|value| format!("{word} {value}"));
        let changed = [
            named("name", changes.name.as_deref()),
            named("plan", changes.plan.as_ref().map(PlanName::as_str)),
            named("spectators", changes.spectators.as_deref()),
        ];
        let changed = changed.into_iter().flatten().collect::<Vec<_>>().join(", ");
        administration.store().change_tenant(&tenant.id, changes).wait()?;
        administration.note(&tenant.id, Mode::Live, "tenant.set", &changed)?;
        if self.json {
            return Ok(writeln!(out, "{:#}", described(&administration.tenant(&self.tenant)?))?);
        }
        Ok(writeln!(out, "tenant {}: {changed}", tenant.id)?)
    }
}

impl List {
    fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let administration = Administration::open(&self.flags.load()?.configuration)?;
        let (store, now) = (administration.store(), now_ms());
        let mut rows = Vec::new();
        for tenant in administration.tenants()? {
            let sessions = store.sessions_this_month(&tenant.id, Mode::Live, now).wait()?;
            rows.push((tenant, sessions));
        }
        if self.json {
            let with_sessions = |(tenant, sessions): &(Tenant, u64)| {
                let mut described = described(tenant);
                described["sessionsThisMonth"] = json!(sessions);
                described
            };
            return Ok(writeln!(out, "{:#}", Value::Array(rows.iter().map(with_sessions).collect()))?);
        }
        for (Tenant { id, name, plan, created_ms, .. }, sessions) in &rows {
            let (id, plan, created) = (id.as_str(), plan.as_str(), time_text(Some(*created_ms)));
            writeln!(out, "{id:<24} {plan:<11} {created} {sessions:>9} {name}")?;
        }
        Ok(())
    }
}

/// A name as it is kept; one without a visible character is refused.
fn visible_name(name: &str) -> Result<String, Failure> {
    match name.trim() {
        "" => Err(Failure::usage(Problem::new("the name is empty").help("give a name that people can read"))),
        name => Ok(name.to_owned()),
    }
}

/// `Acme Games` becomes `acme-games`.
fn id_of(name: &str) -> Result<TenantId, Failure> {
    Tenant::id_for(name).ok_or_else(|| {
        let problem = Problem::new(format!("no id can be made from the name `{name}`"));
        Failure::usage(problem.help("use a name with letters a-z or digits, at most 64 of them"))
    })
}

fn described(tenant: &Tenant) -> Value {
    json!({
        "id": tenant.id.as_str(),
        "name": tenant.name,
        "plan": tenant.plan.as_str(),
        "spectators": tenant.settings.spectators,
        "createdAt": time_text(Some(tenant.created_ms)),
    })
}
