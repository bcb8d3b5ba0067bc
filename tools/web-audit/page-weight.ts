import { gzipSync } from 'node:zlib';

export interface PageWeight {
  jsKilobytes: number;
  cssKilobytes: number;
  htmlKilobytes: number;
  /** Words of the page's main element in the raw HTML. */
  rawWords: number;
}

const KILOBYTE = 1_024;
const gzipped = (text: string): number => gzipSync(text, { level: 9 }).length / KILOBYTE;

/** Returns the words between `<main` and its end. */
export function wordsIn(html: string): number {
  const main = /<main\b[^>]*>([\s\S]*?)<\/main>/.exec(html)?.[1] ?? '';
  const text = main.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, ' ').replaceAll(/<[^>]*>/g, ' ');
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** Weighs the scripts of a page with their static imports, and its inline and linked styles. */
export async function weigh(site: string, path: string): Promise<PageWeight> {
  const get = async (address: string): Promise<string> => {
    const response = await fetch(new URL(address, site));
    if (!response.ok) throw new Error(`${address} responded ${response.status}`);
    return response.text();
  };
  const html = await get(path);
  const scripts = new Map<string, number>();
  const waiting = [
    ...html.matchAll(/<(?:script|link rel="modulepreload")[^>]*? (?:src|href)="([^"]+)"/g),
  ].map(([, source = '']) => new URL(source, site).href);
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    if (scripts.has(address)) continue;
    const text = await get(address);
    scripts.set(address, gzipped(text));
    for (const [, source = ''] of text.matchAll(/\b(?:import|from)\s*["'](\.{0,2}\/[^"']+\.js)["']/g))
      waiting.push(new URL(source, address).href);
  }
  const sheets = [...html.matchAll(/<link(?![^>]* disabled)[^>]*rel="stylesheet"[^>]*href="([^"]+)"/g)].map(
    ([, href = '']) => href,
  );
  const inline = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text = '']) => text);
  const css = [...inline, ...(await Promise.all(sheets.map(get)))];
  return {
    jsKilobytes: [...scripts.values()].reduce((sum, size) => sum + size, 0),
    cssKilobytes: css.reduce((sum, text) => sum + gzipped(text), 0),
    htmlKilobytes: gzipped(html),
    rawWords: wordsIn(html),
  };
}
