// Polski.
import type { LobbyMessages } from "../words.js";

export default {
  lobbyTitle: "Oczekujące partie",
  lobbyOnline: { one: "{count} gracz online", few: "{count} graczy online", many: "{count} graczy online", other: "{count} gracza online" },
  lobbyRunning: { one: "{count} partia w toku", few: "{count} partie w toku", many: "{count} partii w toku", other: "{count} partii w toku" },
  lobbyEmpty: "Teraz nikt nie czeka. Rozpocznij partię: inni zobaczą ją tutaj i będą mogli ją przyjąć.",
  lobbyAccept: "Przyjmij: {name}, {game}, {time}",
  lobbyNow: "przed chwilą",
  lobbyMinutes: { one: "od {count} minuty", few: "od {count} minut", many: "od {count} minut", other: "od {count} minuty" },
  lobbyAll: "Pokaż wszystkie ({count})",
  lobbyGone: "Ta partia już nie czeka. Wybierz inną albo rozpocznij własną.",
  reactions: "Reakcje",
  reactionOf: "{name}: {words}",
  reaction_hello: "Cześć!",
  reaction_good_luck: "Powodzenia!",
  reaction_well_played: "Dobrze zagrane!",
  reaction_thanks: "Dzięki!",
  reaction_oops: "Ojej!",
  reaction_good_game: "Dobra partia!",
  reactionsMute: "Ukryj reakcje",
  reactionsShow: "Pokaż reakcje",
} satisfies LobbyMessages;
