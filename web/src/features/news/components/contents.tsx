import type { FrameTexts } from '#shared/text/frame-texts.ts';
import type { Heading } from '../article-headings.ts';
import * as styles from '../comforts.module.css';

/** The table of contents of an article. */
export function Contents({ headings, texts }: { headings: readonly Heading[]; texts: FrameTexts }) {
  return (
    <nav className={styles.contents} aria-labelledby="contents-title">
      <details open>
        <summary id="contents-title" lang={texts.language}>
          {texts.contents}
        </summary>
        <ol>
          {headings.map(({ id, text, level }) => (
            <li key={id} className={level === 2 ? undefined : styles.contentsBelow}>
              <a href={`#${encodeURIComponent(id)}`}>{text}</a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}
