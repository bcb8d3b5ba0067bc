import { isShownOrigin } from '@vidhi/contracts/image-origins.ts';
import type { ArticleValues, Picture } from './article-values.ts';
import type { TextFacts } from './text-facts.ts';

/** The part of the page to which an entry of the checklist leads. */
export type Spot = 'title' | 'slug' | 'hero' | 'text' | 'place' | 'picture' | 'foreign' | 'heading';

export interface Check {
  text: string;
  isOk: boolean;
  /** Whether the article cannot be published without it. */
  isRequired: boolean;
  spot: Spot;
}

const MAX_TITLE = 120;

interface CheckInput {
  values: ArticleValues;
  facts: TextFacts;
  hero: Picture | null;
  /** Whether another article has the address; null while nobody has looked. */
  isSlugTaken: boolean | null;
  /** Origins of other sites whose pictures pages show, as of the security policy. */
  imageOrigins: readonly string[];
}

/** Returns the hosts of other sites whose pictures pages block. */
const blockedHosts = (origins: readonly string[], allowed: readonly string[]): string[] =>
  origins
    .filter((origin) => !isShownOrigin(origin, allowed))
    .map((origin) => origin.replace(/^https?:\/\//, ''));

/** Returns the conditions for publishing an article, and recommendations. */
export function checksOf({ values, facts, hero, isSlugTaken, imageOrigins }: CheckInput): Check[] {
  const blocked = blockedHosts(facts.pictureOrigins, imageOrigins);
  const title = values.title.trim();
  const required = (text: string, isOk: boolean, spot: Spot): Check => ({
    text,
    isOk,
    isRequired: true,
    spot,
  });
  const useful = (text: string, isOk: boolean, spot: Spot): Check => ({
    text,
    isOk,
    isRequired: false,
    spot,
  });
  return [
    required('A title', title !== '', 'title'),
    required('An address that no other article has', values.slug !== '' && isSlugTaken !== true, 'slug'),
    required('Alternative text for every picture in the text', facts.picturesWithoutAlt === 0, 'picture'),
    required(
      'Alternative text for the picture at the top',
      hero === null || (hero.alt ?? '').trim() !== '',
      'hero',
    ),
    ...(blocked.length === 0
      ? []
      : [
          useful(
            `Pictures stored on this site: readers cannot see those of ${blocked.join(', ')}`,
            false,
            'foreign',
          ),
        ]),
    useful('A text', facts.words > 0, 'text'),
    useful(`A title of at most ${MAX_TITLE} characters`, title.length <= MAX_TITLE, 'title'),
    useful('A category', values.categories.length > 0, 'place'),
    useful('A picture at the top', hero !== null, 'hero'),
    useful('No empty headings', facts.emptyHeadings === 0, 'heading'),
    useful('Headings in order', facts.skippedHeadings === 0, 'heading'),
  ];
}

export const isPublishable = (checks: readonly Check[]): boolean =>
  checks.every(({ isOk, isRequired }) => isOk || !isRequired);
