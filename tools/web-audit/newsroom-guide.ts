import { join } from 'node:path';
import type { ListBody } from '@vidhi/collections/all.ts';
import { type Picture, readGuideOptions, takePictures } from './guide-pictures.ts';

// Pictures of docs/newsroom.md: `npm run web:newsroom-guide [-- --url URL] [--out FOLDER]`, of a running site with the demo. Nothing
// is published, corrected or commented.

const { site, folder } = readGuideOptions(join(import.meta.dirname, '../../docs/newsroom'));

/** Resolves with the id of the newest published article. */
async function newestArticle(): Promise<number> {
  const response = await fetch(`${site}/api/posts?sort=publish_date:desc&pagination[pageSize]=1&fields=id`);
  if (!response.ok) throw new Error(`/api/posts responded ${response.status}`);
  const { data } = (await response.json()) as ListBody<'post'>;
  const [newest] = data;
  if (newest === undefined) throw new Error('The site has no article: start it with the demo');
  return newest.id;
}

/** Resolves with the id of the picture of the newest article that has one. */
async function newestPicture(): Promise<number> {
  const response = await fetch(
    `${site}/api/posts?sort=publish_date:desc&populate=image&pagination[pageSize]=50`,
  );
  const { data } = (await response.json()) as ListBody<'post'>;
  const found = data.find(({ attributes }) => attributes.image?.data != null);
  if (found?.attributes.image?.data == null) throw new Error('No article of the site has a picture');
  return found.attributes.image.data.id;
}

const picturesOf = (article: number, picture: number): readonly Picture[] => [
  {
    name: 'articles',
    path: '/console/posts',
    async prepare(page) {
      await page.locator('tbody tr').nth(5).waitFor();
    },
  },
  {
    name: 'article',
    path: `/console/posts/${article}`,
    async prepare(page) {
      await page.getByRole('heading', { name: 'Publish', exact: true }).waitFor();
    },
  },
  {
    name: 'publish',
    path: '/console/posts/new',
    async prepare(page) {
      await page.getByLabel('Title', { exact: true }).fill('High Court allows e-filing of bail applications');
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'calendar',
    path: '/console/posts/calendar',
    async prepare(page) {
      await page.getByRole('table', { name: 'Articles by day' }).waitFor();
    },
  },
  {
    name: 'focal-point',
    path: `/console/media/${picture}`,
    async prepare(page) {
      const field = page.getByRole('button', { name: 'Focal point', exact: true });
      await field.focus();
      for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowUp']) await page.keyboard.press(key);
    },
  },
];

await takePictures(site, folder, picturesOf(await newestArticle(), await newestPicture()));
