import { useEffect, useState } from 'react';
import type { ArticleClient, OpenedArticle } from './article-client.ts';
import type { ArticleWork } from './article-work.ts';
import type { WorkState } from './work-state.ts';
import type { Picture } from './article-values.ts';
import { readFacts, type TextFacts } from './text-facts.ts';
import { parseInert } from '../rich-text/trusted-html.ts';

const NO_FACTS: TextFacts = {
  words: 0,
  minutes: 1,
  hindiPassages: 0,
  picturesWithoutAlt: 0,
  pictureOrigins: [],
  emptyHeadings: 0,
  skippedHeadings: 0,
  ownLinks: [],
};
const DESCRIPTION_LENGTH = 160;
const FACTS_MS = 800;
const SLUG_MS = 400;

/** Returns counts, description, picture and slug conflict of an article, computed when nobody types. */
export function useArticleFacts(
  client: ArticleClient,
  opened: OpenedArticle,
  opening: { work: ArticleWork; state: WorkState } | null,
) {
  const [facts, setFacts] = useState(NO_FACTS);
  const [description, setDescription] = useState('');
  const [pictures, setPictures] = useState<readonly Picture[]>(() => [opened.article?.picture ?? []].flat());
  const [owner, setOwner] = useState<{ slug: string; id: number | null } | null>(null);
  const content = opening?.state.values.content ?? '';
  const image = opening?.state.values.image ?? null;
  const slug = opening?.state.values.slug ?? '';
  const hero = pictures.find((one) => one.id === image) ?? null;
  const isKnown = hero !== null;
  const addPicture = (picture: Picture) => setPictures((last) => [...last, picture]);
  const id = opening?.state.stored?.id ?? null;

  useEffect(() => {
    const timer = setTimeout(() => {
      const body = parseInert(content);
      setFacts(readFacts(body));
      const text = body.textContent.replaceAll(/\s+/g, ' ').trim();
      setDescription(text.length > DESCRIPTION_LENGTH ? `${text.slice(0, DESCRIPTION_LENGTH)}…` : text);
    }, FACTS_MS);
    return () => clearTimeout(timer);
  }, [content]);

  useEffect(() => {
    if (image !== null && !isKnown)
      void client.picture(image).then((found) => found !== null && addPicture(found));
  }, [client, image, isKnown]);

  useEffect(() => {
    if (slug === '') return undefined;
    const timer = setTimeout(() => {
      void client.ownerOfSlug(slug).then((found) => setOwner({ slug, id: found }));
    }, SLUG_MS);
    return () => clearTimeout(timer);
  }, [client, slug]);

  const isSlugTaken = owner === null || owner.slug !== slug ? null : owner.id !== null && owner.id !== id;
  return { facts, description, hero, addPicture, isSlugTaken };
}
