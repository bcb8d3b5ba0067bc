import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { documentsOf, type ReadModel } from '@vidhi/content-engine';
import { notFound } from '@vidhi/contracts/errors.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import { ErrorResponse } from '../media/file-response.ts';

const DOCUMENTATION = {
  tags: ['lawyers'],
  operationId: 'getDeclaration',
  security: [],
  summary: 'When the owner of a profile declared its facts',
  description:
    'With the last edit; null for a profile whose last edit was not declared, and for those of archives.',
  params: Type.Object({ id: Type.String() }),
  response: {
    200: Type.Object({
      data: Type.Object({ declaredAt: Type.Union([Type.String(), Type.Null()]) }),
      meta: Type.Object({}),
    }),
    404: ErrorResponse,
  },
};

/** Returns the time of a stored declaration; null where there is none. */
export function declaredAt(declaration: unknown): string | null {
  if (typeof declaration !== 'object' || declaration === null || !('at' in declaration)) return null;
  return typeof declaration.at === 'string' ? declaration.at : null;
}

/** `GET /lawyers/{id}/declaration`, for pages: the content API shows no more than the reference. */
export async function declarationRoutes(
  app: FastifyInstance,
  { model }: { model: ReadModel },
): Promise<void> {
  app.get<{ Params: { id: string } }>(
    '/lawyers/:id/declaration',
    { schema: DOCUMENTATION },
    async ({ params: { id } }) => {
      const profiles = documentsOf(model, lawyerCollection);
      const profile = /^[1-9]\d{0,14}$/.test(id) ? profiles.get(Number(id)) : undefined;
      if (profile === undefined || profile.is_hidden === true) throw notFound();
      return { data: { declaredAt: declaredAt(profile.declaration) }, meta: {} };
    },
  );
}
