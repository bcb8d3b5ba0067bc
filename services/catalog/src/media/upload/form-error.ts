import { tooLarge, validationError, WireError } from '@vidhi/contracts/errors.ts';

/**
 * Maps errors of the multipart parser about a malformed body to 400, and about too many parts to 413 with this message; returns
 * other errors unchanged.
 */
export function formError(error: unknown, tooManyParts: string): unknown {
  if (error instanceof WireError || !(error instanceof Error)) return error;
  const { statusCode } = error as { statusCode?: unknown };
  if (statusCode === 413) return tooLarge(tooManyParts);
  const isForm = /^(Unexpected end|Malformed|Multipart:|Part terminated|premature close)/i.test(
    error.message,
  );
  return isForm || statusCode === 400 || statusCode === 406
    ? validationError(`The form cannot be read: ${error.message}`)
    : error;
}
