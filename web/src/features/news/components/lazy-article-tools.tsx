import { useEffect, useState, type ComponentType } from 'react';
import type { Article } from '../article.ts';
import * as styles from '../comforts.module.css';

type Tools = ComponentType<{ article: Article }>;

/** Reserves the space of the article tools and loads them, and the view counter, after the article has been rendered. */
export function LazyArticleTools({ article }: { article: Article }) {
  const [Loaded, setLoaded] = useState<Tools | null>(null);
  useEffect(() => {
    let isCurrent = true;
    import('./counted-tools.tsx').then(
      ({ CountedTools }) => {
        if (isCurrent) setLoaded(() => CountedTools);
      },
      // The article works without them.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  return (
    <div className={`${styles.articleTools} needs-script`} lang={article.frame.language}>
      {Loaded !== null && <Loaded article={article} />}
    </div>
  );
}
