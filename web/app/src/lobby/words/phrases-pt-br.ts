// Português (Brasil).
import type { LobbyMessages } from "../words.js";

export default {
  lobbyTitle: "Partidas em espera",
  lobbyOnline: { one: "{count} jogador online", other: "{count} jogadores online" },
  lobbyRunning: { one: "{count} partida em andamento", other: "{count} partidas em andamento" },
  lobbyEmpty: "Ninguém está esperando agora. Comece uma partida: os outros a verão aqui e poderão aceitá-la.",
  lobbyAccept: "Aceitar: {name}, {game}, {time}",
  lobbyNow: "agora mesmo",
  lobbyMinutes: { one: "há {count} minuto", other: "há {count} minutos" },
  lobbyAll: "Mostrar todas ({count})",
  lobbyGone: "Esta partida não está mais esperando. Escolha outra ou comece uma.",
  reactions: "Reações",
  reactionOf: "{name}: {words}",
  reaction_hello: "Olá!",
  reaction_good_luck: "Boa sorte!",
  reaction_well_played: "Bem jogado!",
  reaction_thanks: "Obrigado!",
  reaction_oops: "Opa!",
  reaction_good_game: "Bela partida!",
  reactionsMute: "Ocultar reações",
  reactionsShow: "Mostrar reações",
} satisfies LobbyMessages;
