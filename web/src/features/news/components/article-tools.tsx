import { useEffect, useState } from 'react';
import { absoluteUrl } from '#shared/site/site.ts';
import { useSite } from '#shared/site/site-context.tsx';
import { TextSizeSwitch } from '#shared/ui/text-size.tsx';
import type { Article } from '../article.ts';
import { toolTexts, type ToolTexts } from '../tool-texts.ts';
import { articlePath } from '../post.ts';
import { shareLinks } from '../share-links.ts';
import { SaveTool } from './save-tool.tsx';
import { LinkIcon, PrintIcon, ShareIcon } from './tool-icons.tsx';
import * as styles from '../comforts.module.css';

/** Time for which an outcome is shown, in milliseconds. */
const SAID_MS = 5_000;
const SHARE_ID = 'share-panel';

async function copy(text: string, { copied, notCopied }: ToolTexts): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return copied;
  } catch {
    return notCopied;
  }
}

/** Text size, share, copy, save and print. Loaded after the article has been rendered. */
export function ArticleTools({ article }: { article: Article }) {
  const site = useSite();
  const texts = toolTexts(article.language);
  const [message, setMessage] = useState('');
  const path = articlePath({ slug: article.slug, category: article.categories[0] ?? null });
  const url = absoluteUrl(site, path);

  useEffect(() => {
    if (message === '') return undefined;
    const timer = setTimeout(() => setMessage(''), SAID_MS);
    return () => clearTimeout(timer);
  }, [message]);

  useEffect(() => {
    const handleClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a.heading-link') : null;
      if (link instanceof HTMLAnchorElement) void copy(link.href, texts).then(setMessage);
    };
    document.addEventListener('click', handleClick);
    return () => document.removeEventListener('click', handleClick);
  }, [texts]);

  return (
    <>
      <TextSizeSwitch />
      <ShareButton title={article.title} url={url} texts={texts} />
      <button className="icon-button" type="button" onClick={() => void copy(url, texts).then(setMessage)}>
        <LinkIcon />
        <span className="visually-hidden">{texts.copyLink}</span>
      </button>
      <SaveTool
        article={{ path, title: article.title, date: article.publishedAt }}
        texts={texts}
        onSaid={setMessage}
      />
      <button className="icon-button" type="button" onClick={() => window.print()}>
        <PrintIcon />
        <span className="visually-hidden">{texts.print}</span>
      </button>
      <output className={styles.articleToolsSaid}>{message}</output>
    </>
  );
}

/** The Web Share API where available, else a popover of links. */
function ShareButton({ title, url, texts }: { title: string; url: string; texts: ToolTexts }) {
  const content = (
    <>
      <ShareIcon />
      <span className="visually-hidden">{texts.share}</span>
    </>
  );
  if (typeof navigator.share === 'function') {
    const handleShare = () => {
      // Rejects when the user closes the share sheet.
      navigator.share({ title, url }).catch(() => undefined);
    };
    return (
      <button className="icon-button" type="button" onClick={handleShare}>
        {content}
      </button>
    );
  }
  return (
    <>
      <button className="icon-button" type="button" popoverTarget={SHARE_ID}>
        {content}
      </button>
      <dialog className={styles.share} id={SHARE_ID} popover="auto" aria-label={texts.shareThis}>
        <p className={styles.shareTitle}>{texts.shareThis}</p>
        <ul>
          {shareLinks(title, url).map(({ name, href }) => (
            <li key={name}>
              <a href={href} rel="noopener noreferrer" target="_blank">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </dialog>
    </>
  );
}
