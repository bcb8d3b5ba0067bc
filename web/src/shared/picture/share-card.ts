import type { SharePicture } from './share-picture.ts';

/** Path of the pictures that previews of links show for pages without a picture of their own. */
export const SHARE_CARD_PATH = '/share-card.png';
export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;

/** The texts of a card. */
export interface CardTexts {
  title: string;
  /** The category of an article, or `Books`; may be empty. */
  section: string;
  site: string;
}

/** A picture that the web server draws from texts. */
export interface ShareCard extends SharePicture {
  texts: CardTexts;
  /** A digest of the texts, which is part of the address. */
  version: string;
}

/** FNV-1a: the address changes with the texts, so that messengers fetch the picture again. */
function digestOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const unit of new TextEncoder().encode(text)) hash = Math.imul(hash ^ unit, 0x01000193);
  return (hash >>> 0).toString(36);
}

/** Returns the card of a page. */
export function shareCard(page: string, texts: CardTexts): ShareCard {
  const version = digestOf(JSON.stringify([texts.title, texts.section, texts.site]));
  const query = new URLSearchParams({ page, v: version });
  return {
    url: `${SHARE_CARD_PATH}?${query}`,
    width: CARD_WIDTH,
    height: CARD_HEIGHT,
    alt: texts.title,
    texts,
    version,
  };
}
