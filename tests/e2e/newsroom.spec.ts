import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { axeViolations, pressEnter } from './browser.ts';
import { consoleSite } from './console-site.ts';
import { fakeFiles } from './fake-library.ts';
import { fakeNewsroom } from './fake-newsroom.ts';
import { look } from './looks.ts';

// The article page and the history, by keyboard where nothing else is said.

const site = consoleSite();

const open = (path: string, values: Record<string, unknown> = {}, zone?: string) =>
  site.open(path, async ({ context, page }) => {
    const fake = await fakeNewsroom(context, values);
    if (zone !== undefined) {
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setTimezoneOverride', { timezoneId: zone });
    }
    return fake;
  });

const WIDTHS = [1440, 768, 360];

const badge = (page: Page, text: string) => page.locator('[data-state]').filter({ hasText: text });

describe('the article page', () => {
  it('submits for review, sends back with words, approves, schedules, and unschedules', async () => {
    const { page, problems, fake, close } = await open('/console/posts/41', {}, 'America/New_York');
    const text = page.getByRole('textbox', { name: 'Text' });
    await text.waitFor();
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Bail and the right').waitFor();
    await look(page, 'article', WIDTHS);
    await pressEnter(page.getByRole('button', { name: 'More' }));
    await pressEnter(page.getByRole('button', { name: 'Submit for review' }));
    const submit = page.getByRole('dialog', { name: 'Submit for review' });
    await submit.getByLabel('Reviewer', { exact: true }).selectOption('Meena Rao');
    await submit.getByLabel('Note for the reviewer').fill('Check the citation');
    expect(await axeViolations(page)).toEqual([]);
    await pressEnter(submit.getByRole('button', { name: 'Submit for review' }));
    await badge(page, 'In review').waitFor();

    await pressEnter(page.getByRole('button', { name: 'Request changes' }));
    const changes = page.getByRole('dialog', { name: 'Request changes' });
    await pressEnter(changes.getByRole('button', { name: 'Request changes' }));
    await changes.getByText('Say what to change').waitFor();
    await changes.getByLabel('What to change').fill('Name the court');
    await pressEnter(changes.getByRole('button', { name: 'Request changes' }));
    await badge(page, 'Changes requested').waitFor();
    await pressEnter(page.getByRole('button', { name: 'More' }));
    await pressEnter(page.getByRole('button', { name: 'Approve' }));
    await badge(page, 'Approved').waitFor();

    await page.keyboard.press('Control+Enter');
    const publish = page.getByRole('dialog', { name: 'Publish' });
    await publish.getByLabel('Publish at (India time)').fill('2099-01-01T10:00');
    await look(page, 'schedule', WIDTHS);
    await pressEnter(page.getByRole('dialog').getByRole('button', { name: 'Schedule' }));
    await badge(page, 'Scheduled').waitFor();
    await pressEnter(page.getByRole('button', { name: 'Unschedule' }));
    await badge(page, 'Approved').waitFor();

    expect(fake.writes).toEqual([
      {
        call: 'POST /api/posts/41/submit',
        data: { reason: 'Check the citation', reviewer: 10 },
      },
      { call: 'POST /api/posts/41/request-changes', data: { reason: 'Name the court' } },
      { call: 'POST /api/posts/41/approve', data: {} },
      // Ten in India, whatever the computer says.
      { call: 'POST /api/posts/41/schedule', data: { at: '2099-01-01T04:30:00.000Z' } },
      { call: 'POST /api/posts/41/unschedule', data: {} },
    ]);
    expect(problems).toEqual([]);
    await close();
  });

  it('takes the picture at the top and one in the text from the library', async () => {
    const { page, problems, fake, close } = await site.open('/console/posts/41', async ({ context }) => {
      await fakeFiles(context);
      return fakeNewsroom(context);
    });
    await page.getByRole('textbox', { name: 'Text' }).waitFor();
    await pressEnter(page.getByRole('button', { name: 'Add the picture at the top' }));
    const dialog = page.getByRole('dialog');
    await pressEnter(dialog.getByRole('button', { name: 'Choose from the library' }));
    await dialog.getByRole('button', { name: 'bench.png' }).waitFor();
    await look(page, 'picture-choice');
    await dialog.getByLabel('Search pictures').fill('court');
    await dialog.getByRole('button', { name: 'bench.png' }).waitFor({ state: 'hidden' });
    await pressEnter(dialog.getByRole('button', { name: 'court.png' }));
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Replace' }).waitFor();

    await page.getByRole('textbox', { name: 'Text' }).press('Control+End');
    await pressEnter(page.getByRole('button', { name: 'Picture', exact: true }));
    await dialog.getByLabel('Alternative text').fill('The bench of the High Court');
    await pressEnter(dialog.getByRole('button', { name: 'Choose from the library' }));
    await pressEnter(dialog.getByRole('button', { name: 'bench.png' }));
    expect(await axeViolations(page)).toEqual([]);
    await pressEnter(dialog.getByRole('button', { name: 'Insert' }));
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => fake.copy?.values['image']).toBe(1);
    await expect
      .poll(() => String(fake.copy?.values['content']))
      .toContain('<img src="/uploads/file_2.png" alt="The bench of the High Court" width="300" height="200"');
    expect(problems).toEqual([]);
    await close();
  });

  it('shares a preview by a link, which somebody ends', async () => {
    const { page, problems, fake, close } = await open('/console/posts/41');
    await page.getByRole('textbox', { name: 'Text' }).waitFor();
    await pressEnter(page.getByRole('button', { name: 'Share preview' }));
    const share = page.getByRole('dialog', { name: 'Share preview' });
    await share.getByLabel('For whom').fill('Counsel for the appellant');
    await share.getByLabel('Works for').selectOption('A week');
    await look(page, 'share-preview', WIDTHS);
    await pressEnter(share.getByRole('button', { name: 'Make a link' }));
    const ready = page.getByRole('dialog', { name: 'The link is ready' });
    expect(await ready.getByLabel('Address of the preview').inputValue()).toMatch(/\/preview\/A{43}$/);
    await look(page, 'preview-link', WIDTHS);
    await pressEnter(ready.getByRole('button', { name: 'Done' }));
    const links = page.getByRole('list', { name: 'Links that work' });
    await links.getByText('Counsel for the appellant').waitFor();
    await look(page, 'preview-links', WIDTHS);
    await pressEnter(links.getByRole('button', { name: /^End the link/ }));
    await links.waitFor({ state: 'detached' });
    expect(fake.writes).toEqual([
      { call: 'POST /api/posts/41/previews', data: { hours: 168, label: 'Counsel for the appellant' } },
      { call: 'DELETE /api/posts/41/previews/link-1', data: {} },
    ]);
    expect(problems).toEqual([]);
    await close();
  });

  it('corrects what is published, and takes that back', async () => {
    const { page, problems, fake, close } = await open('/console/posts/41', {
      publishedAt: '2026-11-01T10:00:00.000Z',
    });
    await page.getByRole('textbox', { name: 'Text' }).waitFor();
    await pressEnter(page.getByRole('button', { name: 'Add a correction' }));
    const dialog = page.getByRole('dialog', { name: 'Add a correction' });
    const text = 'An earlier version named Justice Rao as the author. The judgment is by Justice Iyer.';
    await dialog.getByLabel('What was wrong, and what is right').fill(text);
    await look(page, 'correction', WIDTHS);
    await pressEnter(dialog.getByRole('button', { name: 'Tell readers' }));
    // It has the text, too, and an example that begins like it.
    await dialog.waitFor({ state: 'hidden' });
    const section = page.getByRole('region', { name: 'Corrections' });
    await section.getByText(text).waitFor();
    await look(page, 'corrected', WIDTHS);
    await pressEnter(section.getByRole('button', { name: /^Take back/ }));
    await pressEnter(
      page
        .getByRole('dialog', { name: 'Take back a correction' })
        .getByRole('button', { name: 'Take it back' }),
    );
    await section.getByRole('listitem').waitFor({ state: 'detached' });
    expect(fake.writes).toEqual([
      { call: 'POST /api/posts/41/corrections', data: { text } },
      { call: 'POST /api/posts/41/corrections/1/removal', data: {} },
    ]);
    expect(problems).toEqual([]);
    await close();
  });

  it('says in plain words that somebody was faster', async () => {
    const { page, problems, fake, close } = await open('/console/posts/41');
    await page.getByRole('textbox', { name: 'Text' }).waitFor();
    fake.attributes['publishedAt'] = '2026-11-01T10:00:00.000Z';
    await page.keyboard.press('Control+Enter');
    await pressEnter(page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }));
    await page.getByRole('dialog').getByText('the article is published now').waitFor();
    await page.keyboard.press('Escape');
    await badge(page, 'Published').waitFor();
    expect(problems.filter((problem) => !problem.includes('409'))).toEqual([]);
    await close();
  });
});

/** Articles of the month of 2026 that the calendar shows. */
const DAYS: readonly (readonly [day: number, time: string, title: string])[] = [
  [2, '04:30', 'GST council: what changes for small traders'],
  [2, '11:00', 'Bail: the High Court names the conditions'],
  [4, '05:00', 'जमानत की शर्तें: उच्च न्यायालय ने क्या कहा'],
  [11, '09:15', 'The register of charges after the amendment'],
  [19, '04:30', 'Limitation: the tribunal reads a month'],
  [27, '12:30', 'A hearing is a part of the decision'],
];

describe('the calendar', () => {
  it('shows a month by day, and moves between days by keys', async () => {
    const { page, problems, context, close } = await open('/about');
    const wire = (id: number, attributes: object) => ({
      id,
      attributes: { publishedAt: null, updatedAt: '2026-03-10T04:30:00.000Z', ...attributes },
    });
    const dated = DAYS.map(([day, time, title], at) =>
      wire(at + 1, { title, publishedAt: `2026-03-${String(day).padStart(2, '0')}T${time}:00.000Z` }),
    );
    const embargoed = [
      wire(20, { title: 'The judgment in Mehta', embargo_until: '2026-03-24T05:30:00.000Z' }),
    ];
    const drafts = [wire(30, { title: 'Notes on the new rules' }), wire(31, { title: 'An interview' })];
    await context.route(/\/api\/posts\?/, (route) => {
      const search = decodeURIComponent(new URL(route.request().url()).search);
      const data = search.includes('[embargo_until][$gte]')
        ? embargoed
        : search.includes('[publishedAt][$gte]')
          ? dated
          : drafts;
      return route.fulfill({ json: { data, meta: { pagination: { total: data.length } } } });
    });
    await page.goto('/console/posts/calendar?month=2026-03');
    const day = page.getByRole('button', { name: /^Wednesday, 11 March 2026: one article/ });
    await day.waitFor();
    await look(page, 'calendar', WIDTHS);
    await page.setViewportSize({ width: 360, height: 900 });
    const topOf = async (name: string) => (await page.getByRole('button', { name }).boundingBox())?.y;
    expect(await topOf('Next month')).toBe(await topOf('Previous month'));
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: /^Sunday, 1 March 2026/ }).focus();
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    expect(await day.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('/console/posts/4');
    await pressEnter(page.getByRole('button', { name: 'Schedule An interview' }));
    await page.getByRole('dialog', { name: 'Schedule' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('the history', () => {
  it('compares two of twelve states, and goes on with one of them without a change for readers', async () => {
    const { page, problems, fake, close } = await open('/console/posts/41', {
      publishedAt: '2026-11-01T10:00:00.000Z',
    });
    const published = fake.attributes['content'];
    await page.getByRole('textbox', { name: 'Text' }).waitFor();
    await page.keyboard.press('Control+Alt+h');
    await page.waitForURL('**/console/posts/41/history');
    await pressEnter(page.getByRole('button', { name: /As submitted/ }));
    await page.waitForURL('**/history?rev=3');
    // The address changes before React has drawn the state, and with it the states to compare it with.
    await page.getByRole('heading', { level: 2, name: /^As submitted/ }).waitFor();
    await page.getByLabel('Compare with').selectOption('10');
    await page.waitForURL('**/history?rev=3&with=10');
    await page.locator('ins', { hasText: 'High Court refused' }).waitFor();
    await page.locator('del', { hasText: 'court granted' }).waitFor();
    await look(page, 'history', WIDTHS);
    await pressEnter(page.getByRole('button', { name: 'Go on with this text' }));
    await pressEnter(page.getByRole('dialog').getByRole('button', { name: 'Go on with this text' }));
    await page.waitForURL('**/console/posts/41');
    await page.getByText('The court granted bail in matter 3.').waitFor();
    await badge(page, 'Published, unpublished changes').waitFor();
    expect(fake.attributes['content']).toBe(published);
    expect(problems).toEqual([]);
    await close();
  });
});
