// Signing in: with an API key, or with the link of the operator, which the address has after `#link=`.
import type { ComponentChild } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useValue } from "../value.js";
import { words } from "./messages.js";
import { Page, Problem, SendForm } from "./parts.js";
import { notice, signIn, testKey } from "./session.js";

/** The link in the address; it is removed from there at once, so that it is in no history. */
const link = new URLSearchParams(location.hash.slice(1)).get("link");
if (link !== null) history.replaceState(null, "", location.pathname);

let isLinkUsed = false;

/** The page for somebody who is not signed in. */
export function SignIn(): ComponentChild {
  const [key, setKey] = useState("");
  const [problem, setProblem] = useState<unknown>(null);
  const [isWaiting, setWaiting] = useState(link !== null && !isLinkUsed);
  const ended = useValue(notice);
  useEffect(() => {
    if (link === null || isLinkUsed) return;
    isLinkUsed = true;
    signIn({ link })
      .catch(setProblem)
      .finally(() => setWaiting(false));
  }, []);
  const send = async (): Promise<void> => {
    setProblem(null);
    await signIn({ key: key.trim() });
    if (key.trim().startsWith("bg_test_")) testKey.set(key.trim());
  };
  return (
    <main class="sign-in">
      <Page title={words.signIn.title} about={words.signIn.about}>
        {isWaiting && <p role="status">{words.signIn.withLink}</p>}
        {ended && <p role="status">{words.signIn.ended}</p>}
        {problem !== null && <Problem problem={problem} />}
        <SendForm button={words.signIn.button} send={send}>
          <div class="field">
            <label for="key">{words.signIn.key}</label>
            <input
              id="key"
              type="password"
              autocomplete="off"
              spellcheck={false}
              required
              aria-describedby="key-help"
              value={key}
              onInput={(event) => setKey(event.currentTarget.value)}
            />
            <p id="key-help" class="muted small-text">
              {words.signIn.keyHelp}
            </p>
          </div>
        </SendForm>
        <p class="muted">{words.signIn.operator}</p>
      </Page>
    </main>
  );
}
