import type { FrameTexts } from '#shared/text/frame-texts.ts';
import { useRelatedQuery } from '../news-api.ts';
import { Story } from './story.tsx';
import * as styles from '../news.module.css';

const MIN_RELATED = 2;

/** Related articles, when there are at least two. */
export function Related({ id, texts }: { id: number; texts: FrameTexts }) {
  const { data: cards = [] } = useRelatedQuery(id);
  if (cards.length < MIN_RELATED) return null;
  return (
    <section className={`${styles.related} late-layout`} aria-labelledby="related-title">
      <h2 className="rubric" id="related-title" lang={texts.language}>
        {texts.related}
      </h2>
      <div className={styles.relatedCards}>
        {cards.map((card) => (
          <Story key={card.id} card={card} size="card" />
        ))}
      </div>
    </section>
  );
}
