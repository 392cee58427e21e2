//! Limits over all nodes, counted in Redis: a bucket that is refilled over a minute.

use std::time::Duration;

use redis::aio::ConnectionManager;

use crate::limits::RateAllowance;

/// Takes one from a bucket. The value is the time at which it will be full again, in milliseconds. Returns whether there was one, how
/// many are left, and how long to wait for the next one.
const TAKE: &str = "
local clock = redis.call('TIME')
local now = clock[1] * 1000 + clock[2] / 1000
local minute, step = 60000, 60000 / tonumber(ARGV[1])
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now) + step
local over = full - now - minute
if over > 0.01 then return {0, 0, math.ceil(over)} end
redis.call('SET', KEYS[1], string.format('%.3f', full), 'PX', math.ceil(full - now))
return {1, math.floor((minute - (full - now)) / step + 0.01), 0}";

/// Takes one of `per_minute` from the bucket with this key; `None` if Redis does not answer.
pub(super) async fn take(
    mut connection: ConnectionManager,
    key: &str,
    per_minute: u32,
) -> Option<RateAllowance> {
    let limit = per_minute.max(1);
    let mut command = redis::cmd("EVAL");
    command.arg(TAKE).arg(1).arg(key).arg(limit);
    let (taken, remaining, wait): (bool, u32, u64) = command.query_async(&mut connection).await.ok()?;
    Some(RateAllowance::new(limit, remaining, (!taken).then(|| Duration::from_millis(wait))))
}
