import { parseArgs } from 'node:util';
import { DEMO_STAFF, DEMO_VISITORS } from '@vidhi/local/demo-staff.mjs';
import { createJudge, forgedToken, logIn, type Caller } from './openapi/callers.ts';
import { sendRequests, type InvalidResponse } from './openapi/send-requests.ts';

// npm run contract:openapi -- --product URL [--requests N] [--seed S] [--expired TOKEN] [--show N]
// Sends random requests generated from the product's own OpenAPI document, by every role of a running site with the demo.
// No response may be 500 or above, or differ from the schema of its operation and status. It changes the site.

const { values } = parseArgs({
  options: {
    product: { type: 'string', default: process.env['E2E_BASE_URL'] ?? 'http://127.0.0.1:8080' },
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    expired: { type: 'string' },
    show: { type: 'string', default: '20' },
  },
});

async function callersOf(url: string): Promise<[Caller, ...Caller[]]> {
  const accounts: Caller[] = [];
  for (const { email, password, role } of [...DEMO_VISITORS, ...DEMO_STAFF])
    accounts.push({ name: role, token: await logIn(url, { identifier: email, password }) });
  const administrator = accounts.find(({ name }) => name === 'administrator')?.token ?? '';
  const { judge, revoked } = await createJudge(url, administrator);
  return [
    { name: 'anonymous', token: null },
    ...accounts,
    { name: 'judge', token: judge },
    { name: 'revoked', token: revoked },
    { name: 'expired', token: values.expired ?? forgedToken({ role: 11, expiresInSeconds: -3_600 }) },
    { name: 'forged', token: forgedToken({ role: 11, expiresInSeconds: 3_600 }) },
    { name: 'malformed', token: 'a.b.c' },
  ];
}

const listCounts = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ');

/** Invalid responses by what is wrong with them, the most frequent first. */
function groupByCause(responses: readonly InvalidResponse[]): [InvalidResponse, number][] {
  const groups = new Map<string, [InvalidResponse, number]>();
  for (const response of responses) {
    const key = `${response.operation} ${response.status} ${response.why.replaceAll(/\d+/g, 'N')}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [response, 1]);
    else group[1] += 1;
  }
  return [...groups.values()].toSorted(([, first], [, second]) => second - first);
}

const report = await sendRequests({
  url: values.product,
  count: Number(values.requests),
  seed: Number(values.seed),
  callers: await callersOf(values.product),
});
console.log(`${report.sent} requests to ${report.operations} operations, seed ${values.seed}`);
console.log(listCounts(report.statuses));
for (const [name, counts] of Object.entries(report.byCaller)) console.log(`${name}: ${listCounts(counts)}`);
const groups = groupByCause(report.invalidResponses);
for (const [{ operation, caller, request, status, why, body }, count] of groups.slice(0, Number(values.show)))
  console.log(
    `\n${count} × ${operation} → ${status} for ${caller}: ${why}\n${request.path.slice(0, 300)}\n${(request.body ?? '').slice(0, 300)}\n→ ${body}`,
  );
console.log(`\n${report.invalidResponses.length} invalid responses, of ${groups.length} causes`);
process.exit(groups.length === 0 ? 0 : 1);
