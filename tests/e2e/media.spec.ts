import { describe, expect, it } from 'vitest';
import { pressEnter } from './browser.ts';
import { consoleSite } from './console-site.ts';
import { fakeLibrary } from './fake-library.ts';
import { look } from './looks.ts';

// The media library of the console: what is uploaded, where it is used, and what becomes of the places when it goes.

const site = consoleSite();

const open = (path: string) => site.open(path, ({ context }) => fakeLibrary(context));

describe('the media library', () => {
  it('takes twelve files, and says of each what became of it: two duplicates, one broken, one document', async () => {
    const { page, problems, fake, close } = await open('/console/media?f[folder]=/Courts');
    await page.getByText('They go into the folder /Courts').waitFor();
    const contents = ['court', 'one', 'two', 'one', 'broken', '%PDF-1.7', ...'abcdef'];
    const files = contents.map((content, at) => ({
      name: content.startsWith('%PDF-') ? 'order.pdf' : `picture-${at + 1}.png`,
      mimeType: 'image/png',
      buffer: Buffer.from(content),
    }));
    await page.getByLabel('Files to upload').setInputFiles(files);
    const describing = page.getByRole('form', { name: 'Pictures to describe' });
    const fields = describing.getByLabel('What it shows');
    await fields.nth(10).waitFor();
    await look(page, 'media-describe');
    for (const field of await fields.all()) await field.fill('A court');
    await fields.first().fill('');
    await describing.getByRole('group', { name: 'picture-1.png' }).getByLabel('Only decoration').check();
    await pressEnter(describing.getByRole('button', { name: 'Upload 11 pictures' }));
    const results = page.getByRole('region', { name: 'Upload' }).getByRole('listitem');
    await results.filter({ hasText: 'is stored' }).nth(10).waitFor();
    expect(await results.count()).toBe(12);
    await results
      .filter({ hasText: 'picture-5.png was not stored: picture-5.png is not a valid image' })
      .waitFor();
    await results.filter({ hasText: 'It was here already' }).nth(1).waitFor();
    expect(fake.files.slice(2).map(({ folder }) => folder)).toEqual(
      Array.from({ length: 11 }, () => '/Courts'),
    );
    await results.filter({ hasText: 'order.pdf is stored. Open its page' }).waitFor();
    await look(page, 'media');
    // The response about the broken file, and nothing else.
    expect(problems).toEqual([expect.stringMatching(/status of 400 .*\/api\/upload\)$/)]);
    await close();
  });

  it('moves the focal point of a picture by keyboard, and stores it', async () => {
    const { page, problems, fake, close } = await open('/console/media/1');
    const field = page.getByRole('button', { name: 'Focal point', exact: true });
    await field.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowUp');
    await page.getByText('55% from the left, 49% from the top').waitFor();
    await look(page, 'focal-point');
    await pressEnter(page.getByRole('button', { name: 'Save the focal point' }));
    await page.getByText('The focal point is saved', { exact: false }).waitFor();
    expect(fake.files[0]).toMatchObject({ focus: { x: 55, y: 49 } });
    expect(problems).toEqual([]);
    await close();
  });

  it('crops a picture by pointer and by keyboard, stores the part, and shows the whole picture again', async () => {
    const { page, problems, fake, close } = await open('/console/media/1');
    const frame = page.getByRole('button', { name: 'Move the crop' });
    await frame.scrollIntoViewIfNeeded();
    const { x = 0, y = 0, width = 0, height = 0 } = (await frame.boundingBox()) ?? {};
    await page.mouse.move(x + width * 0.25, y + height * 0.25);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.5, y + height * 0.5);
    await page.mouse.move(x + width * 0.75, y + height * 0.75);
    await page.mouse.up();
    await frame.focus();
    for (let time = 0; time < 30; time += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await look(page, 'crop');
    await pressEnter(page.getByRole('button', { name: 'Save the crop' }));
    await page.getByText('The crop is saved', { exact: false }).waitFor();
    const near = (number: number) => expect.closeTo(number, -0.5);
    expect(fake.files[0]?.crop).toEqual({ x: 0, y: near(25), width: near(51), height: near(50) });
    await pressEnter(page.getByRole('button', { name: 'Use the whole picture' }));
    // Enabled when what was stored has been read again.
    await page.getByRole('button', { name: 'Save the crop' }).click();
    await expect.poll(() => fake.files[0]?.crop).toBeNull();
    expect(problems).toEqual([]);
    await close();
  });

  it('names the places that use a picture, replaces it there, moves it, and deletes it without a broken page', async () => {
    const { page, problems, fake, close } = await open('/console/media/1');
    const places = page.getByRole('listitem').filter({ hasText: 'Bail and the right to be heard' });
    await places.nth(1).waitFor();
    await look(page, 'picture');

    await page.getByLabel('Folder').fill('Courts/Old');
    await pressEnter(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(fake.files[0]).toMatchObject({ folder: 'Courts/Old', url: '/uploads/file_1.png' });

    await pressEnter(page.getByRole('button', { name: 'Delete' }));
    await page.getByText(/It is shown in Bail and the right to be heard/).waitFor();
    await pressEnter(page.getByRole('button', { name: 'Cancel' }));

    await pressEnter(page.getByRole('button', { name: 'Replace everywhere' }));
    const library = page.getByRole('dialog', { name: 'Choose a picture of the library' });
    await pressEnter(library.getByRole('button', { name: 'bench.png' }));
    const question = page.getByRole('dialog', { name: 'Replace it by bench.png?' });
    await pressEnter(question.getByRole('button', { name: 'Replace everywhere' }));
    const result = page.getByRole('dialog', { name: 'Replace everywhere' });
    await result.getByText('2 rows done').waitFor();
    await look(page, 'replaced');
    await pressEnter(result.getByRole('button', { name: 'Close' }));
    await page.getByText('Nowhere.').waitFor();
    expect(fake.article).toEqual({
      image: 2,
      content: '<p><img src="/uploads/file_2.png" alt="The court"></p>',
    });

    await pressEnter(page.getByRole('button', { name: 'Delete' }));
    await page.getByText('It is shown nowhere.').waitFor();
    await pressEnter(page.getByRole('dialog').getByRole('button', { name: 'Delete' }));
    await page.waitForURL('**/console/media');
    expect(fake.files.map(({ id }) => id)).toEqual([2]);
    expect(problems).toEqual([]);
    await close();
  });
});
