import { describe, expect, it } from 'vitest';
import { readDeliveryStatus } from './delivery-status.ts';

const report = (...fields: string[]): string =>
  ['Reporting-MTA: dns; mx.example', 'Arrival-Date: Sun, 29 Nov 2026 12:00:00 +0530', '', ...fields, ''].join(
    '\r\n',
  );

describe('a delivery status', () => {
  it.each([
    ['an unknown mailbox (Postfix)', '5.1.1', 'failed'],
    ['an unknown domain', '5.4.4', 'Failed'],
    ['no reason (Exim)', '5.0.0', 'failed'],
    ['a disabled mailbox', '5.2.1 (account disabled)', 'failed'],
  ])('is hard for %s', (_name, status, action) => {
    expect(readDeliveryStatus(report(`Action: ${action}`, `Status: ${status}`))).toEqual({
      kind: 'hard',
      status: status.slice(0, 5),
    });
  });

  it.each([
    ['a full mailbox', '5.2.2'],
    ['a rejected sender', '5.1.8'],
    ['a policy, as a list of senders', '5.7.1'],
    ['the content of the mail', '5.6.0'],
    ['a fault of the system', '5.3.0'],
    ['what did not pass in time', '4.4.7'],
  ])('is soft for %s', (_name, status) => {
    expect(readDeliveryStatus(report('Action: failed', `Status: ${status}`))?.kind).toBe('soft');
  });

  it.each([
    report('Action: delayed', 'Status: 4.4.1'),
    report('Action: delivered', 'Status: 2.1.5'),
    report('Action: relayed', 'Status: 2.0.0'),
    report('Action: failed', 'Status: 2.0.0'),
    report('Action: failed'),
    report('Action: failed', 'Status: nonsense'),
    '',
    'Status: 5.1.1',
  ])('is null where nothing failed: %j', (text) => {
    expect(readDeliveryStatus(text)).toBeNull();
  });

  it('reads folded fields, and the failure of one of several recipients', () => {
    const text = report(
      'Final-Recipient: rfc822; a@example.in',
      'Action: delayed',
      'Status: 4.4.1',
      '',
      'Final-Recipient: rfc822; b@example.in',
      'Action:',
      '  failed',
      'Status:',
      '\t5.1.1',
    );
    expect(readDeliveryStatus(text)).toEqual({ kind: 'hard', status: '5.1.1' });
  });

  it('reads reports without the group of the mail, and with plain line feeds', () => {
    expect(readDeliveryStatus('action: failed\nstatus: 5.1.10\n')).toEqual({
      kind: 'hard',
      status: '5.1.10',
    });
  });
});
