// What the tenant used: sessions by month, also as a file.
import type { DashboardUsage } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { useValue } from "../../value.js";
import { number, words } from "../messages.js";
import { Page, Ready, Table, useAnswer } from "../parts.js";
import { account } from "../session.js";

const text = words.usage;

export default function Usage(): ComponentChild {
  const loaded = useAnswer<DashboardUsage>("v1/dashboard/usage");
  const tenant = useValue(account)?.tenant;
  return (
    <Page title={text.title} about={text.about}>
      {tenant && <p>{text.plan(tenant.plan, number(tenant.requestsPerMinute), tenant.sessionsPerMonth === null ? null : number(tenant.sessionsPerMonth))}</p>}
      <Ready loaded={loaded}>
        {({ months }) => (
          <>
            <Table label={text.table} head={[text.month, text.mode, text.sessions]} empty={text.empty}>
              {months.map(({ mode, month, sessions }) => (
                <tr key={`${month} ${mode}`}>
                  <th scope="row">{month}</th>
                  <td>{mode}</td>
                  <td>{number(sessions)}</td>
                </tr>
              ))}
            </Table>
            {months.length > 0 && (
              <p>
                <a class="button" download="usage.csv" href={csv(months)}>
                  {text.csv}
                </a>
              </p>
            )}
          </>
        )}
      </Ready>
    </Page>
  );
}

function csv(months: DashboardUsage["months"]): string {
  const lines = months.map(({ mode, month, sessions }) => `${month},${mode},${sessions}`);
  return `data:text/csv;charset=utf-8,${encodeURIComponent(`${["month,mode,sessions", ...lines].join("\n")}\n`)}`;
}
