// How long the server took to answer the last request, as measured in this page.
import { Value } from "../observable.js";

/** Milliseconds between the last request and its answer; `null` before the first one and while there is no connection. */
export const lag = new Value<number | null>(null);

/** Returns an acknowledgement that also measures the time until it is called. */
export function measured<Values extends unknown[]>(ack: (...values: Values) => void): (...values: Values) => void {
  const sent = performance.now();
  return (...values) => {
    lag.set(Math.round(performance.now() - sent));
    ack(...values);
  };
}
