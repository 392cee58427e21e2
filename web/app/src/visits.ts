// Games by address, watching, invitations and the list of own games, in one file that is loaded on first use.
export { AddressScreen } from "./visits/address.js";
export { startBackgroundGames } from "./visits/background-games.js";
export { FailedSeat } from "./visits/failed-seat.js";
export { HistoryScreen } from "./visits/history.js";
export { InviteDialog } from "./visits/invite-dialog.js";
export { JoinScreen } from "./visits/join.js";
export { LeaveGuard } from "./visits/leave-guard.js";
export { RunningGames } from "./visits/running-games.js";
export { ShareDialog } from "./visits/share-dialog.js";
export { Waiting } from "./visits/waiting.js";
export { WatchScreen } from "./visits/watch.js";
