// For a tenant's backend: sessions by API key, and verification of webhooks.
export * from "../errors.js";
export type * from "../types.js";
export { type ListOptions, Parlour, type ParlourOptions, type RequestOptions } from "./parlour.js";
export { type VerifyOptions, verifyWebhook, type WebhookHeaders } from "./webhooks.js";
