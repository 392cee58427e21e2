// The analysis board: own moves and variations, the engine, mistakes, texts, a position of one's own, and a link to share.
import type { ComponentChild } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { addressOf } from "../address.js";
import { gameNamed } from "../games.js";
import { translate } from "../language/language.js";
import { GameBoard } from "../parts/board.js";
import { Notice } from "../parts/notice.js";
import { refusalOf } from "../play/refusal.js";
import { statusOf, variantName } from "../play/words.js";
import type { AnyVariant } from "../server.js";
import { settings } from "../settings.js";
import { useValue } from "../value.js";
import type { BoardElement } from "../views.js";
import { fragmentOf, readFragment } from "./address.js";
import { AnalysedGame } from "./analysed-game.js";
import { Editor } from "./editor.js";
import { EnginePanel } from "./engine-panel.js";
import { FlipButton } from "./flip-button.js";
import type { Judged } from "./judgement.js";
import { branchOf, pdnOf, START } from "./move-tree.js";
import { OpenDialog } from "./open-dialog.js";
import { CopyButton, hasModule, preference, prefetchModule, TypedMove, useVariants } from "./pages.js";
import { ProblemText } from "./problem-text.js";
import { ReviewPanel } from "./review-panel.js";
import { type Step, useStepKeys } from "./step-keys.js";
import { TreeView } from "./tree-view.js";
import { say } from "./words.js";

/** The analysis board with the game of the address; a link that cannot be opened shows why, and the usual start. */
export function AnalysisScreen(): ComponentChild {
  const { problem: unreached, variants } = useVariants();
  const layouts = variants.filter(({ game }) => gameNamed(game).offers.replay);
  const [game, setGame] = useState<AnalysedGame | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const open = async (): Promise<void> => {
    const { text, variant } = readFragment(location.hash);
    const usual = usualVariant(layouts);
    setProblem(null);
    try {
      setGame(await AnalysedGame.open(layouts, variant ?? usual, text));
    } catch (error) {
      setProblem(error);
      setGame(await AnalysedGame.open(layouts, usual, null));
    }
  };
  const reopen = useRef(open);
  reopen.current = open;
  useEffect(() => {
    if (layouts.length > 0 && hasModule) void open().catch(setProblem);
  }, [layouts.length > 0]);
  useEffect(() => {
    const onChange = (): void => void reopen.current().catch(setProblem);
    addEventListener("hashchange", onChange);
    return () => removeEventListener("hashchange", onChange);
  }, []);
  if (!hasModule)
    return (
      <Notice title={say("unavailable")} text={say("unavailableText")}>
        <a class="button primary" href="replay">
          {translate("replay")}
        </a>
      </Notice>
    );
  if (game) return <Board game={game} layouts={layouts} problem={problem} />;
  const failed = problem ?? unreached;
  if (failed !== null) return <Notice title={translate("unreachable")} text={refusalOf(failed)} />;
  return (
    <p class="notice-screen muted" role="status">
      {translate("loading")}
    </p>
  );
}

/** The variant that the player prefers, if it can be analysed. */
function usualVariant(layouts: readonly AnyVariant[]): string {
  const { variant } = preference.get();
  return (layouts.find((known) => known.variant === variant) ?? layouts.find((known) => known.default) ?? layouts[0])?.variant ?? "";
}

interface BoardProps {
  game: AnalysedGame;
  layouts: readonly AnyVariant[];
  /** Why the link could not be opened. */
  problem: unknown;
}

const NONE: ReadonlyMap<number, Judged> = new Map();

function Board({ game, layouts, problem }: BoardProps): ComponentChild {
  const now = useValue(game);
  const { at, games, layout, names, opened, position, state, tree } = now;
  const { textMoves } = useValue(settings);
  const element = useRef<BoardElement>(null);
  const [mode, setMode] = useState<"moves" | "open" | "editor">("moves");
  const [found, setJudged] = useState({ opened: 0, judged: NONE });
  const judged = found.opened === opened ? found.judged : NONE;
  const link = addressOf(`analysis${fragmentOf(tree)}`);
  const tell = (error: unknown): void => element.current?.announce(refusalOf(error));
  const step = (to: Step): void => void game.step(to).catch(tell);
  const select = (id: number): void => void game.select(id).catch(tell);
  useEffect(() => history.replaceState(null, "", link), [link]);
  useEffect(() => void prefetchModule(tree.variant).catch(() => {}), [tree.variant]);
  useStepKeys(mode === "moves" ? step : null);
  const name = variantName(layout.game, layout.variant, layout.name);
  if (mode === "editor")
    return (
      <Editor
        layouts={layouts}
        layout={layout}
        board={state.board}
        // Whoever would move sits here, also where the game is over and nobody can.
        turn={state.seat === 1 ? 1 : 0}
        onClose={() => setMode("moves")}
        onUse={async (variant, text) => {
          await game.open(variant, text);
          setMode("moves");
        }}
      />
    );
  return (
    <div class="analysis">
      <div class="analysis-head">
        <h1 class="play-title">{names.length > 0 ? names.join(" – ") : say("title")}</h1>
        <p class="muted small-text">{[name, games > 1 ? say("gamesInText", { count: games }) : ""].filter(Boolean).join(" · ")}</p>
        {opened === 0 && <ProblemText problem={problem} about={say("linkFailed")} />}
      </div>
      <div class="play-board" data-first={layout.sides[0].name.toLowerCase()}>
        <GameBoard element={element} state={state} shared ply={null} boards={[]} onMove={(play) => game.play(play)} onCommand={() => {}} onPremove={() => {}} />
      </div>
      <div class="analysis-panel">
        <p class="status" role="status">
          {statusOf(state, true)}
        </p>
        <EnginePanel now={now} onPlay={(moves) => void game.playAll(moves).catch(tell)} />
        <TreeView tree={tree} at={at} judged={judged} onSelect={select} onStep={step} />
        <div class="row">
          <button type="button" class="small" disabled={branchOf(tree, at) === null} onClick={() => game.promote()}>
            {say("promote")}
          </button>
          <button type="button" class="small" disabled={at === START} onClick={() => void game.remove().catch(tell)}>
            {say("removeMove")}
          </button>
        </div>
        <ReviewPanel key={opened} now={now} judged={judged} onJudged={(map) => setJudged({ opened, judged: map })} onSelect={select} />
        {textMoves === "on" && <TypedMove element={element} state={state} />}
        <div class="actions">
          <button type="button" onClick={() => setMode("open")}>
            {say("openText")}
          </button>
          <button type="button" onClick={() => setMode("editor")}>
            {say("setUp")}
          </button>
          <CopyButton text={link} label={translate("copyLink")} />
          <CopyButton text={pdnOf(tree)} label={translate("copyPdn")} />
          <CopyButton text={position} label={translate("copyFen")} />
          <FlipButton element={element} />
        </div>
        <p class="muted small-text">{say("keys")}</p>
      </div>
      {mode === "open" && (
        <OpenDialog
          layouts={layouts}
          variant={tree.variant}
          onClose={() => setMode("moves")}
          onOpen={async (variant, text) => {
            await game.open(variant, text);
            setMode("moves");
          }}
        />
      )}
    </div>
  );
}
