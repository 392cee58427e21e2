//! The flags of a command that lists something of one tenant, or of all.

use clap::Args;
use store::Tenant;

use super::ConfigurationFlags;
use crate::administration::Administration;
use crate::failure::Failure;

/// Whose things are listed, and how they are printed.
#[derive(Args)]
pub(crate) struct TenantListFlags {
    /// The id of one tenant; without it all
    #[arg(long, value_name = "T")]
    tenant: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    flags: ConfigurationFlags,
}

impl TenantListFlags {
    /// Opens the store and finds the tenants; refuses an unknown one.
    pub(crate) fn open(self) -> Result<(Administration, Vec<Tenant>), Failure> {
        let administration = Administration::open(&self.flags.load()?.configuration)?;
        let tenants = match &self.tenant {
            Some(id) => vec![administration.tenant(id)?],
            None => administration.tenants()?,
        };
        Ok((administration, tenants))
    }
}
