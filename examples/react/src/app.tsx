// Asks for a name, gets a seat from the back end, and shows the game.
import { type FormEvent, useState } from "react";
import { GameScreen } from "./game-screen";
import { type Seat, takeSeat } from "./seat";

export function App() {
  const [seat, setSeat] = useState<Seat | null>(null);
  const [refusal, setRefusal] = useState("");

  async function play(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name"));
    try {
      setSeat(await takeSeat(name));
    } catch (error) {
      setRefusal((error as Error).message);
    }
  }

  if (seat) return <GameScreen key={seat.token} seat={seat} onLeave={() => setSeat(null)} />;
  return (
    <main>
      <h1>Draughts</h1>
      <form onSubmit={play}>
        <label>Your name <input name="name" defaultValue="Ann" required maxLength={30} /></label>
        <button>Play the computer</button>
      </form>
      <p role="alert">{refusal}</p>
    </main>
  );
}
