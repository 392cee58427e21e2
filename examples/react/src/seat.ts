// A seat in a game, from our own back end: it knows the user and keeps the API key.

export interface Seat {
  /** Where the games are. */
  readonly server: string;
  /** Lets this browser into one game. */
  readonly token: string;
}

/** Asks the back end for a game of Russian draughts. */
export async function takeSeat(name: string): Promise<Seat> {
  const response = await fetch("/api/sessions", {
    method: "POST",
    body: JSON.stringify({ game: "checkers", variant: "russian", name }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}
