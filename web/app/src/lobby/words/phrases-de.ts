// Deutsch.
import type { LobbyMessages } from "../words.js";

export default {
  lobbyTitle: "Wartende Partien",
  lobbyOnline: { one: "{count} Spieler online", other: "{count} Spieler online" },
  lobbyRunning: { one: "{count} laufende Partie", other: "{count} laufende Partien" },
  lobbyEmpty: "Gerade wartet niemand. Beginne eine Partie: Andere sehen sie hier und können sie annehmen.",
  lobbyAccept: "Annehmen: {name}, {game}, {time}",
  lobbyNow: "gerade eben",
  lobbyMinutes: { one: "seit {count} Minute", other: "seit {count} Minuten" },
  lobbyAll: "Alle {count} zeigen",
  lobbyGone: "Diese Partie wartet nicht mehr. Wähle eine andere oder beginne selbst eine.",
  reactions: "Reaktionen",
  reactionOf: "{name}: {words}",
  reaction_hello: "Hallo!",
  reaction_good_luck: "Viel Glück!",
  reaction_well_played: "Gut gespielt!",
  reaction_thanks: "Danke!",
  reaction_oops: "Hoppla!",
  reaction_good_game: "Schöne Partie!",
  reactionsMute: "Reaktionen ausblenden",
  reactionsShow: "Reaktionen zeigen",
} satisfies LobbyMessages;
