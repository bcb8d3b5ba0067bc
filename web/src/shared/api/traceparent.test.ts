// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { addTraceparent } from './traceparent.ts';

afterEach(() => document.querySelector('meta[name=traces]')?.remove());

describe('addTraceparent', () => {
  it('adds nothing where the site records no traces', () => {
    const headers = new Headers();
    addTraceparent(headers);
    expect([...headers]).toEqual([]);
  });

  it('begins a new trace with each request where it does', () => {
    document.head.insertAdjacentHTML('beforeend', '<meta name="traces" content="on">');
    const received = [new Headers(), new Headers()].map((headers) => {
      addTraceparent(headers);
      return headers.get('traceparent');
    });
    expect(received).toEqual([
      expect.stringMatching(/^00-[\da-f]{32}-[\da-f]{16}-01$/),
      expect.stringMatching(/^00-[\da-f]{32}-[\da-f]{16}-01$/),
    ]);
    expect(received[0]).not.toBe(received[1]);
  });
});
