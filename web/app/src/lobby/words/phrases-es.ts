// Español.
import type { LobbyMessages } from "../words.js";

export default {
  lobbyTitle: "Partidas en espera",
  lobbyOnline: { one: "{count} jugador en línea", other: "{count} jugadores en línea" },
  lobbyRunning: { one: "{count} partida en curso", other: "{count} partidas en curso" },
  lobbyEmpty: "Ahora no espera nadie. Empieza una partida: los demás la verán aquí y podrán aceptarla.",
  lobbyAccept: "Aceptar: {name}, {game}, {time}",
  lobbyNow: "ahora mismo",
  lobbyMinutes: { one: "desde hace {count} minuto", other: "desde hace {count} minutos" },
  lobbyAll: "Mostrar las {count}",
  lobbyGone: "Esta partida ya no espera. Elige otra o empieza una.",
  reactions: "Reacciones",
  reactionOf: "{name}: {words}",
  reaction_hello: "¡Hola!",
  reaction_good_luck: "¡Buena suerte!",
  reaction_well_played: "¡Bien jugado!",
  reaction_thanks: "¡Gracias!",
  reaction_oops: "¡Uy!",
  reaction_good_game: "¡Buena partida!",
  reactionsMute: "Ocultar reacciones",
  reactionsShow: "Mostrar reacciones",
} satisfies LobbyMessages;
