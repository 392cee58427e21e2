// The figures of the tenant, as numbers and small charts.
import type { DashboardOverview, MovesOfMinute } from "@parlour/sdk";
import type { ComponentChild, ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useValue } from "../../value.js";
import { BarChart, LineChart } from "../charts.js";
import { number, timeText, words } from "../messages.js";
import { Page, Ready, useAnswer } from "../parts.js";
import { account, mode } from "../session.js";

const EVERY_MS = 10_000;
/** How many samples the charts of the present keep. */
const SAMPLES = 60;

const text = words.overview;

export default function Overview(): ComponentChild {
  const loaded = useAnswer<DashboardOverview>("v1/dashboard/overview", EVERY_MS);
  return (
    <Page title={text.title}>
      <Ready loaded={loaded}>{(figures) => <Figures figures={figures} />}</Ready>
    </Page>
  );
}

function Figures({ figures }: { figures: DashboardOverview }): ComponentChild {
  const quota = useValue(account)?.tenant?.sessionsPerMonth ?? null;
  const shown = useValue(mode);
  const { gamesByHour, gamesNow, movesByMinute, sessionsThisMonth, waiting, webhooksByHour } = figures;
  const games = sum(gamesByHour.map(({ games }) => games));
  const attempts = sum(webhooksByHour.map(({ attempts }) => attempts));
  const failed = sum(webhooksByHour.map(({ failed }) => failed));
  return (
    <>
      <div class="cards">
        <Card title={text.gamesNow} figure={number(gamesNow)} note={text.sinceOpen}>
          <LineChart values={useSamples(gamesNow, figures.at, shown)} label={text.chartNow(gamesNow)} />
        </Card>
        <Card title={text.waiting} figure={number(waiting)} note={text.sinceOpen}>
          <LineChart values={useSamples(waiting, figures.at, shown)} label={text.chartNow(waiting)} />
        </Card>
        <Card title={text.latency} figure={latencyText(movesByMinute)} note={text.latencyAbout}>
          <BarChart
            bars={movesByMinute.map(({ from, moves, p95Ms }) => ({ value: p95Ms ?? 0, title: text.perMinute(timeText(from), p95Ms ?? null, moves) }))}
            label={text.chartLatency(latencyText(movesByMinute))}
          />
        </Card>
        <Card
          title={text.webhooks}
          figure={attempts > 0 ? text.success((attempts - failed) / attempts) : text.noAttempts}
          note={attempts > 0 ? text.failed(failed) : ""}
        >
          <BarChart
            bars={webhooksByHour.map(({ attempts, failed, from }) => ({ value: attempts, bad: failed, title: text.perHour(timeText(from), attempts) }))}
            label={text.chartWebhooks(attempts, failed)}
          />
        </Card>
        <Card title={text.games} figure={number(games)} note="">
          <BarChart
            bars={gamesByHour.map(({ from, games }) => ({ value: games, title: text.perHour(timeText(from), games) }))}
            label={text.chartGames(games, Math.max(...gamesByHour.map(({ games }) => games)))}
          />
        </Card>
        <Card title={text.sessions} figure={number(sessionsThisMonth)} note={quota === null || shown === "test" ? text.unlimited : text.ofQuota(quota)} />
      </div>
      <p class="muted small-text">{text.updated(timeText(figures.at))}</p>
    </>
  );
}

function Card({ children, figure, note, title }: { title: string; figure: string; note: string; children?: ComponentChildren }): ComponentChild {
  return (
    <section class="card" aria-label={title}>
      <h2>{title}</h2>
      <p class="figure">{figure}</p>
      {children}
      {note && <p class="muted small-text">{note}</p>}
    </section>
  );
}

/** The values of a figure since the page was opened, one for each answer. */
function useSamples(value: number, at: string, of: string): readonly number[] {
  const [samples, setSamples] = useState<readonly number[]>([value]);
  const known = useRef({ at, of });
  useEffect(() => {
    if (known.current.at === at && known.current.of === of) return;
    const isOther = known.current.of !== of;
    known.current = { at, of };
    setSamples((before) => (isOther ? [value] : [...before, value].slice(-SAMPLES)));
  }, [at, of]);
  return samples.length === 1 ? [samples[0] ?? 0, samples[0] ?? 0] : samples;
}

function latencyText(minutes: readonly MovesOfMinute[]): string {
  const latest = minutes.findLast(({ moves }) => moves > 0)?.p95Ms;
  return latest === undefined || latest === null ? text.noMoves : text.milliseconds(latest);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
