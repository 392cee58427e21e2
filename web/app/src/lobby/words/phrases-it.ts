// Italiano.
import type { LobbyMessages } from "../words.js";

export default {
  lobbyTitle: "Partite in attesa",
  lobbyOnline: { one: "{count} giocatore online", other: "{count} giocatori online" },
  lobbyRunning: { one: "{count} partita in corso", other: "{count} partite in corso" },
  lobbyEmpty: "Ora non aspetta nessuno. Inizia una partita: gli altri la vedranno qui e potranno accettarla.",
  lobbyAccept: "Accetta: {name}, {game}, {time}",
  lobbyNow: "proprio ora",
  lobbyMinutes: { one: "da {count} minuto", other: "da {count} minuti" },
  lobbyAll: "Mostra tutte ({count})",
  lobbyGone: "Questa partita non aspetta più. Scegline un’altra o iniziane una.",
  reactions: "Reazioni",
  reactionOf: "{name}: {words}",
  reaction_hello: "Ciao!",
  reaction_good_luck: "Buona fortuna!",
  reaction_well_played: "Ben giocato!",
  reaction_thanks: "Grazie!",
  reaction_oops: "Ops!",
  reaction_good_game: "Bella partita!",
  reactionsMute: "Nascondi le reazioni",
  reactionsShow: "Mostra le reazioni",
} satisfies LobbyMessages;
