import type { ReactNode } from 'react';
import { PageLink } from '#shared/ui/page-link.tsx';
import { languageProps, scriptLanguageOf } from '@vidhi/contracts/script-language.ts';
import { paths } from '#shared/routing/paths.ts';
import { DateText } from '#shared/ui/date-text.tsx';
import { PlayIcon } from '#shared/ui/icons.tsx';
import { PictureFrame } from '#shared/ui/picture-frame.tsx';
import { articlePath, type Card } from '../post.ts';
import * as styles from '../news.module.css';

/** `lead`: the first of the front page; `row`: with a small picture; `line`: headline only. */
export type StorySize = 'lead' | 'wide' | 'card' | 'row' | 'line';

interface StoryProps {
  card: Card;
  size: StorySize;
  /** Heading level of the headline. */
  heading?: 2 | 3 | 4;
  /** False below a heading that names the category. */
  showCategory?: boolean;
  showDate?: boolean;
  isHero?: boolean;
  /** See `isBelowFirstScreen`. */
  isLate?: boolean;
  /** The headline with marked search text. */
  headline?: ReactNode;
  children?: ReactNode;
}

const SIZES: Record<StorySize, string> = {
  lead: '(min-width: 80rem) 640px, (min-width: 60rem) 55vw, 100vw',
  wide: '(min-width: 80rem) 420px, (min-width: 48rem) 45vw, 100vw',
  card: '(min-width: 80rem) 300px, (min-width: 40rem) 45vw, 100vw',
  row: '112px',
  line: '1px',
};

const CLASSES: Record<StorySize, string> = {
  lead: `${styles.story} ${styles.storyLead}`,
  wide: `${styles.story} ${styles.storyWide}`,
  card: `${styles.story} ${styles.storyCard}`,
  row: `${styles.story} ${styles.storyRow}`,
  line: `${styles.story} ${styles.storyLine}`,
};

/** An article in a list. The link of the headline covers the whole story. */
export function Story({
  card,
  size,
  heading = 3,
  showCategory = true,
  showDate = true,
  isHero = false,
  isLate = false,
  headline = card.title,
  children,
}: StoryProps) {
  const Heading = `h${heading}` as const;
  const picture = size === 'line' ? null : card.picture;
  return (
    <article
      className={`${CLASSES[size]}${picture === null ? ` ${styles.storyText}` : ''}${isLate ? ' late-layout' : ''}`}
      {...languageProps(card.language)}
    >
      {picture !== null && (
        <div className={styles.storyPicture}>
          <PictureFrame
            picture={picture}
            sizes={SIZES[size]}
            ratio={size === 'row' ? 'square' : size === 'lead' ? 'wide' : 'card'}
            isHero={isHero}
            decorative
            title={size === 'row' ? [...card.title][0] : card.title}
          />
          {card.hasVideo && (
            <span className={styles.storyVideo}>
              <PlayIcon />
              <span className={styles.storyVideoName}>Video</span>
            </span>
          )}
        </div>
      )}
      <div>
        {showCategory && card.category !== null && (
          <p className="kicker">
            <PageLink
              to={paths.category(card.category.slug)}
              lang={scriptLanguageOf(card.category.name) ?? 'en'}
            >
              {card.category.name}
            </PageLink>
          </p>
        )}
        <Heading className={styles.storyTitle}>
          <PageLink to={articlePath(card)}>{headline}</PageLink>
        </Heading>
        {children}
        {showDate && (
          <p className={styles.storyDate} lang="en" dir="ltr">
            <DateText iso={card.date} />
          </p>
        )}
      </div>
    </article>
  );
}
