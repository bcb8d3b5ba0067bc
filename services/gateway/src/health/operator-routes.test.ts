import { afterEach, describe, expect, it } from 'vitest';
import { aGateway, SERVICE_TOKEN, tokenOf, type GatewayUnderTest } from '../gateway-builder.ts';

const METRICS_TOKEN = 'm'.repeat(32);
const FORMER_METRICS_TOKEN = 'f'.repeat(32);

let gateway: GatewayUnderTest;
afterEach(async () => gateway.close());

describe('/metrics', () => {
  const NOT_FOUND = {
    data: null,
    error: { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} },
  };

  it.each([
    ['nobody', {}],
    ['an administrator', { authorization: `Bearer ${tokenOf(11)}` }],
    ['a wrong service token', { 'x-service-token': 't'.repeat(32) }],
    ['an empty service token', { 'x-service-token': '' }],
    ['a wrong metrics token', { authorization: `Bearer ${'n'.repeat(32)}` }],
    ['the service token as bearer', { authorization: `Bearer ${SERVICE_TOKEN}` }],
  ])('does not exist for %s', async (_who, headers) => {
    gateway = await aGateway({ metricsTokens: [METRICS_TOKEN] });
    for (const path of ['/metrics', '/metrics/', '/metrics?x=1']) {
      const response = await gateway.get(path, { headers: headers as Record<string, string> });
      expect([response.status, await response.json()]).toEqual([404, NOT_FOUND]);
    }
  });

  it.each([
    ['the service token', { 'x-service-token': SERVICE_TOKEN }],
    ['the metrics token', { authorization: `Bearer ${METRICS_TOKEN}` }],
    ['the former metrics token while it is changed', { authorization: `Bearer ${FORMER_METRICS_TOKEN}` }],
  ])('exists for a request with %s', async (_what, headers) => {
    gateway = await aGateway({ metricsTokens: [METRICS_TOKEN, FORMER_METRICS_TOKEN] });
    const response = await gateway.get('/metrics', { headers: headers as Record<string, string> });
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringContaining('vidhi_gateway_cache_reads_total'),
    ]);
  });

  it('rejects an empty metrics token when none is configured', async () => {
    gateway = await aGateway();
    for (const authorization of ['Bearer undefined', 'Bearer '])
      expect((await gateway.get('/metrics', { headers: { authorization } })).status).toBe(404);
  });
});

describe('/_health', () => {
  it.each(['GET', 'HEAD'])('responds 204 to %s, as the reference', async (method) => {
    gateway = await aGateway();
    const response = await gateway.get('/_health', { method });
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(gateway.services.web.received).toEqual([]);
  });
});
