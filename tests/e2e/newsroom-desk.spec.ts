import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { axeViolations, baseUrl, launchBrowser, pressEnter, visit, type Visit } from './browser.ts';
import { addEditor, call, staffOf, statusOf, tokenOf, visitAsStaff, type Account } from './shop-site.ts';

// Days of the newsroom, with the real services, by keyboard where nothing else is said.

let browser: Browser;
let token: string;
let editor: Account;
let desk: Visit;

beforeAll(async () => {
  browser = await launchBrowser();
  token = await tokenOf(staffOf('administrator'));
  editor = await addEditor(['news', 'publish']);
  desk = await visitAsStaff(browser, editor);
});
afterAll(async () => {
  await desk.close();
  await browser.close();
});

const unique = (name: string): string => `${name}-${Math.random().toString(36).slice(2)}`;

interface Entity {
  id: number;
  attributes: { content: string; slug: string; tags?: { data: { id: number }[] } };
}

const create = async (plural: string, data: object): Promise<number> =>
  (await call<{ data: Entity }>(`/api/${plural}`, { token, body: { data } })).data.id;
const change = (path: string, data: object, as = token) =>
  call(path, { token: as, method: 'PUT', body: { data } });
const contentOf = async (id: number): Promise<string> =>
  (await call<{ data: Entity }>(`/api/posts/${id}?fields[0]=content`)).data.attributes.content;

/** Creates an article that readers see. */
async function publish(
  name: string,
  values: object = {},
): Promise<{ id: number; title: string; slug: string }> {
  const slug = unique(name);
  const title = `Article ${slug}`;
  const content = '<p>The bench heard both sides.</p><p>The order follows.</p>';
  const id = await create('posts', {
    title,
    slug,
    content,
    publishedAt: new Date().toISOString(),
    ...values,
  });
  return { id, title, slug };
}

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text' });
const isSaved = (page: Page) => page.locator('[data-save="saved"]').waitFor();
const badge = (page: Page, text: string) => page.locator('[data-state]').filter({ hasText: text });

/** Opens an article, and writes at the end of its first paragraph. */
async function writeIn(page: Page, id: number, words: string): Promise<void> {
  await page.goto(`/console/posts/${id}`);
  const first = textOf(page).locator('p').first();
  await first.waitFor();
  await first.click();
  await page.keyboard.press('End');
  await page.keyboard.type(words);
}

describe('a published article', () => {
  it('is as before for readers while somebody writes for two days, and changes once', async () => {
    const { id, title } = await publish('two-days');
    const monday = await visitAsStaff(browser, editor);
    await writeIn(monday.page, id, ' Counsel replied.');
    await isSaved(monday.page);
    await monday.close();
    expect(await contentOf(id)).not.toContain('Counsel');

    const { page, problems } = desk;
    await page.goto(`/console/posts?view=all&q=${title}`);
    await page
      .locator('tbody')
      .getByText(/unpublished changes/i)
      .filter({ visible: true })
      .first()
      .waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.goto(`/console/posts/${id}`);
    await textOf(page).getByText('Counsel replied.').waitFor();
    await pressEnter(page.getByRole('button', { name: 'Share preview' }));
    await pressEnter(
      page.getByRole('dialog', { name: 'Share preview' }).getByRole('button', { name: 'Make a link' }),
    );
    const ready = page.getByRole('dialog', { name: 'The link is ready' });
    const link = await ready.getByLabel('Address of the preview').inputValue();
    await pressEnter(ready.getByRole('button', { name: 'Done' }));
    const guest = await visit(browser);
    await guest.page.goto(new URL(link).pathname);
    await guest.page.getByText('Counsel replied.').waitFor();
    expect(guest.problems).toEqual([]);
    await guest.close();

    await page.keyboard.press('Control+Enter');
    await pressEnter(
      page.getByRole('dialog', { name: 'Publish changes' }).getByRole('button', { name: 'Publish changes' }),
    );
    await expect.poll(() => contentOf(id)).toContain('Counsel replied.');
    const { data } = await call<{ data: unknown[] }>(`/api/posts/${id}/revisions`, { token });
    expect(data).toHaveLength(2);
    expect(problems).toEqual([]);
  });
});

describe('an open article', () => {
  it('says what somebody else does with it, and loses no word when it is deleted', async () => {
    const { id } = await publish('open');
    const writing = await visitAsStaff(browser, editor);
    const { page } = writing;
    await writeIn(page, id, ' Counsel replied.');
    await isSaved(page);
    // A tab that is shown again sends a heartbeat at once.
    const lookAgain = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    expect(await statusOf(`/api/posts/${id}/unpublish`, { token, method: 'POST' })).toBe(200);
    await lookAgain();
    await page.getByText('readers do not see it any more').waitFor();
    await badge(page, 'Draft').waitFor();
    expect(await page.getByRole('button', { name: 'Publish changes' }).count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close', exact: true }).click();

    expect(await statusOf(`/api/posts/${id}`, { token, method: 'DELETE' })).toBe(200);
    await lookAgain();
    await page.getByText('Somebody has deleted this article').waitFor();
    await page.keyboard.type(' They rest.');
    expect(await axeViolations(page)).toEqual([]);
    await pressEnter(page.getByRole('button', { name: 'Restore the article' }));
    await page.getByText('The article is restored, as a draft').waitFor();
    await textOf(page).getByText('Counsel replied.').waitFor();
    await page.keyboard.press('Control+s');
    await expect
      .poll(async () => (await call<{ data: Entity }>(`/api/posts/${id}`, { token })).data.attributes.content)
      .toContain('Counsel replied.');
    // Without the responses by which the page finds out: that it is deleted, and changed meanwhile.
    expect(writing.problems.filter((problem) => !/status of 4(?:04|12)/.test(problem))).toEqual([]);
    await writing.close();
  });
});

describe('a review', () => {
  it('goes from a writer who may not publish to an editor and back, with words', async () => {
    const writer = await addEditor(['news']);
    const writing = await visitAsStaff(browser, writer);
    const { page } = writing;
    await page.goto('/console/posts/new');
    await page.getByLabel('Title', { exact: true }).fill(`Article ${unique('review')}`);
    await textOf(page).click();
    await page.keyboard.type('The writer has read the order.');
    await page.waitForURL(/\/console\/posts\/\d+$/);
    const id = Number(page.url().split('/').at(-1));
    await isSaved(page);
    expect(await page.getByRole('button', { name: 'Publish', exact: true }).count()).toBe(0);
    const writerToken = await tokenOf(writer);
    expect(await statusOf(`/api/posts/${id}/publish`, { token: writerToken, method: 'POST' })).toBe(403);
    await pressEnter(page.getByRole('button', { name: 'Submit for review' }));
    const submit = page.getByRole('dialog', { name: 'Submit for review' });
    await pressEnter(submit.getByRole('button', { name: 'Submit for review' }));
    await badge(page, 'In review').waitFor();

    await desk.page.goto(`/console/posts/${id}`);
    await pressEnter(desk.page.getByRole('button', { name: 'Request changes' }));
    const changes = desk.page.getByRole('dialog', { name: 'Request changes' });
    await changes.getByLabel('What to change').fill('Name the court');
    await pressEnter(changes.getByRole('button', { name: 'Request changes' }));
    await badge(desk.page, 'Changes requested').waitFor();

    await page.reload();
    await page.getByRole('complementary', { name: 'Review' }).getByText('Name the court').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await pressEnter(page.getByRole('button', { name: 'Submit for review' }));
    await pressEnter(submit.getByRole('button', { name: 'Submit for review' }));
    await badge(page, 'In review').waitFor();

    await desk.page.reload();
    await pressEnter(desk.page.getByRole('button', { name: 'Approve' }));
    await badge(desk.page, 'Approved').waitFor();
    expect([...writing.problems, ...desk.problems]).toEqual([]);
    await writing.close();
  });
});

const MANY = 60;

describe('many articles', () => {
  it('of a category get a tag together, with a result for each, and lose it again', async () => {
    const name = unique('Bulk');
    const category = await create('categories', { name, slug: unique('bulk') });
    const tag = await create('tags', { name: `Tag ${name}`, slug: unique('bulk-tag') });
    for (let at = 0; at < MANY; at += 1)
      await create('posts', {
        title: `${name} ${at}`,
        slug: unique('bulk'),
        categories: [category],
        publishedAt: null,
      });
    const tagged = async (): Promise<number> =>
      (
        await call<{ meta: { pagination: { total: number } } }>(
          `/api/posts?publicationState=preview&filters[tags][id][$eq]=${tag}`,
          { token },
        )
      ).meta.pagination.total;
    const { page, problems } = desk;
    await page.goto(`/console/posts?view=all&f[category]=${category}`);
    await page.locator('tbody tr').first().waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+a');
    await page.getByText(`All ${MANY} that match are selected`).waitFor();
    await pressEnter(
      page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Tags' }),
    );
    const add = page.getByRole('combobox', { name: 'Add tags' });
    await add.fill(`Tag ${name}`);
    await page.getByRole('option', { name: `Tag ${name}` }).waitFor({ state: 'attached' });
    await add.press('Enter');
    await pressEnter(page.getByRole('button', { name: `Change ${MANY} articles` }));
    const job = page.getByRole('dialog', { name: `Add the tag Tag ${name}` });
    const undo = job.getByRole('button', { name: 'Undo' });
    await undo.waitFor();
    const { data: jobs } = await call<{ data: { label: string; counts: { done: number } }[] }>(
      '/api/news-jobs',
      { token: await tokenOf(editor) },
    );
    expect([jobs[0]?.counts.done, await tagged()]).toEqual([MANY, MANY]);
    await job.getByText(`Results of ${MANY} rows`, { exact: true }).press('Enter');
    await job.getByRole('listitem').first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await undo.press('Enter');
    await expect.poll(tagged).toBe(0);
    await pressEnter(job.getByRole('button', { name: 'Close' }));
    expect(problems).toEqual([]);
  });
});

/** Resolves with where an address leads in one step. */
async function leadsTo(path: string): Promise<string> {
  const response = await fetch(baseUrl() + path, { redirect: 'manual' });
  return `${response.status} ${new URL(response.headers.get('location') ?? '', baseUrl()).pathname}`;
}

describe('addresses', () => {
  it('lead to the present one in one step after renames and a merge of tags', async () => {
    const name = unique('Merged');
    const tags: { id: number; slug: string }[] = [];
    for (const part of ['a', 'b', 'c']) {
      const slug = `${name}-${part}`.toLowerCase();
      tags.push({ slug, id: await create('tags', { name: `${name} ${part}`, slug }) });
    }
    const { id, slug } = await publish('renamed', { tags: tags.map((tag) => tag.id) });
    await change(`/api/posts/${id}`, { slug: `${slug}-2` });
    await change(`/api/posts/${id}`, { slug: `${slug}-3` });
    for (const former of [slug, `${slug}-2`])
      await expect.poll(() => leadsTo(`/${former}`)).toBe(`301 /${slug}-3`);

    const { page, problems } = desk;
    await page.goto(`/console/tags?q=${name}`);
    await page.getByRole('link', { name: `${name} c`, exact: true }).waitFor();
    await page.keyboard.press('Control+a');
    await pressEnter(
      page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Merge' }),
    );
    const into = page.getByRole('combobox', { name: /remains/ });
    await into.fill(`${name} a`);
    await page.getByRole('option', { name: `${name} a` }).waitFor({ state: 'attached' });
    await into.press('Enter');
    await pressEnter(page.getByRole('form').getByRole('button', { name: 'Merge' }));
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await pressEnter(page.getByRole('dialog').getByRole('button', { name: 'Close' }));
    for (const { slug: former } of tags.slice(1))
      await expect.poll(() => leadsTo(`/tags/${former}`)).toBe(`301 /tags/${tags[0]?.slug}`);
    expect(problems).toEqual([]);
  });
});
