import { afterEach, describe, expect, it } from 'vitest';
import type { SystemHealth } from '@vidhi/contracts/system-health.ts';
import { SystemHealth as Schema } from '@vidhi/contracts/system-health.ts';
import { Value } from 'typebox/value';
import { aGateway, tokenOf, type FakeService, type GatewayUnderTest } from '../gateway-builder.ts';

let gateway: GatewayUnderTest;
afterEach(async () => gateway.close());

const ADMINISTRATOR = { authorization: `Bearer ${tokenOf(11)}` };

/** Has a fake service respond with these figures, and readiness with this check. */
function hasFigures(service: FakeService, metrics: string): void {
  service.respond = (request, response) =>
    void response.end(request.url === '/metrics' ? metrics : '{"id":11}');
}

async function readHealth(): Promise<SystemHealth> {
  const response = await gateway.get('/api/system/health', { headers: ADMINISTRATOR });
  expect(response.status).toBe(200);
  const { data } = (await response.json()) as { data: SystemHealth };
  expect(Value.Check(Schema, data)).toBe(true);
  return data;
}

describe('/api/system/health', () => {
  it('describes a site of which nothing is wrong', async () => {
    gateway = await aGateway({ readers: 2 });
    hasFigures(
      gateway.services.notify,
      [
        'process_start_time_seconds 1700000000',
        'nodejs_version_info{version="v24.9.0",major="24"} 1',
        'vidhi_notify_mails_queued{service="notify"} 2',
        'vidhi_notify_mails_sending{service="notify"} 1',
        'vidhi_notify_mails_dead{service="notify"} 4',
        'vidhi_notify_purchases_lag_records{service="notify"} 5',
        'vidhi_disk_free_bytes 50',
        'vidhi_disk_total_bytes 100',
      ].join('\n'),
    );
    const health = await readHealth();
    expect(health.problems).toEqual([]);
    expect(health.processes.map(({ service, part, state }) => [service, part, state])).toEqual([
      ['news', 'reader 1', 'ready'],
      ['news', 'reader 2', 'ready'],
      ['news', 'writer', 'ready'],
      ['catalog', null, 'ready'],
      ['accounts', null, 'ready'],
      ['cart-orders', null, 'ready'],
      ['payments', null, 'ready'],
      ['notify', null, 'ready'],
      ['web', null, 'ready'],
      ['gateway', null, 'ready'],
    ]);
    expect(health.processes.find(({ service }) => service === 'notify')).toMatchObject({
      started_at: '2023-11-14T22:13:20.000Z',
      node: 'v24.9.0',
      disk: { free_bytes: 50, total_bytes: 100 },
    });
    expect(health.mails).toEqual({ waiting: 3, dead: 4, oldest_waiting_seconds: 0 });
    expect(health.consumers).toEqual([
      { service: 'notify', name: 'purchases', lag_records: 5, silent_seconds: 0, dead_letters: 0 },
    ]);
  });

  it('says which processes are away and since when, while accounts is one of them', async () => {
    gateway = await aGateway({ readers: 2 });
    const before = Date.now();
    await Promise.all([
      gateway.readers[1]?.stop(),
      gateway.services.notify.stop(),
      gateway.services.accounts.stop(),
    ]);
    await expect
      .poll(async () => (await readHealth()).problems.map(({ title }) => title.slice(0, 30)), {
        timeout: 20_000,
      })
      .toEqual([
        'news (reader 2) does not run. ',
        'accounts does not run. Nobody ',
        'notify does not run. No mails ',
      ]);
    const { problems, mails } = await readHealth();
    for (const { since, advice } of problems) {
      expect(Date.parse(since)).toBeGreaterThanOrEqual(before);
      expect(advice).toContain('Start it again');
    }
    expect(mails).toBeNull();
  });

  it('names the engines that services cannot reach, and a disk that is almost full', async () => {
    gateway = await aGateway();
    hasFigures(gateway.services.catalog, 'vidhi_disk_free_bytes 9\nvidhi_disk_total_bytes 100');
    gateway.services.notify.readiness = { redis: { ok: false, isAdvisory: true }, mongo: { ok: true } };
    const { problems } = await readHealth();
    expect(problems.map(({ name }) => name)).toEqual(['EngineIsDown', 'DiskIsFull']);
    expect(problems[0]?.title).toMatch(/^notify cannot reach Redis\. Mails/);
  });

  it('rejects what accounts says is revoked', async () => {
    gateway = await aGateway();
    gateway.services.accounts.respond = (_request, response) => void response.writeHead(401).end();
    expect((await gateway.get('/api/system/health', { headers: ADMINISTRATOR })).status).toBe(401);
  });
});
