// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Provider } from 'react-redux';
import { SiteProvider } from '#shared/site/site-context.tsx';
import { aPost } from '../../../testing/fake-api.ts';
import { apiStore } from '../../../testing/api-store.ts';
import { aSite } from '../../../testing/site.ts';
import { toArticle } from '../article.ts';
import { readSaved } from '../saved-articles.ts';
import { ArticleTools } from './article-tools.tsx';

const article = toArticle(aPost(1, { title: 'Bail & liberty' }));

function show() {
  if (article === null) throw new Error('no article');
  render(
    <Provider store={apiStore()}>
      <SiteProvider value={aSite()}>
        <ArticleTools article={article} />
        <a className="heading-link" href="#part-facts">
          part
        </a>
      </SiteProvider>
    </Provider>,
  );
}

let copied: string[];
beforeEach(() => {
  localStorage.clear();
  copied = [];
  vi.stubGlobal('navigator', {
    clipboard: { writeText: async (text: string) => void copied.push(text) },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the tools of an article', () => {
  it('copies the canonical URL and confirms it', async () => {
    show();
    fireEvent.click(screen.getByRole('button', { name: 'Copy link' }));
    await screen.findByText('Link copied');
    expect(copied).toEqual(['https://vidhi.example/gst/report-1']);
  });
  it('says so for a while only', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      show();
      fireEvent.click(screen.getByRole('button', { name: 'Save for later' }));
      expect(screen.getByText('Saved on this device')).toBeTruthy();
      act(() => void vi.advanceTimersByTime(60_000));
      expect(screen.queryByText('Saved on this device')).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });
  it('copies the URL of a heading', async () => {
    show();
    fireEvent.click(screen.getByText('part'));
    await screen.findByText('Link copied');
    expect(copied[0]).toMatch(/#part-facts$/);
  });
  it('reports when the URL could not be copied', async () => {
    vi.stubGlobal('navigator', {});
    show();
    fireEvent.click(screen.getByRole('button', { name: 'Copy link' }));
    expect(await screen.findByText('The link could not be copied')).toBeTruthy();
  });
  it('saves the article and removes it again', () => {
    show();
    const button = screen.getByRole('button', { name: 'Save for later' });
    fireEvent.click(button);
    expect(button.getAttribute('aria-pressed')).toBe('true');
    expect(readSaved().map(({ path }) => path)).toEqual(['/gst/report-1']);
    fireEvent.click(button);
    expect(button.getAttribute('aria-pressed')).toBe('false');
    expect(readSaved()).toEqual([]);
  });
  it('shares by the Web Share API where available', () => {
    const share = vi.fn(async () => undefined);
    vi.stubGlobal('navigator', { share });
    show();
    fireEvent.click(screen.getByRole('button', { name: 'Share' }));
    expect(share).toHaveBeenCalledWith({
      title: 'Bail & liberty',
      url: 'https://vidhi.example/gst/report-1',
    });
  });
  it('shows links where the Web Share API is not available', () => {
    show();
    const links = [...document.querySelectorAll('dialog a')];
    expect(links.map(({ textContent }) => textContent)).toEqual(['WhatsApp', 'X', 'LinkedIn', 'Email']);
    for (const link of links) expect(link.getAttribute('href')).toContain('vidhi.example%2Fgst%2Freport-1');
    expect(links[0]?.getAttribute('href')).toContain('Bail%20%26%20liberty');
  });
});
