import { expect, it } from 'vitest';
import { configOf } from './prometheus.ts';

it('reads each process as a job of its own, the gateway with its token', () => {
  const targets = [
    { name: 'news', port: 20_001 },
    { name: 'gateway', port: 20_002 },
  ];
  expect(JSON.parse(configOf({ targets }, '/data/token'))).toMatchObject({
    rule_files: ['rules.json'],
    scrape_configs: [
      { job_name: 'news', static_configs: [{ targets: ['127.0.0.1:20001'] }] },
      { job_name: 'gateway', authorization: { credentials_file: '/data/token' } },
    ],
  });
});
