import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRoot } from '@vidhi/local/paths.mjs';
import { NOT_DRILLED, SIGNING_KEYS, rotationsOf, settingsBefore, type Providers } from './rotations.ts';

const nothing = async (): Promise<void> => undefined;
const providers: Providers = {
  addMailUser: nothing,
  removeMailUser: nothing,
  smtpUrl: (name, password) => `smtp://${name}:${password}@mail`,
  setWebhookSecret: nothing,
  addRedisUser: nothing,
  removeRedisUser: nothing,
  redisUrl: (name, password) => `redis://${name}:${password}@redis`,
  setScrapeToken: nothing,
  storage: { url: 'http://storage', add: nothing, remove: nothing },
};
const values = {
  former: (setting: string) => `former ${setting}`,
  next: (setting: string) => `next ${setting}`,
};
const rotations = rotationsOf(values, providers);

/** Secrets of the table of section 11. */
function documentedSecrets(): string[] {
  const text = readFileSync(inRoot('docs/operate.md'), 'utf8');
  const section = text.slice(text.indexOf('## 11. '), text.indexOf('## 12. '));
  return section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Secret'))
    .map((line) => line.split('|')[1] ?? '');
}

describe('the changed secrets', () => {
  it('are those of docs/operate.md, but for the ones that are listed with a reason', () => {
    const names = [
      SIGNING_KEYS,
      ...[...rotations.map(({ secret }) => secret), ...Object.keys(NOT_DRILLED)].flatMap((list) =>
        list.split(', '),
      ),
    ];
    const documented = documentedSecrets();
    expect(documented.length).toBeGreaterThan(8);
    expect(documented.filter((cell) => !names.some((name) => cell.includes(name)))).toEqual([]);
    expect(names.filter((name) => !documented.some((cell) => cell.includes(name)))).toEqual([]);
  });

  it('end with the next value alone', () => {
    const settings: Record<string, string> = settingsBefore(values);
    for (const { before = [], steps } of rotations)
      for (const step of [...before, ...steps]) Object.assign(settings, step.settings);
    expect(Object.values(settings).filter((value) => value.includes('former'))).toEqual([]);
  });

  it('are restarted without a moment in which one process uses what another one of them rejects', () => {
    const { steps } = rotations.find(({ name }) => name === 'service-token') ?? { steps: [] };
    const [accepting, changing, removing] = steps.map(({ settings = {} }) => settings);
    expect([accepting?.['SERVICE_TOKEN'], accepting?.['ACCEPTED_SERVICE_TOKENS']]).toEqual([
      undefined,
      'next SERVICE_TOKEN',
    ]);
    expect(changing).toEqual({
      SERVICE_TOKEN: 'next SERVICE_TOKEN',
      ACCEPTED_SERVICE_TOKENS: 'former SERVICE_TOKEN',
    });
    expect(removing).toEqual({ ACCEPTED_SERVICE_TOKENS: '' });
  });
});
