// The browsers that are signed in.
import type { DashboardSignIn, SignInList } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { useState } from "preact/hooks";
import { timeText, words } from "../messages.js";
import { Page, Problem, Ready, Table, useAnswer } from "../parts.js";
import { send, signOut } from "../session.js";

const text = words.signIns;

export default function SignIns(): ComponentChild {
  const loaded = useAnswer<SignInList>("v1/dashboard/sign-ins");
  const [problem, setProblem] = useState<unknown>(null);
  const end = async (one: DashboardSignIn): Promise<void> => {
    if (one.isCurrent) return signOut();
    await send("DELETE", `v1/dashboard/sign-ins/${encodeURIComponent(one.id)}`).catch(setProblem);
    loaded.reload();
  };
  return (
    <Page title={text.title} about={text.about}>
      {problem !== null && <Problem problem={problem} />}
      <Ready loaded={loaded}>
        {({ signIns }) => (
          <Table label={text.table} head={[text.when, text.until, text.address, text.key, text.actions]}>
            {signIns.map((one) => (
              <tr key={one.id}>
                <th scope="row">
                  {timeText(one.createdAt)} {one.isCurrent && <span class="pill turn">{text.current}</span>}
                </th>
                <td>{timeText(one.expiresAt)}</td>
                <td>{one.address ?? words.none}</td>
                <td>{one.keyId ?? words.none}</td>
                <td>
                  <button type="button" class="small" aria-label={text.endOf(timeText(one.createdAt))} onClick={() => void end(one)}>
                    {text.end}
                  </button>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Ready>
    </Page>
  );
}
