import type { Heading } from '../article-headings.ts';

/** The table of contents of an article. */
export function Contents({ headings }: { headings: readonly Heading[] }) {
  return (
    <nav className="contents" aria-labelledby="contents-title">
      <details open>
        <summary id="contents-title" lang="en">
          Contents
        </summary>
        <ol>
          {headings.map(({ id, text, level }) => (
            <li key={id} className={level === 2 ? undefined : 'contents__below'}>
              <a href={`#${encodeURIComponent(id)}`}>{text}</a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}
