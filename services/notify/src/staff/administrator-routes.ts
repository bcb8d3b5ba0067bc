import { ROLE } from '@vidhi/contracts/roles.ts';
import { requireRole } from '@vidhi/service-kit/auth.ts';

/** Options of routes for administrators alone. */
export const forAdministrators = {
  config: { strictAuth: true },
  onRequest: requireRole(ROLE.administrator),
} as const;

/** Creates the part of the schemas of a noun's routes that documents them. */
export const documentedAs = (tag: string) => (summary: string, operationId: string) => ({
  summary,
  operationId,
  tags: [tag],
  security: [{ bearer: [] }],
});
