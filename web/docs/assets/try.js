// Sends the requests of the REST reference to this server, with the test key of the reader.

const KEPT = "parlour-docs-key";
const key = document.querySelector("#try-key");
key.value = sessionStorage.getItem(KEPT) ?? "";
key.addEventListener("input", () => sessionStorage.setItem(KEPT, key.value.trim()));
document.querySelector("#try-key-form").addEventListener("submit", (event) => event.preventDefault());

// The documents are one folder below the server.
const server = new URL("..", new URL(".", location.href));

for (const form of document.querySelectorAll(".try form")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const output = form.querySelector("output");
    output.textContent = "Sending …";
    output.textContent = await send(form).catch(({ message }) => message);
  });
}

/** Sends the request of a form; returns what the page shows of the answer. */
async function send(form) {
  const { method, path, takesKey } = form.dataset;
  const headers = {};
  if (takesKey && key.value) headers.authorization = `Bearer ${testKey()}`;
  const body = form.querySelector("textarea")?.value;
  if (body !== undefined) headers["content-type"] = "application/json";
  const started = performance.now();
  const response = await fetch(address(form, path), { method, headers, body });
  const text = await response.text();
  const took = Math.round(performance.now() - started);
  return `${method} ${new URL(response.url).pathname}\n${response.status} in ${took} ms\n\n${pretty(text)}`;
}

/** The key of the page; a live key is refused, because the games of real players are no place to try things. */
function testKey() {
  const text = key.value.trim();
  if (!text.startsWith("bg_test_")) throw new Error("This page takes test keys only: they begin with bg_test_.");
  return text;
}

function address(form, path) {
  const inputs = [...form.querySelectorAll("input")].filter(({ value }) => value);
  const filled = inputs
    .filter(({ dataset }) => dataset.in === "path")
    .reduce((text, { name, value }) => text.replace(`{${name}}`, encodeURIComponent(value)), path);
  const url = new URL(filled.slice(1), server);
  for (const { name, value } of inputs.filter(({ dataset }) => dataset.in === "query")) url.searchParams.set(name, value);
  return url;
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
