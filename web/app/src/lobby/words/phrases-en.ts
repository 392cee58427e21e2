// English for the lobby and for reactions. The other languages have the same keys.

/** The English messages of the lobby. */
export const lobbyEn = {
  lobbyTitle: "Games that wait",
  lobbyOnline: { one: "{count} player online", other: "{count} players online" },
  lobbyRunning: { one: "{count} game running", other: "{count} games running" },
  lobbyEmpty: "Nobody waits right now. Start a game: others see it here and can accept it.",
  lobbyAccept: "Accept: {name}, {game}, {time}",
  lobbyNow: "just now",
  lobbyMinutes: { one: "for {count} minute", other: "for {count} minutes" },
  lobbyAll: "Show all {count}",
  lobbyGone: "This game waits no longer. Choose another one, or start one yourself.",
  reactions: "Reactions",
  reactionOf: "{name}: {words}",
  reaction_hello: "Hello!",
  reaction_good_luck: "Good luck!",
  reaction_well_played: "Well played!",
  reaction_thanks: "Thank you!",
  reaction_oops: "Oops!",
  reaction_good_game: "Good game!",
  reactionsMute: "Hide reactions",
  reactionsShow: "Show reactions",
};
