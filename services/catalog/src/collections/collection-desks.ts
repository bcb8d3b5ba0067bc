import type { FastifyRequest } from 'fastify';
import type { Collection } from '@vidhi/content-engine';
import type { Desk } from '@vidhi/contracts/desks.ts';
import type { Audience } from '@vidhi/contracts/roles.ts';
import { audienceAtDesks } from '@vidhi/service-kit/auth.ts';
import { catalogOwned } from '@vidhi/collections/all.ts';

const OF_THE_SHOP: ReadonlySet<string> = new Set(
  catalogOwned.filter(({ part }) => part === 'books').map(({ name }) => name),
);

/** Returns the desk at which a collection is written: books and their lists at the shop, all others at the directory. */
export const deskOf = ({ name }: Pick<Collection, 'name'>): Desk =>
  OF_THE_SHOP.has(name) ? 'shop' : 'directory';

const AUDIENCES = { shop: audienceAtDesks('shop'), directory: audienceAtDesks('directory') };

/** Returns the audience of a request in a collection: drafts are read at the desk that writes them. */
export const catalogAudienceOf = (
  request: Pick<FastifyRequest, 'principal'>,
  collection: Pick<Collection, 'name'>,
): Audience => (OF_THE_SHOP.has(collection.name) ? AUDIENCES.shop : AUDIENCES.directory)(request);
