// Webhooks: where they go, every attempt with what was sent and answered, and sending them again.
import type { DashboardWebhook, Delivery, DeliveryList, WebhookEndpoint, WebhookName, WebhooksReplayed } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { useState } from "preact/hooks";
import { RequestError } from "../client.js";
import { timeText, words } from "../messages.js";
import { Code, CopyButton, Dialog, Page, Problem, Ready, SendForm, Table, useAnswer } from "../parts.js";
import { send } from "../session.js";
import { WEBHOOK_EVENTS } from "../webhook-events.js";

const text = words.webhooks;

const EVERY_MS = 5000;
const HOUR_MS = 60 * 60 * 1000;

export default function Webhooks(): ComponentChild {
  return (
    <Page title={text.title} about={text.about}>
      <Endpoint />
      <Deliveries />
    </Page>
  );
}

function Endpoint(): ComponentChild {
  const loaded = useAnswer<WebhookEndpoint>("v1/webhooks/endpoint");
  const [doing, setDoing] = useState<"edit" | "rotate" | "remove" | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const isMissing = loaded.problem instanceof RequestError && loaded.problem.status === 404;
  const endpoint = isMissing ? null : loaded.value;
  const close = (): void => setDoing(null);
  const done = (answer?: WebhookEndpoint): void => {
    close();
    setSecret(answer?.secret ?? null);
    loaded.reload();
  };
  return (
    <section class="card" aria-label={text.endpoint}>
      <h2>{text.endpoint}</h2>
      {isMissing ? <p>{text.noEndpoint}</p> : <Ready loaded={loaded}>{(endpoint) => <EndpointFacts endpoint={endpoint} />}</Ready>}
      <div class="row">
        <button type="button" class={endpoint ? "" : "primary"} onClick={() => setDoing("edit")}>
          {endpoint ? text.edit : text.add}
        </button>
        {endpoint && (
          <button type="button" onClick={() => setDoing("rotate")}>
            {text.rotate}
          </button>
        )}
        {endpoint && (
          <button type="button" onClick={() => setDoing("remove")}>
            {text.remove}
          </button>
        )}
      </div>
      {doing === "edit" && <EditDialog url={endpoint?.url ?? ""} events={endpoint?.events ?? []} onDone={done} onClose={close} />}
      {doing === "rotate" && (
        <Dialog title={text.rotate} onClose={close}>
          <p>{text.rotateAbout}</p>
          <SendForm button={text.rotate} onCancel={close} send={async () => done(await send<WebhookEndpoint>("POST", "v1/webhooks/endpoint/rotate", {}))}>
            {null}
          </SendForm>
        </Dialog>
      )}
      {doing === "remove" && (
        <Dialog title={text.remove} onClose={close}>
          <p>{text.removeAbout}</p>
          <SendForm button={text.remove} danger onCancel={close} send={async () => done(await send("DELETE", "v1/webhooks/endpoint"))}>
            {null}
          </SendForm>
        </Dialog>
      )}
      {secret !== null && (
        <Dialog title={text.secret} onClose={() => setSecret(null)}>
          <p>{text.secretAbout}</p>
          <p class="secret">
            <code>{secret}</code>
          </p>
          <div class="row end">
            <CopyButton text={secret} />
            <button type="button" class="primary" onClick={() => setSecret(null)}>
              {words.keys.kept}
            </button>
          </div>
        </Dialog>
      )}
    </section>
  );
}

function EndpointFacts({ endpoint: { disabled, events, previousSecretUntil, url } }: { endpoint: WebhookEndpoint }): ComponentChild {
  return (
    <>
      <p>
        <code>{url}</code>
      </p>
      <p class="muted">{events.length === 0 ? text.allEvents : events.join(", ")}</p>
      {previousSecretUntil && <p class="muted">{text.bothSign(timeText(previousSecretUntil))}</p>}
      {disabled && <p class="banner urgent">{text.disabled(timeText(disabled.at), disabled.reason)}</p>}
    </>
  );
}

/** Where webhooks go, and which events; an empty list of events stands for all of them. */
function EditDialog({
  events: before,
  onClose,
  onDone,
  url: addressBefore,
}: {
  url: string;
  events: readonly WebhookName[];
  onDone: (answer: WebhookEndpoint) => void;
  onClose: () => void;
}): ComponentChild {
  const [url, setUrl] = useState(addressBefore);
  const [isEvery, setIsEvery] = useState(before.length === 0);
  const [chosen, setChosen] = useState<readonly WebhookName[]>(before);
  const isNothing = !isEvery && chosen.length === 0;
  const submit = async (): Promise<void> => {
    if (isNothing) return;
    const events = isEvery ? [] : WEBHOOK_EVENTS.filter((event) => chosen.includes(event));
    onDone(await send<WebhookEndpoint>("PUT", "v1/webhooks/endpoint", { url: url.trim(), events }));
  };
  const choose = (event: WebhookName, isChosen: boolean): void => setChosen(isChosen ? [...chosen, event] : chosen.filter((one) => one !== event));
  return (
    <Dialog title={text.endpoint} onClose={onClose}>
      <SendForm button={words.keys.save} send={submit} onCancel={onClose}>
        <div class="field">
          <label for="url">{text.url}</label>
          <input id="url" type="url" required aria-describedby="url-help" value={url} onInput={(event) => setUrl(event.currentTarget.value)} />
          <p id="url-help" class="muted small-text">
            {text.urlHelp}
          </p>
        </div>
        <fieldset class="choice">
          <legend>{text.events}</legend>
          <label>
            <input type="radio" name="events" checked={isEvery} onChange={() => setIsEvery(true)} /> {text.everyEvent}
          </label>
          <label>
            <input type="radio" name="events" checked={!isEvery} onChange={() => setIsEvery(false)} /> {text.someEvents}
          </label>
          {!isEvery &&
            WEBHOOK_EVENTS.map((event) => (
              <label key={event}>
                <input type="checkbox" checked={chosen.includes(event)} onChange={({ currentTarget }) => choose(event, currentTarget.checked)} /> {event}
              </label>
            ))}
          {isNothing && <p role="status">{text.noEvents}</p>}
        </fieldset>
      </SendForm>
    </Dialog>
  );
}

function Deliveries(): ComponentChild {
  const loaded = useAnswer<DeliveryList>("v1/webhooks/deliveries?limit=50", EVERY_MS);
  const [shown, setShown] = useState<string | null>(null);
  const [told, setTold] = useState("");
  const [problem, setProblem] = useState<unknown>(null);
  const replay = async (body: object): Promise<void> => {
    setProblem(null);
    await send<WebhooksReplayed>("POST", "v1/webhooks/replay", body).then(({ replayed }) => setTold(text.replayed(replayed)), setProblem);
    loaded.reload();
  };
  return (
    <>
      <div class="row">
        <h2>{text.attempts}</h2>
        <button type="button" class="small" onClick={() => void replay({ since: new Date(Date.now() - HOUR_MS).toISOString() })}>
          {text.replayFailed}
        </button>
        <span role="status">{told}</span>
      </div>
      {problem !== null && <Problem problem={problem} />}
      <Ready loaded={loaded}>
        {({ deliveries }) => (
          <Table label={text.table} head={[text.event, text.answer, text.took, text.when, text.state, text.actions]} empty={text.empty}>
            {deliveries.map((delivery) => (
              <DeliveryRow key={delivery.deliveryId} of={delivery} onShow={() => setShown(delivery.id)} onReplay={() => void replay({ id: delivery.id })} />
            ))}
          </Table>
        )}
      </Ready>
      {shown !== null && <EventDialog id={shown} onClose={() => setShown(null)} />}
    </>
  );
}

function DeliveryRow({ of, onReplay, onShow }: { of: Delivery; onShow: () => void; onReplay: () => void }): ComponentChild {
  return (
    <tr>
      <th scope="row">
        {of.event}
        <br />
        <span class="muted small-text">
          {of.id} · {text.attempt(of.attempt)}
        </span>
      </th>
      <td>
        <span class={`pill ${of.error === null ? "turn" : "away"}`}>{of.status ?? text.noAnswer}</span>
        {of.error && <p class="small-text">{of.error}</p>}
      </td>
      <td>{words.overview.milliseconds(of.durationMs)}</td>
      <td>{timeText(of.at)}</td>
      <td>{text.states[of.state]}</td>
      <td>
        <div class="row tight">
          <button type="button" class="small" aria-label={`${text.show}: ${of.event}, ${of.id}`} onClick={onShow}>
            {text.show}
          </button>
          {of.state !== "open" && (
            <button type="button" class="small" aria-label={`${text.replay}: ${of.event}, ${of.id}`} onClick={onReplay}>
              {text.replay}
            </button>
          )}
        </div>
      </td>
    </tr>
  );
}

/** What was sent, and what each attempt was answered. */
function EventDialog({ id, onClose }: { id: string; onClose: () => void }): ComponentChild {
  const loaded = useAnswer<DashboardWebhook>(`v1/dashboard/webhooks/${encodeURIComponent(id)}`);
  return (
    <Dialog title={text.request} onClose={onClose}>
      <Ready loaded={loaded}>
        {({ attempts, body, event, id }) => (
          <>
            <Code
              label={text.request}
              text={`X-BetaGamer-Event: ${event}
webhook-id: ${id}

${pretty(body)}`}
            />
            <h3>{text.answers}</h3>
            <ol class="stack">
              {attempts.map((one) => (
                <li key={one.deliveryId}>
                  {text.attempt(one.attempt)}: <strong>{one.status ?? text.noAnswer}</strong>, {words.overview.milliseconds(one.durationMs)}, {timeText(one.at)}
                  {one.error && <p class="small-text">{one.error}</p>}
                  <p class="muted small-text">X-BetaGamer-Delivery: {one.deliveryId}</p>
                </li>
              ))}
            </ol>
          </>
        )}
      </Ready>
      <div class="row end">
        <button type="button" onClick={onClose}>
          {words.close}
        </button>
      </div>
    </Dialog>
  );
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
