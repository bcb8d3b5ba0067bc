import { afterEach, expect, it } from 'vitest';
import { CardsBusyError, createCardRenderer } from './card-renderer.ts';
import { drawCard } from './draw-card.ts';

const renderer = createCardRenderer();
afterEach(() => renderer.close());

const texts = (title: string) => ({ title, section: 'Bail', site: 'Vidhi' });

it('draws a card outside of the thread that renders pages, and rejects more than can wait', async () => {
  const titles = ['One', 'Two', 'Three', 'Four', 'Five'];
  const drawings = await Promise.allSettled(titles.map((title) => renderer.draw(texts(title))));
  expect(drawings.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ]);
  const [first, , , fourth] = drawings;
  expect(first).toMatchObject({ value: await drawCard(texts('One')) });
  expect(fourth).toMatchObject({ reason: expect.any(CardsBusyError) });
  // There is room again.
  expect((await renderer.draw(texts('Six'))).subarray(1, 4).toString()).toBe('PNG');
});

it('draws again after its thread has ended', async () => {
  const drawing = renderer.draw(texts('One')).catch((error: unknown) => error);
  await renderer.close();
  expect(await drawing).toEqual(new Error('the renderer of cards ended'));
  expect((await renderer.draw(texts('Two'))).length).toBeGreaterThan(0);
});
