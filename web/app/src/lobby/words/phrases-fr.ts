// Français.
import type { LobbyMessages } from "../words.js";

export default {
  lobbyTitle: "Parties en attente",
  lobbyOnline: { one: "{count} joueur en ligne", other: "{count} joueurs en ligne" },
  lobbyRunning: { one: "{count} partie en cours", other: "{count} parties en cours" },
  lobbyEmpty: "Personne n’attend en ce moment. Lancez une partie : les autres la verront ici et pourront l’accepter.",
  lobbyAccept: "Accepter : {name}, {game}, {time}",
  lobbyNow: "à l’instant",
  lobbyMinutes: { one: "depuis {count} minute", other: "depuis {count} minutes" },
  lobbyAll: "Tout afficher ({count})",
  lobbyGone: "Cette partie n’attend plus. Choisissez-en une autre ou lancez la vôtre.",
  reactions: "Réactions",
  reactionOf: "{name} : {words}",
  reaction_hello: "Bonjour !",
  reaction_good_luck: "Bonne chance !",
  reaction_well_played: "Bien joué !",
  reaction_thanks: "Merci !",
  reaction_oops: "Oups !",
  reaction_good_game: "Belle partie !",
  reactionsMute: "Masquer les réactions",
  reactionsShow: "Afficher les réactions",
} satisfies LobbyMessages;
