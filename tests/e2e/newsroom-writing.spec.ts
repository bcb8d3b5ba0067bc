import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { axeViolations, baseUrl, launchBrowser, pressEnter, type Visit } from './browser.ts';
import { addEditor, call, staffOf, tokenOf, visitAsStaff, type Account } from './shop-site.ts';

// An editor writes, with the real services, by keyboard where nothing else is said: the first article, texts from elsewhere, and what
// goes wrong meanwhile.

let browser: Browser;
let token: string;
let editor: Account;

beforeAll(async () => {
  browser = await launchBrowser();
  token = await tokenOf(staffOf('administrator'));
  editor = await addEditor(['news', 'publish']);
});
afterAll(() => browser.close());

const unique = (name: string): string => `${name}-${Math.random().toString(36).slice(2)}`;

interface Entity {
  id: number;
  attributes: { content: string; title: string; tags?: { data: { id: number }[] } };
}

const create = async (plural: string, data: object): Promise<number> =>
  (await call<{ data: Entity }>(`/api/${plural}`, { token, body: { data } })).data.id;
const stored = async (id: number): Promise<Entity['attributes']> =>
  (await call<{ data: Entity }>(`/api/posts/${id}?publicationState=preview&populate=tags`, { token })).data
    .attributes;

/** Creates a draft. */
const draft = async (name: string, content: string): Promise<number> => {
  const slug = unique(name);
  return create('posts', { title: `Article ${slug}`, slug, content, publishedAt: null });
};

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text' });
const isSaved = (page: Page) => page.locator('[data-save="saved"]').waitFor();
const store = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+s');
  await isSaved(page);
};

async function openArticle({ page }: Visit, id: number): Promise<void> {
  await page.goto(`/console/posts/${id}`);
  await textOf(page).locator('> *').first().waitFor();
}

/** Writes at the end of the block that has a text. */
async function writeAfter(page: Page, text: string, words: string): Promise<void> {
  await textOf(page).getByText(text, { exact: true }).click();
  await page.keyboard.press('End');
  await page.keyboard.type(words);
}

/** The page reports to nobody that it is open, and hears of nobody else. */
const noPresence = ({ context }: Pick<Visit, 'context'>): Promise<unknown> =>
  context.route('**/presence/**', (route) => route.fulfill({ json: { data: { others: [], writer: null } } }));

const PICTURE = { width: 1200, height: 800, channels: 3, background: '#804020' } as const;
/** Chooses a category or a tag that exists. */
async function choose(page: Page, label: 'Categories' | 'Tags', name: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label, exact: true });
  await box.fill(name);
  const first = page.getByRole('listbox', { name: label }).getByRole('option').first();
  await first.and(page.getByRole('option', { name, exact: true })).waitFor();
  await box.press('Enter');
  await page
    .getByRole('list', { name: `Chosen ${label.toLowerCase()}` })
    .getByText(name)
    .waitFor();
}

const SENTENCE = 'The bench held that a hearing is not a courtesy but a part of the decision itself. ';

describe('a first article', () => {
  it('is written from the list to the front page, feed and sitemap, and in the audit log', async () => {
    const title = `Bail ${unique('first')}`;
    const categories = [unique('Tax'), unique('Courts')];
    for (const name of categories) await create('categories', { name, slug: name.toLowerCase() });
    const visited = await visitAsStaff(browser, editor);
    const { page, problems } = visited;
    await page.goto('/console');
    await page.getByRole('heading', { level: 1 }).waitFor();
    // The second key counts for a second after the first, which is short on a busy machine.
    await expect
      .poll(async () => {
        await page.keyboard.press('n');
        await page.keyboard.press('p');
        return new URL(page.url()).pathname;
      })
      .toBe('/console/posts/new');
    await textOf(page).waitFor();
    await page.getByLabel('Title', { exact: true }).fill(title);
    await page.keyboard.press('Enter');
    await page.keyboard.insertText(SENTENCE.repeat(20));
    await pressEnter(page.getByRole('button', { name: 'Add the picture at the top' }));
    const dialog = page.getByRole('dialog', { name: 'Picture at the top' });
    await dialog.getByLabel('Picture', { exact: true }).setInputFiles({
      name: 'court.png',
      mimeType: 'image/png',
      buffer: await sharp({ create: PICTURE }).png().toBuffer(),
    });
    await dialog.getByLabel('Alternative text').fill('The court at dusk');
    await pressEnter(dialog.getByRole('button', { name: 'Use it' }));
    await dialog.waitFor({ state: 'hidden' });
    for (const name of categories) await choose(page, 'Categories', name);
    await page.waitForURL(/\/console\/posts\/\d+$/);
    const id = Number(page.url().split('/').at(-1));
    await page.keyboard.press('Control+Enter');
    const publish = page.getByRole('dialog', { name: 'Publish' });
    await publish.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await pressEnter(publish.getByRole('button', { name: 'Publish', exact: true }));
    await page.locator('[data-state]').filter({ hasText: 'Published' }).waitFor();

    const textAt = async (path: string): Promise<string> => (await fetch(baseUrl() + path)).text();
    await expect.poll(() => textAt('/')).toContain(title);
    await expect.poll(() => textAt('/feed.xml')).toContain(title);
    const { attributes } = (await call<{ data: { attributes: { slug: string } } }>(`/api/posts/${id}`)).data;
    await expect.poll(() => textAt('/news-sitemap.xml')).toContain(attributes.slug);
    const actions = async (): Promise<string[]> => {
      const query = `/api/audit?service=news&resource=post:${id}`;
      const { data } = await call<{ data: { action: string }[] }>(query, { token });
      return data.map(({ action }) => action);
    };
    await expect.poll(actions).toEqual(expect.arrayContaining(['create', 'publish']));
    expect(problems).toEqual([]);
    await visited.close();
  });
});

/** As Word puts it into the clipboard. */
const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal {margin:0cm}</style></head><body lang=EN-IN>
<h1 style='mso-style-next:Normal'>The\nfacts<o:p></o:p></h1>
<p class=MsoNormal style='line-height:107%'>The <b style='mso-bidi-font-weight:normal'>appellant</b>\nwas not heard.<o:p></o:p></p>
<table class=MsoNormalTable border=1 style='border-collapse:collapse'><tr><td style='width:50pt'><p class=MsoNormal>Year<o:p></o:p></p></td><td><p class=MsoNormal>Rate<o:p></o:p></p></td></tr></table>
<p class=MsoNormal><img width=10 height=10 src="file:///C:/Users/a/clip_image001.png"></p>
<p class=MsoNormal onmouseover="alert(1)">The end.<o:p></o:p></p></body></html>`;

describe('a text from Word', () => {
  it('loses fonts and classes, keeps its structure, and names the picture that did not come along', async () => {
    const id = await draft('word', '<p>Before.</p>');
    const visited = await visitAsStaff(browser, editor);
    const { page, problems } = visited;
    await openArticle(visited, id);
    await textOf(page).getByText('Before.').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await textOf(page).evaluate((field, html) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', html);
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, WORD);
    await page.getByText('One picture was not pasted', { exact: false }).waitFor();
    await store(page);
    const { content } = await stored(id);
    expect(content).not.toMatch(/style=|class="?Mso|<o:p|onmouseover|file:/);
    expect(content).toMatch(/<h[1-4][^>]*>The facts<\/h[1-4]>/);
    expect(content).toMatch(/The <(b|strong)>appellant<\/\1> was not heard\./);
    expect(content).toMatch(/<td[^>]*>(?:<p>)?Year/);
    expect(content).toContain('The end.');
    expect(problems).toEqual([]);
    await visited.close();
  });
});

/** A block of each kind that older systems have written; the last one the editor shows as HTML. */
const OLD = [
  '<h2 lang="hi">न्याय</h2>',
  '<dl><dt>Term</dt><dd>What it means</dd></dl>',
  '<figure><img src="/uploads/a.jpg" alt="a" width="10" height="20" /><figcaption>The <em>court</em></figcaption></figure>',
  '<p><abbr title="Act">A</abbr> <cite>c</cite> <q cite="https://x.in">q</q> <mark>m</mark> <sub>1</sub> <s>s</s></p>',
  '<p>The paragraph that is changed.</p>',
  '<ol start="3" type="a"><li>x</li></ol>',
  '<table><caption>Rates</caption><thead><tr><th scope="col">head</th></tr></thead><tbody><tr><td>c</td></tr></tbody></table>',
  '<pre>one\n  two   three</pre>',
  '<p>Held.<a href="#t-_ftn1" id="t-_ftnref1"><sup>[1]</sup></a></p>',
  '<dl><div><dt>raw term</dt><dd>d</dd></div></dl>',
].join('\n');

describe('an old article', () => {
  it('keeps every byte but those that are changed, and a block that the editor cannot show is changed as HTML', async () => {
    const id = await draft('old', OLD);
    const { content: before } = await stored(id);
    const visited = await visitAsStaff(browser, editor);
    const { page, problems } = visited;
    await openArticle(visited, id);
    await writeAfter(page, 'The paragraph that is changed.', 'x');
    await store(page);
    const changed = before.replace('that is changed.', 'that is changed.x');
    await expect.poll(async () => (await stored(id)).content).toBe(changed);

    await textOf(page).getByText('raw term').dblclick();
    const dialog = page.getByRole('dialog', { name: 'HTML' });
    const field = dialog.getByLabel('HTML of the block');
    await field.fill((await field.inputValue()).replace('raw term', 'new term'));
    expect(await axeViolations(page)).toEqual([]);
    await pressEnter(dialog.getByRole('button', { name: 'Save' }));
    await store(page);
    await expect.poll(async () => (await stored(id)).content).toBe(changed.replace('raw term', 'new term'));
    expect(problems.filter((problem) => !problem.includes('/uploads/a.jpg'))).toEqual([]);
    await visited.close();
  });
});

describe('the details of an article on a phone', () => {
  it('are scrolled to their last field, and closed', async () => {
    const id = await draft('phone', '<p>Before.</p>');
    const visited = await visitAsStaff(browser, editor);
    const { page, problems } = visited;
    await page.setViewportSize({ width: 360, height: 800 });
    await openArticle(visited, id);
    await page.getByRole('button', { name: 'Details', exact: true }).click();
    const details = page.locator('#article-panel');
    await details.getByLabel('Comment on the article').click();
    await details.getByRole('button', { name: 'Close the details' }).click();
    await details.waitFor({ state: 'hidden' });
    expect(problems).toEqual([]);
    await visited.close();
  });
});

describe('a browser that crashes', () => {
  it('offers what was typed when the article is opened again, and the server has it for another computer', async () => {
    const id = await draft('crash', '<p>Before.</p>');
    const visited = await visitAsStaff(browser, editor);
    const { context, page } = visited;
    await openArticle(visited, id);
    await writeAfter(page, 'Before.', ' Lost?');
    await page.locator('[data-save="local"], [data-save="saving"], [data-save="saved"]').waitFor();
    const crashed = page.waitForEvent('crash');
    const protocol = await context.newCDPSession(page);
    void protocol.send('Page.crash').catch(() => undefined);
    await crashed;

    const again = await context.newPage();
    await again.goto(`/console/posts/${id}`);
    await textOf(again).getByText('Before. Lost?').waitFor();
    await isSaved(again);
    expect((await stored(id)).content).toBe('<p>Before.</p>');
    const other = await visitAsStaff(browser, editor);
    await openArticle(other, id);
    await textOf(other.page).getByText('Before. Lost?').waitFor();
    expect(await axeViolations(other.page)).toEqual([]);
    expect(other.problems).toEqual([]);
    await Promise.all([visited.close(), other.close()]);
  });
});

describe('a session that ends while somebody types', () => {
  it('is begun again over the page, and nothing is lost', async () => {
    const account = await addEditor(['news']);
    const { jwt } = await call<{ jwt: string }>('/api/auth/local', {
      body: { identifier: account.email, password: account.password },
    });
    const { id: user } = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as {
      id: number;
    };
    const id = await draft('session', '<p>Before.</p>');
    const visited = await visitAsStaff(browser, account);
    const { page, problems } = visited;
    // Otherwise the next beat may open the dialog before everything is typed.
    await noPresence(visited);
    await openArticle(visited, id);
    let send: () => void = () => undefined;
    const isEnded = new Promise<void>((done) => (send = done));
    await visited.context.route('**/working-copy', async (route) => {
      await isEnded;
      await route.continue();
    });
    await writeAfter(page, 'Before.', ' Typed meanwhile.');
    await call(`/api/staff/${user}/end-sessions`, { token, method: 'POST', body: {} });
    send();
    const login = page.getByRole('dialog', { name: 'Your session has ended' });
    await login.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await login.locator('input[autocomplete=username]').fill(account.email);
    await login.locator('input[autocomplete=current-password]').fill(account.password);
    await page.keyboard.press('Enter');
    await login.waitFor({ state: 'hidden' });
    await textOf(page).getByText('Before. Typed meanwhile.').waitFor();
    await store(page);
    await expect.poll(async () => (await stored(id)).content).toBe('<p>Before. Typed meanwhile.</p>');
    // The responses to the token that is no longer accepted, and nothing else.
    expect(problems.filter((problem) => !problem.includes('status of 401'))).toEqual([]);
    await visited.close();
  });
});

describe('two editors of one article', () => {
  it('both keep what they changed: different attributes at once, the same passage by a choice', async () => {
    const id = await draft('two', '<p>The first passage.</p><p>The second passage.</p>');
    const tag = unique('Together');
    const tagId = await create('tags', { name: tag, slug: tag.toLowerCase() });
    const hers = await visitAsStaff(browser, staffOf('editor'));
    const his = await visitAsStaff(browser, editor);
    // Otherwise his page may read the article again before he writes, and there is nothing to merge.
    await noPresence(his);
    await openArticle(hers, id);
    await openArticle(his, id);
    await choose(hers.page, 'Tags', tag);
    await store(hers.page);
    await writeAfter(his.page, 'The second passage.', ' He goes on.');
    await his.page.keyboard.press('Control+s');
    await his.page.getByText('Demo Editor changed this article meanwhile', { exact: false }).waitFor();
    await isSaved(his.page);
    const both = await stored(id);
    expect([both.content.includes('He goes on.'), both.tags?.data.map((one) => one.id)]).toEqual([
      true,
      [tagId],
    ]);

    await openArticle(hers, id);
    await openArticle(his, id);
    await writeAfter(hers.page, 'The first passage.', ' She writes.');
    await store(hers.page);
    await writeAfter(his.page, 'The first passage.', ' He writes.');
    await his.page.keyboard.press('Control+s');
    const choice = his.page.getByRole('dialog', { name: 'Demo Editor changed this article, too' });
    const versions = choice.getByRole('group', { name: 'Text' });
    await versions.getByRole('radio', { name: /Demo Editor/ }).press('Space');
    expect(await axeViolations(his.page)).toEqual([]);
    await pressEnter(choice.getByRole('button', { name: 'Go on with these' }));
    await choice.waitFor({ state: 'hidden' });
    await isSaved(his.page);
    const { content } = await stored(id);
    expect([content.includes('She writes.'), content.includes('He writes.')]).toEqual([true, false]);
    const { data: revisions } = await call<{ data: { rev: string }[] }>(`/api/posts/${id}/revisions`, {
      token,
    });
    const texts = await Promise.all(
      revisions.map(async ({ rev }) =>
        JSON.stringify(await call(`/api/posts/${id}/revisions/${rev}`, { token })),
      ),
    );
    expect(texts.some((text) => text.includes('He writes.'))).toBe(true);
    const problems = [...hers.problems, ...his.problems];
    // The responses that say that somebody was faster, and nothing else.
    expect(problems.filter((problem) => !problem.includes('status of 412'))).toEqual([]);
    await Promise.all([hers.close(), his.close()]);
  });
});
