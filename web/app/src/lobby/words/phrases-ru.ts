// Русский.
import type { LobbyMessages } from "../words.js";

export default {
  lobbyTitle: "Ожидающие партии",
  lobbyOnline: { one: "{count} игрок онлайн", few: "{count} игрока онлайн", many: "{count} игроков онлайн", other: "{count} игрока онлайн" },
  lobbyRunning: { one: "идёт {count} партия", few: "идут {count} партии", many: "идёт {count} партий", other: "идёт {count} партии" },
  lobbyEmpty: "Сейчас никто не ждёт. Начните партию: другие увидят её здесь и смогут принять.",
  lobbyAccept: "Принять: {name}, {game}, {time}",
  lobbyNow: "только что",
  lobbyMinutes: { one: "уже {count} минуту", few: "уже {count} минуты", many: "уже {count} минут", other: "уже {count} минуты" },
  lobbyAll: "Показать все ({count})",
  lobbyGone: "Эта партия больше не ждёт. Выберите другую или начните свою.",
  reactions: "Реакции",
  reactionOf: "{name}: {words}",
  reaction_hello: "Привет!",
  reaction_good_luck: "Удачи!",
  reaction_well_played: "Хорошо сыграно!",
  reaction_thanks: "Спасибо!",
  reaction_oops: "Ой!",
  reaction_good_game: "Хорошая партия!",
  reactionsMute: "Скрыть реакции",
  reactionsShow: "Показать реакции",
} satisfies LobbyMessages;
