import { Type, type Static } from 'typebox';

/** Documents that a profile may have. */
export const MAX_EVIDENCE = 5;
export const MAX_EVIDENCE_BYTES = 5 * 1024 * 1024;

/** Types of files for a file input. */
export const ACCEPTED_EVIDENCE = 'application/pdf,image/jpeg,image/png';

/** Returns why the service would reject the type or size of a file; null if it accepts them. It checks the bytes, too. */
export function evidenceProblem({ type, size }: { type: string; size: number }): string | null {
  if (!ACCEPTED_EVIDENCE.split(',').includes(type)) return 'Only PDF, JPG and PNG files are accepted';
  return size > MAX_EVIDENCE_BYTES ? 'A document may have 5 MB at most' : null;
}

/** A file that proves what a profile says. Only its owner and the desk `directory` can read it. */
export const ProfileEvidence = Type.Object({
  id: Type.String(),
  /** Name of the file as the owner had it. */
  name: Type.String(),
  mime: Type.Enum(['application/pdf', 'image/png', 'image/jpeg']),
  bytes: Type.Integer(),
  at: Type.String(),
});
export type ProfileEvidence = Static<typeof ProfileEvidence>;
export const ProfileEvidenceResponse = Type.Object({ data: ProfileEvidence });
export const ProfileEvidenceList = Type.Object({ data: Type.Array(ProfileEvidence) });
