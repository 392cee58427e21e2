// Русский.
import type { Words } from "./en.js";

export default {
  name: "Четыре в ряд",
  variants: {
    classic: "Четыре в ряд",
  },
  sentences: {
    victoryFour: "Четыре в ряд.",
    drawColumnsFull: "Доска заполнена.",
    refusal_cell_taken: "Этот столбец заполнен.",
    side_yellow: "Жёлтые",
  },
  board: {
    board: "Доска для игры «Четыре в ряд»",
    youPlay: "вы играете: {side}",
    cell: "столбец {column}, ряд {row}",
    column: "столбец {column}",
    empty: "пусто",
    canMove: "можно ходить",
    lastMove: "последний ход",
    winning: "победная линия",
    dropped: "{side}: {square}",
    won: "{side}: победа, {squares}",
    noLastMove: "Ходов ещё нет",
    turnOf: "Ход: {side}",
    pieces: "{side}: {squares}",
    none: "нет",
    premove: "предход",
    premoveSet: "Предход {square}",
    premoveCancelled: "Предход отменён",
    premoveFailed: "Предход {square} невозможен",
    help: "Влево и вправо выбирают столбец, Enter или пробел бросает фишку, цифры от 1 до 7 переходят к столбцу. L последний ход, T чей ход, P ваши фишки, O фишки соперника.",
    cell_taken: "{square} заполнен",
    game_over: "Игра не идёт",
    not_your_turn: "Сейчас не ваш ход",
    out_of_board: "Столбца {text} нет; столбцы от 1 до 7",
  },
} satisfies Words;
