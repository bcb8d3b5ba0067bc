import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { parseTarget, resolveTarget, type TargetRules } from './webhook-target.ts';

export interface WebhookRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Sends a POST request and resolves with the status of its response. Rejects when there is none. */
export type PostWebhook = (request: WebhookRequest) => Promise<number>;

const DEADLINE_MS = 10_000;

/** Creates a sender that follows no redirect and reads no body: a receiver learns nothing and holds nothing up. */
export function createPostWebhook(rules: TargetRules, deadlineMs: number = DEADLINE_MS): PostWebhook {
  return async ({ url: text, headers, body }) => {
    const url = parseTarget(text, rules);
    const { address, family } = await resolveTarget(url, rules);
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    return new Promise((resolve, reject) => {
      const request = send(url, {
        method: 'POST',
        // A connection of its own, to the address that was checked.
        agent: false,
        lookup: (_hostname, { all }, callback) => {
          if (all === true) callback(null, [{ address, family }]);
          else callback(null, address, family);
        },
        maxHeaderSize: 16_384,
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          'user-agent': 'Vidhi-Webhooks',
        },
      });
      const timer = setTimeout(() => request.destroy(new Error('no response in time')), deadlineMs);
      request.once('response', (response) => {
        clearTimeout(timer);
        response.once('error', () => undefined);
        response.destroy();
        resolve(response.statusCode ?? 0);
      });
      request.once('error', (error) => {
        clearTimeout(timer);
        reject(error);
      });
      request.end(body);
    });
  };
}
