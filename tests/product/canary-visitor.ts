import { aPng } from '../../services/catalog/src/media/files/picture-builder.ts';
import type { Canary } from './canary-search.ts';

/** Personal data that the visitor enters. The card is one of the provider's test cards. */
export const ENTERED = {
  email: 'quillfeather.canary@law.example',
  username: 'quillfeather-canary',
  firstName: 'Quillfeatherine',
  lastName: 'Ondragoram',
  phone: '9182736451',
  password: 'first-Quillfeather-secret',
  wrongPassword: 'wrong-Quillfeather-secret',
  newPassword: 'second-Quillfeather-secret',
  lastPassword: 'third-Quillfeather-secret',
  buyer: 'Bartholomewina Zquince',
  buyerEmail: 'zquince.canary@shop.example',
  buyerPhone: '9182736452',
  address: '17 Zquince Canary Lane',
  gstin: '27ZQUIN1234C1Z5',
  card: '5500670000001002',
  contactEmail: 'desk.canary@velmoria.example',
  contactPhone: '9182736453',
  contactAddress: '23 Velmoria Court',
  identifier: 'KER/987654321/2001',
  fileName: 'portrait-of-xanthippula',
  query: 'xylographomania',
  message: 'my confidential grievous question',
  writer: 'Wilhelminah Brackwater',
  writerEmail: 'brackwater.canary@mail.example',
  subscriber: 'subscriber.canary@mail.example',
  forgedToken: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJjYW5hcnktZm9yZ2VkIn0.Zm9yZ2VkLXNpZ25hdHVyZS1jYW5hcnk',
  forgedServiceToken: 'forged-service-token-of-a-canary-0123456789',
  forgedCookie: 'forged-cookie-value-of-a-canary',
  forgedTrace: 'trace-parent-of-a-canary',
  forgedSignature: 'forged-razorpay-signature-of-a-canary',
} as const;

export interface VisitorResponse {
  status: number;
  text: string;
}

export interface Visitor {
  /** Sends a request with the cookies of earlier ones. A string is sent as it is, other bodies as JSON. */
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<VisitorResponse>;
  /** Cookies and tokens that the site gave. */
  received: Canary[];
}

/** A browser with cookies at one IP address, which counts as a canary too. */
export function createVisitor(gateway: string, publicUrl: string, address: string): Visitor {
  const cookies = new Map<string, string>();
  const received: Canary[] = [];
  const origin = new URL(publicUrl).origin;
  return {
    received,
    async send(method, path, body, headers = {}) {
      const isRaw = typeof body === 'string' || body instanceof FormData;
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(`${gateway}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          origin,
          'x-forwarded-for': address,
          ...(cookie === '' ? {} : { cookie }),
          ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) }),
      });
      for (const line of response.headers.getSetCookie()) {
        const [name = '', value = ''] = line.slice(0, line.indexOf(';')).split('=');
        cookies.set(name, value);
        if (value.length >= 16) received.push({ what: `cookie ${name}`, text: value });
      }
      return { status: response.status, text: await response.text() };
    },
  };
}

/** Creates a form with a picture whose file name is a canary. */
export function aPortrait(): FormData {
  const form = new FormData();
  const bytes = new Uint8Array(aPng({ width: 60, height: 60 }));
  form.append('files', new Blob([bytes], { type: 'image/png' }), `${ENTERED.fileName}.png`);
  return form;
}
