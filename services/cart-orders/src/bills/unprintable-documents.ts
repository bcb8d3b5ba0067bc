import type { FastifyInstance } from 'fastify';
import type { Connection } from 'mongoose';
import { Type, type Static } from 'typebox';
import { UnprintableDocuments, type UnprintableDocument } from '@vidhi/contracts/unprintable-documents.ts';
import { modelOf, required, requiredOrNull, storedCollection } from '@vidhi/service-kit/stored-collection.ts';
import type { BillContent } from './bill.ts';

export const UNPRINTABLE_DOCUMENTS = storedCollection('unprintable_documents', {
  /** Number of the document. */
  _id: required(String),
  orderNumber: requiredOrNull(String),
  characters: required([String]),
  at: required(Date),
});

export interface UnprintableStore {
  /** Notes the characters that no font has. Of a document that is rendered again, only the first time. */
  note(content: Pick<BillContent, 'number' | 'purchaseNumber'>, characters: readonly string[]): Promise<void>;
  find(from: Date, to: Date): Promise<UnprintableDocument[]>;
  removeBefore(before: Date): Promise<void>;
}

const MAX_CHARACTERS = 20;
const MAX_FOUND = 200;

export function mongoUnprintableStore(connection: Connection): UnprintableStore {
  const documents = modelOf(connection, UNPRINTABLE_DOCUMENTS);
  return {
    async note({ number, purchaseNumber = null }, characters) {
      const noted = {
        orderNumber: purchaseNumber,
        characters: characters.slice(0, MAX_CHARACTERS),
        at: new Date(),
      };
      await documents.updateOne({ _id: number }, { $setOnInsert: noted }, { upsert: true });
    },
    async find(from, to) {
      const found = await documents
        .find({ at: { $gte: from, $lt: to } })
        .sort({ at: 1, _id: 1 })
        .limit(MAX_FOUND);
      return found.map(({ _id: number, at, ...rest }) => ({ number, at: at.toISOString(), ...rest }));
    },
    async removeBefore(before) {
      await documents.deleteMany({ at: { $lt: before } });
    },
  };
}

const TIME = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,3})?Z$';
const Period = Type.Object({ from: Type.String({ pattern: TIME }), to: Type.String({ pattern: TIME }) });

/** For notify, which reports them by mail; the enclosing scope requires the service token. */
export async function unprintableRoutes(
  app: FastifyInstance,
  { unprintable }: { unprintable: Pick<UnprintableStore, 'find'> },
): Promise<void> {
  app.get<{ Querystring: Static<typeof Period> }>(
    '/internal/unprintable-documents',
    { schema: { querystring: Period, response: { 200: UnprintableDocuments } } },
    async ({ query }) => ({ documents: await unprintable.find(new Date(query.from), new Date(query.to)) }),
  );
}
