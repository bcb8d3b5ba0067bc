import { parseArgs } from 'node:util';
import { sendRequests } from './openapi/send-requests.ts';

// npm run contract:openapi -- --product URL [--requests N] [--seed S] [--identifier E-MAIL --password P]
// Sends random requests generated from the product's own OpenAPI document; no response may be 500 or above.

const { values } = parseArgs({
  options: {
    product: { type: 'string', default: 'http://127.0.0.1:8080' },
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    identifier: { type: 'string', default: 'editor@demo.vidhi.example' },
    password: { type: 'string', default: 'gazette-editor' },
  },
});

const login = await fetch(`${values.product}/api/auth/local`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ identifier: values.identifier, password: values.password }),
});
const { jwt } = (await login.json()) as { jwt?: string };
if (jwt === undefined) console.error('No token: all requests are anonymous.');

const report = await sendRequests({
  url: values.product,
  count: Number(values.requests),
  seed: Number(values.seed),
  tokens: [...(jwt === undefined ? [] : [jwt]), 'forged', 'a.b.c'],
});
console.log(`${report.sent} requests to ${report.operations} operations, seed ${values.seed}`);
console.log(
  Object.entries(report.statuses)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', '),
);
for (const { request, status, why, body } of report.invalidResponses.slice(0, 20)) {
  console.log(
    `\n${why} (${status})\n${request.method} ${request.path.slice(0, 300)}\n${'authorization' in request.headers ? 'with a token ' : ''}${(request.body ?? '').slice(0, 500)}\n→ ${body}`,
  );
}
console.log(`\n${report.invalidResponses.length} invalid responses`);
process.exit(report.invalidResponses.length === 0 ? 0 : 1);
