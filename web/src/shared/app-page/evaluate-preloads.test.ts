import { expect, it } from 'vitest';
import { evaluatePreloads } from './evaluate-preloads.ts';

interface Evaluated {
  evaluated?: string[];
}
const chunkOf = (name: string) => `data:text/javascript,(globalThis.evaluated ??= []).push('${name}')`;
const documentWith = (...hrefs: string[]) =>
  ({ querySelectorAll: () => hrefs.map((href) => ({ href })) }) as unknown as Document;

it('evaluates what a chunk imports before it, and lets other tasks run between two', async () => {
  const seen: (string[] | undefined)[] = [];
  const timer = setInterval(() => seen.push((globalThis as Evaluated).evaluated?.slice()));
  await evaluatePreloads(documentWith(chunkOf('page'), chunkOf('form'), chunkOf('provider')));
  clearInterval(timer);
  expect((globalThis as Evaluated).evaluated).toEqual(['provider', 'form', 'page']);
  expect(seen).toContainEqual(['provider']);
});

it('rejects when a chunk cannot be loaded', async () => {
  await expect(
    evaluatePreloads(documentWith('data:text/javascript,throw new Error("lost")')),
  ).rejects.toThrow('lost');
});
