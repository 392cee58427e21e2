// The requests that the tenant's servers made, with their ids.
import type { LoggedRequest, RequestList } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { useState } from "preact/hooks";
import { timeText, words } from "../messages.js";
import { More, Page, Ready, Table, useAnswer, useFurther } from "../parts.js";

const text = words.requests;

export default function Requests(): ComponentChild {
  const path = "v1/dashboard/requests?limit=50";
  const loaded = useAnswer<RequestList>(path);
  const further = useFurther<RequestList>(path, loaded.value);
  const [wanted, setWanted] = useState("");
  const matches = ({ code, id, path, status }: LoggedRequest): boolean => [id, path, String(status), code ?? ""].some((field) => field.includes(wanted.trim()));
  return (
    <Page title={text.title} about={text.about}>
      <div class="filters">
        <div class="field">
          <label for="filter">{text.filter}</label>
          <input id="filter" autocomplete="off" spellcheck={false} value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} />
        </div>
        <button type="button" onClick={loaded.reload}>
          {text.reload}
        </button>
      </div>
      <Ready loaded={loaded}>
        {() => (
          <>
            <Table label={text.table} head={[text.request, text.answer, text.took, text.key, text.when]} empty={text.empty}>
              {further.pages
                .flatMap(({ requests }) => requests)
                .filter(matches)
                .map((one) => (
                  <tr key={one.id}>
                    <th scope="row">
                      {one.method} <code>{one.path}</code>
                      <br />
                      <span class="muted small-text">{one.id}</span>
                    </th>
                    <td>
                      <span class={`pill ${one.status < 400 ? "turn" : "away"}`}>{one.status}</span> {one.code}
                    </td>
                    <td>{words.overview.milliseconds(one.durationMs)}</td>
                    <td>
                      <code>{one.keyId}</code>
                    </td>
                    <td>{timeText(one.at)}</td>
                  </tr>
                ))}
            </Table>
            <More further={further} />
          </>
        )}
      </Ready>
    </Page>
  );
}
