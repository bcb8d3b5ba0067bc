/** First and last byte, both inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

const ONE_RANGE = /^bytes=(\d*)-(\d*)$/;

/**
 * Parses a `Range` header (RFC 9110, section 14.2). Null means: ignore the header and send the full representation.
 * That includes multiple ranges and malformed headers.
 */
export function readRange(header: string | undefined, bytes: number): ByteRange | 'unsatisfiable' | null {
  const [, from = '', to = ''] = ONE_RANGE.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  if (from === '') {
    const suffix = Number(to);
    return suffix === 0 || bytes === 0
      ? 'unsatisfiable'
      : { start: Math.max(0, bytes - suffix), end: bytes - 1 };
  }
  const start = Number(from);
  const end = to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (to !== '' && Number(to) < start) return null;
  return start >= bytes ? 'unsatisfiable' : { start, end };
}
