// The API keys of the tenant: listed, created, rotated, revoked, and the sites that may use them.
import type { DashboardKey, KeyList } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { useState } from "preact/hooks";
import { timeText, words } from "../messages.js";
import { CopyButton, Dialog, Page, Ready, SendForm, Table, useAnswer } from "../parts.js";
import { mode, send, testKey } from "../session.js";

const text = words.keys;

type Doing = { readonly what: "create" } | { readonly what: "origins" | "rotate" | "revoke"; readonly of: DashboardKey };

export default function Keys(): ComponentChild {
  const loaded = useAnswer<KeyList>("v1/dashboard/keys");
  const [doing, setDoing] = useState<Doing | null>(null);
  const [created, setCreated] = useState<string | null>(null);
  const done = (key?: string): void => {
    setDoing(null);
    if (key) setCreated(key);
    if (key && mode.get() === "test") testKey.set(key);
    loaded.reload();
  };
  const close = (): void => setDoing(null);
  return (
    <Page title={text.title} about={text.about}>
      <p>
        <button type="button" class="primary" onClick={() => setDoing({ what: "create" })}>
          {text.create}
        </button>
      </p>
      <Ready loaded={loaded}>
        {({ keys }) => (
          <Table label={text.table} head={[text.key, text.state, text.origins, text.made, text.lastUsed, text.actions]} empty={text.empty}>
            {keys.map((key) => (
              <KeyRow key={key.id} of={key} onDo={(what) => setDoing({ what, of: key })} />
            ))}
          </Table>
        )}
      </Ready>
      {doing?.what === "create" && <OriginsDialog title={text.create} onDone={done} onClose={close} />}
      {doing?.what === "origins" && <OriginsDialog title={text.editOrigins} of={doing.of} onDone={done} onClose={close} />}
      {doing?.what === "rotate" && <RotateDialog of={doing.of} onDone={done} onClose={close} />}
      {doing?.what === "revoke" && <RevokeDialog of={doing.of} onDone={done} onClose={close} />}
      {created !== null && <NewKeyDialog value={created} onClose={() => setCreated(null)} />}
    </Page>
  );
}

function KeyRow({ of: key, onDo }: { of: DashboardKey; onDo: (what: "origins" | "rotate" | "revoke") => void }): ComponentChild {
  const works = key.state === "active" || key.state === "expiring";
  const action = (what: "origins" | "rotate" | "revoke", label: string): ComponentChild => (
    <button type="button" class="small" aria-label={text.of(label, key.prefix)} onClick={() => onDo(what)}>
      {label}
    </button>
  );
  return (
    <tr>
      <th scope="row">
        <code>{key.prefix}…</code>
        <br />
        <span class="muted small-text">{key.id}</span>
      </th>
      <td>
        <span class={`pill ${works ? "turn" : "away"}`}>{text.states[key.state]}</span>
        {key.state === "expiring" && <p class="small-text">{text.until(timeText(key.expiresAt))}</p>}
      </td>
      <td>{key.allowedOrigins.length === 0 ? text.serversOnly : <code>{key.allowedOrigins.join(", ")}</code>}</td>
      <td>{timeText(key.createdAt)}</td>
      <td>{timeText(key.lastUsedAt)}</td>
      <td>
        {works && (
          <div class="row tight">
            {action("origins", text.editOrigins)}
            {action("rotate", text.rotate)}
            {action("revoke", text.revoke)}
          </div>
        )}
      </td>
    </tr>
  );
}

interface DialogProps {
  readonly of: DashboardKey;
  readonly onDone: (key?: string) => void;
  readonly onClose: () => void;
}

/** The sites of a new key, or of one that there is. */
function OriginsDialog({ of: key, onClose, onDone, title }: Omit<DialogProps, "of"> & { title: string; of?: DashboardKey }): ComponentChild {
  const [lines, setLines] = useState(key?.allowedOrigins.join("\n") ?? "");
  const submit = async (): Promise<void> => {
    const allowedOrigins = lines.split(/\s+/).filter(Boolean);
    const path = key ? `v1/dashboard/keys/${encodeURIComponent(key.id)}` : "v1/dashboard/keys";
    const made = await send<DashboardKey>(key ? "PUT" : "POST", path, { allowedOrigins });
    onDone(made.key ?? undefined);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <SendForm button={key ? text.save : text.create} send={submit} onCancel={onClose}>
        <div class="field">
          <label for="origins">{text.originsLabel}</label>
          <textarea
            id="origins"
            rows={3}
            spellcheck={false}
            aria-describedby="origins-help"
            value={lines}
            onInput={(event) => setLines(event.currentTarget.value)}
          />
          <p id="origins-help" class="muted small-text">
            {text.originsHelp}
          </p>
        </div>
      </SendForm>
    </Dialog>
  );
}

function RotateDialog({ of: key, onClose, onDone }: DialogProps): ComponentChild {
  const [overlap, setOverlap] = useState(86_400);
  const submit = async (): Promise<void> => {
    const made = await send<DashboardKey>("POST", `v1/dashboard/keys/${encodeURIComponent(key.id)}/rotate`, { overlapSeconds: overlap });
    onDone(made.key ?? undefined);
  };
  return (
    <Dialog title={text.rotateTitle} onClose={onClose}>
      <p>{text.rotateAbout}</p>
      <SendForm button={text.rotate} send={submit} onCancel={onClose}>
        <div class="field">
          <label for="overlap">{text.overlap}</label>
          <select id="overlap" value={overlap} onChange={(event) => setOverlap(Number(event.currentTarget.value))}>
            {Object.entries(text.overlaps).map(([seconds, label]) => (
              <option key={seconds} value={seconds}>
                {label}
              </option>
            ))}
          </select>
        </div>
      </SendForm>
    </Dialog>
  );
}

function RevokeDialog({ of: key, onClose, onDone }: DialogProps): ComponentChild {
  const submit = async (): Promise<void> => {
    await send("DELETE", `v1/dashboard/keys/${encodeURIComponent(key.id)}`);
    onDone();
  };
  return (
    <Dialog title={text.revokeTitle} onClose={onClose}>
      <p>{text.revokeAbout(key.prefix)}</p>
      <SendForm button={text.revoke} danger send={submit} onCancel={onClose}>
        {null}
      </SendForm>
    </Dialog>
  );
}

/** The new key, shown once. */
function NewKeyDialog({ onClose, value }: { value: string; onClose: () => void }): ComponentChild {
  return (
    <Dialog title={text.created} onClose={onClose}>
      <p>{text.once}</p>
      <p class="secret">
        <code>{value}</code>
      </p>
      <div class="row end">
        <CopyButton text={value} />
        <button type="button" class="primary" onClick={onClose}>
          {text.kept}
        </button>
      </div>
    </Dialog>
  );
}
