// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadLateFonts } from './late-fonts.ts';

interface FakeFace {
  family: string;
  style: string | undefined;
  range: string | undefined;
}

let requested: FakeFace[];
let added: FakeFace[];
let cannotBeHad: string | null;

beforeEach(() => {
  [requested, added, cannotBeHad] = [[], [], null];
  vi.stubGlobal(
    'FontFace',
    class implements FakeFace {
      status = 'unloaded';
      readonly family: string;
      readonly style: string | undefined;
      readonly range: string | undefined;
      constructor(family: string, _source: string, { style, unicodeRange }: FontFaceDescriptors) {
        [this.family, this.style, this.range] = [family, style, unicodeRange];
      }
      async load(): Promise<void> {
        requested.push(this);
        if (this.family === cannotBeHad) throw new Error('offline');
        this.status = 'loaded';
      }
    },
  );
  Object.assign(document, { fonts: { add: (face: FakeFace) => added.push(face) } });
});
afterEach(() => {
  document.documentElement.className = '';
  Reflect.deleteProperty(document, 'fonts');
  history.replaceState(null, '', '/');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function open(html: string): Promise<HTMLElement> {
  const page = document.createElement('div');
  page.innerHTML = html;
  loadLateFonts(page);
  await vi.waitFor(() => expect(document.documentElement.classList.contains('settled')).toBe(true));
  return page;
}
const kinds = (faces: readonly FakeFace[]): string[] =>
  faces.map(({ family, style }) => `${family} ${style}`);

const ANDROID = 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0.0.0';

/** For what is read, and for labels in two weights. */
const DEVANAGARI = ['Vidhi Devanagari normal', 'Hind Devanagari normal', 'Hind Devanagari normal'];

describe('the late faces', () => {
  it('are not requested by a page without such text', async () => {
    await open('<p>The court’s order § 4 — at once</p>');
    expect(requested).toEqual([]);
  });
  it('include the italics for a page with emphasis', async () => {
    await open('<p>In <em>Rao</em></p>');
    expect(kinds(added)).toEqual(['Newsreader italic']);
  });
  it('include Devanagari for a page with its letters, and the Vedic extension for those letters only', async () => {
    await open('<p>जमानत</p>');
    expect(kinds(added)).toEqual(DEVANAGARI);
    expect(new Set(added.map(({ range }) => range))).toEqual(new Set(['U+0900-097F, U+200C-200D, U+25CC']));
    await open('<p>\uA8F2</p>');
    await vi.waitFor(() => expect(added.at(-1)?.range?.slice(0, 6)).toBe('U+1CD0'));
    expect(added).toHaveLength(DEVANAGARI.length + 1);
  });
  it('are requested once, when text that needs them is added', async () => {
    const page = await open('<p>Bail</p>');
    page.append('जमानत');
    await vi.waitFor(() => expect(kinds(added)).toEqual(DEVANAGARI));
    page.append(document.createElement('i'), 'शर्तें');
    await vi.waitFor(() => expect(kinds(added)).toEqual([...DEVANAGARI, 'Newsreader italic']));
    expect(requested).toHaveLength(DEVANAGARI.length + 1);
  });
  it('are looked for in what a change brings, and not in the whole page again', async () => {
    const page = await open('<p>Bail</p><p>Two</p>');
    const reads = vi.spyOn(page, 'textContent', 'get');
    page.querySelector('p')?.append('जमानत');
    await vi.waitFor(() => expect(kinds(added)).toEqual(DEVANAGARI));
    expect(reads).not.toHaveBeenCalled();
  });
  it('are requested when a key makes a text one of those letters', async () => {
    const page = await open('<p>Bail</p>');
    const text = page.querySelector('p')?.firstChild;
    if (text) text.nodeValue = 'Bail ज';
    await vi.waitFor(() => expect(kinds(added)).toEqual(DEVANAGARI));
  });
  it('wait for the next navigation on a device with such a font, so that no line moves while it is read', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(ANDROID);
    const page = await open('<p>जमानत, <cite>Rao</cite></p>');
    expect(kinds(requested)).toEqual(expect.arrayContaining(DEVANAGARI));
    page.append('शर्तें');
    expect(kinds(added)).toEqual(['Newsreader italic']);
    history.replaceState(null, '', '/other');
    page.append('और');
    await vi.waitFor(() => expect(kinds(added)).toEqual(['Newsreader italic', ...DEVANAGARI]));
  });
  it('wait also when a later page is the first with such text', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(ANDROID);
    const page = await open('<p>Bail</p>');
    history.replaceState(null, '', '/hindi');
    page.append('जमानत');
    await vi.waitFor(() => expect(kinds(requested)).toEqual(DEVANAGARI));
    page.append('शर्तें');
    expect(added).toEqual([]);
    history.replaceState(null, '', '/other');
    page.append('और');
    await vi.waitFor(() => expect(kinds(added)).toEqual(DEVANAGARI));
  });
  it('fall back to the fonts of the device when they cannot be loaded', async () => {
    cannotBeHad = 'Vidhi Devanagari';
    await open('<p>जमानत, <cite>Rao</cite></p>');
    expect(kinds(added)).toEqual(['Newsreader italic', ...DEVANAGARI.slice(1)]);
  });
});
