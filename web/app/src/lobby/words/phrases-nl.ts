// Nederlands.
import type { LobbyMessages } from "../words.js";

export default {
  lobbyTitle: "Wachtende partijen",
  lobbyOnline: { one: "{count} speler online", other: "{count} spelers online" },
  lobbyRunning: { one: "{count} partij bezig", other: "{count} partijen bezig" },
  lobbyEmpty: "Er wacht nu niemand. Begin een partij: anderen zien haar hier en kunnen haar aannemen.",
  lobbyAccept: "Aannemen: {name}, {game}, {time}",
  lobbyNow: "zojuist",
  lobbyMinutes: { one: "sinds {count} minuut", other: "sinds {count} minuten" },
  lobbyAll: "Alle {count} tonen",
  lobbyGone: "Deze partij wacht niet meer. Kies een andere of begin er zelf een.",
  reactions: "Reacties",
  reactionOf: "{name}: {words}",
  reaction_hello: "Hallo!",
  reaction_good_luck: "Veel succes!",
  reaction_well_played: "Goed gespeeld!",
  reaction_thanks: "Bedankt!",
  reaction_oops: "Oeps!",
  reaction_good_game: "Mooie partij!",
  reactionsMute: "Reacties verbergen",
  reactionsShow: "Reacties tonen",
} satisfies LobbyMessages;
