import type { Attributes } from '@vidhi/collections/all.ts';
import type { QueryDefinition, WireOne } from '#shared/api/read.ts';
import { optionsRead } from '#shared/site/site-reads.ts';

/** The publisher and its grievance officer; null where the editors have set none. */
export interface Publisher {
  name: string | null;
  officer: string | null;
  officerContact: string | null;
  /** HTML, sanitised by the news service. */
  codeOfEthics: string | null;
}

const NO_PUBLISHER: Publisher = { name: null, officer: null, officerContact: null, codeOfEthics: null };

/**
 * The same response as `optionsRead`; a query of its own, so that only pages that show the publisher contain its long
 * text, and load its code.
 */
export const publisherRead: QueryDefinition<void, Publisher, WireOne<Attributes<'site-option'>>> = {
  name: 'publisher',
  shared: true,
  path: optionsRead.path,
  transform: ({ data }) => ({
    name: data?.attributes.publisher_name || null,
    officer: data?.attributes.grievance_officer_name || null,
    officerContact: data?.attributes.grievance_officer_contact || null,
    codeOfEthics: data?.attributes.code_of_ethics || null,
  }),
  fallback: NO_PUBLISHER,
  notFoundValue: NO_PUBLISHER,
};
