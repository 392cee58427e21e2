// One game with everything around its board.
import {
  AfkBanner, CheckersBoard, ConnectionBadge, GameProvider, MoveHistory, PlayerCard, ResultDialog, useGame, useGameState,
} from "@parlour/react";
import type { Seat } from "./seat";

export function GameScreen({ seat, onLeave }: { seat: Seat; onLeave: () => void }) {
  return (
    <GameProvider server={seat.server} token={seat.token}>
      <main className="game">
        <h1>Russian draughts <ConnectionBadge /></h1>
        <PlayerCard player="opponent" />
        <AfkBanner />
        <CheckersBoard theme="slate" />
        <PlayerCard player="self" />
        <Actions />
        <MoveHistory />
        <ResultDialog><button onClick={onLeave}>Another opponent</button></ResultDialog>
      </main>
    </GameProvider>
  );
}

/** Buttons of our own: hooks reach everything that the components use. */
function Actions() {
  const game = useGame();
  const playing = useGameState((state) => state.phase === "playing");
  return (
    <p>
      <button disabled={!playing} onClick={() => void game.offerDraw()}>Offer a draw</button>{" "}
      <button disabled={!playing} onClick={() => void game.resign()}>Resign</button>
    </p>
  );
}
