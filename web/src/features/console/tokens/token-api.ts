import type { ApiToken, CreateTokenBody } from '@vidhi/contracts/api-tokens.ts';
import { resourceApi } from '../kit/resource-api.ts';
import type { Source } from '../kit/source.ts';

const source: Source<ApiToken> = {
  list: () => '/tokens',
  toPage: (body) => {
    const { data } = body as { data: readonly ApiToken[] };
    return { rows: data, total: data.length };
  },
  create: (values) => ({ url: '/tokens', method: 'POST', body: values }),
  remove: (id) => ({ url: `/tokens/${id}`, method: 'DELETE' }),
};

export const tokenApi = resourceApi<ApiToken>('tokens', source);
export type NewToken = CreateTokenBody;
