// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { writeJsonScript } from './json-script.ts';

const dataScript = (): HTMLScriptElement =>
  Object.assign(document.createElement('script'), { type: 'application/ld+json' });

it('writes JSON into a script element', () => {
  const script = dataScript();
  writeJsonScript(script, '{"name":"Law"}');
  expect(script.textContent).toBe('{"name":"Law"}');
});

it.each(['alert(1)', '', '{"a":1};alert(1)', '<!--'])('throws for %j, which is not JSON', (text) => {
  const script = dataScript();
  expect(() => writeJsonScript(script, text)).toThrow(SyntaxError);
  expect(script.textContent).toBe('');
});
