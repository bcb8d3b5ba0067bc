import { baseApi, queryFor } from '#shared/api/base-api.ts';
import { declarationRead, itemRead } from './item-reads.ts';

export const itemApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    item: build.query(queryFor(itemRead)),
    declaration: build.query(queryFor(declarationRead)),
  }),
});

export const { useDeclarationQuery, useItemQuery } = itemApi;
