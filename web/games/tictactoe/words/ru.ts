// Русский.
import type { Words } from "./en.js";

export default {
  name: "Крестики-нолики",
  variants: {
    classic: "Крестики-нолики",
  },
  sentences: {
    victoryLine: "Три в ряд.",
    drawBoardFull: "Поле заполнено.",
    refusal_cell_taken: "Клетка занята.",
  },
  board: {
    board: "Поле крестиков-ноликов",
    youPlay: "вы играете: {side}",
    cells: "вверху слева|вверху посередине|вверху справа|посередине слева|центр|посередине справа|внизу слева|внизу посередине|внизу справа",
    empty: "пусто",
    canMove: "можно ходить",
    lastMove: "последний ход",
    winning: "выигрышная линия",
    marked: "{side} {square}",
    won: "{side} выигрывает: {squares}",
    noLastMove: "Ходов ещё нет",
    turnOf: "Ход: {side}",
    pieces: "{side}: {squares}",
    none: "нет",
    premove: "предход",
    premoveSet: "Предход {square}",
    premoveCancelled: "Предход отменён",
    premoveFailed: "Предход {square} невозможен",
    help: "Стрелки двигают, Enter или пробел ходит, цифры от 1 до 9 переходят к клетке. L последний ход, T очередь, P ваши знаки, O знаки соперника.",
    cell_taken: "{square}: занято",
    game_over: "Партия не идёт",
    not_your_turn: "Сейчас не ваш ход",
    out_of_board: "Клетки {text} нет; есть от 1 до 9",
  },
} satisfies Words;
