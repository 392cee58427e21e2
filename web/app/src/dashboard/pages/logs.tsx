// The audit log: who did what.
import type { AuditLog } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { timeText, words } from "../messages.js";
import { More, Page, Ready, Table, useAnswer, useFurther } from "../parts.js";

const text = words.logs;

const PATH = "v1/audit?limit=50";

export default function Logs(): ComponentChild {
  const loaded = useAnswer<AuditLog>(PATH);
  const further = useFurther<AuditLog>(PATH, loaded.value);
  return (
    <Page title={text.title} about={text.about}>
      <Ready loaded={loaded}>
        {() => (
          <>
            <Table label={text.table} head={[text.action, text.object, text.actor, text.mode, text.when]} empty={text.empty}>
              {further.pages
                .flatMap(({ entries }) => entries)
                .map((entry) => (
                  <tr key={entry.id}>
                    <th scope="row">{entry.action}</th>
                    <td>
                      <code>{entry.object}</code>
                    </td>
                    <td>
                      <code>{entry.actor}</code>
                    </td>
                    <td>{entry.mode}</td>
                    <td>{timeText(entry.at)}</td>
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
