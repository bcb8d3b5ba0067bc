/** A value that nobody else uses, so that it is recognized wherever it appears. ASCII. */
export interface Canary {
  what: string;
  text: string;
}

const BASE64_GROUP = 3;

/**
 * Returns the base64 of a text inside longer data: what of it does not depend on its neighbours, for each of three
 * alignments.
 */
function base64Forms(text: string): string[] {
  return Array.from({ length: BASE64_GROUP }, (_, shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]);
    const encoded = bytes.subarray(0, bytes.length - (bytes.length % BASE64_GROUP)).toString('base64');
    return encoded.slice(shift === 0 ? 0 : 4);
  });
}

function formsOf(text: string): { ignoringCase: string[]; exact: string[] } {
  const inUrl = encodeURIComponent(text);
  const inForm = inUrl.replaceAll('%20', '+');
  const withoutSpaces = text.replaceAll(' ', '');
  const lowerCase = text.toLowerCase();
  const inBase64 = [text, lowerCase].flatMap(base64Forms);
  return {
    ignoringCase: [text, inUrl, inForm, withoutSpaces, Buffer.from(text).toString('hex')],
    exact: [...inBase64, ...inBase64.map((each) => each.replaceAll('+', '-').replaceAll('/', '_'))],
  };
}

/** Returns a search for canaries in bytes: as they are, in any case, encoded for a URL, in hexadecimal or in base64. */
export function createCanarySearch(canaries: readonly Canary[]): (bytes: Buffer) => string[] {
  const searched = canaries.map(({ what, text }) => {
    if (text.length < 9) throw new Error(`${what} is too short to be recognized`);
    const { ignoringCase, exact } = formsOf(text);
    return { what, ignoringCase: ignoringCase.map((form) => form.toLowerCase()), exact };
  });
  return (bytes) => {
    const text = bytes.toString('latin1');
    const lowerCase = text.toLowerCase();
    return searched
      .filter(
        ({ ignoringCase, exact }) =>
          ignoringCase.some((form) => lowerCase.includes(form)) || exact.some((form) => text.includes(form)),
      )
      .map(({ what }) => what);
  };
}
