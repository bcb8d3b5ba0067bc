import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { asUser, type CatalogUnderTest } from '../catalog-builder.ts';
import { lawyerCollection } from '../collections/lawyer.ts';

export type Headers = Record<string, string>;

export const LAWYER_USER = 7;
export const FIRM_USER = 8;
export const asLawyer = asUser(LAWYER_USER, 5);

const BODY = {
  Title: 'Adv. Bina Rao',
  SubTitle: 'LL.B.',
  Identifier: 'MAH/1/2001',
  DisplayDate: '2001-06-15',
  Detail1: '<p>Practises in Pune</p>',
  Price: 1500,
  contact: {
    phone_number: '9876543210',
    email_address: 'bina@example.in',
    address: 'Pune',
    website_link: 'https://bina.example',
  },
  PrimaryImageId: 1,
};

/** The copy of an account. */
export const aPerson = (id: number, values: Partial<StoredDocument> = {}): StoredDocument => ({
  id,
  first_name: 'Bina',
  last_name: 'Rao',
  token_version: 1,
  confirmed: true,
  blocked: false,
  ...values,
});

/** Writes profiles as their owners and staff do, to the catalogue of the running test. */
export function profileClient(catalog: () => CatalogUnderTest) {
  const send = async (method: 'POST' | 'PUT' | 'DELETE', url: string, headers: Headers, data?: unknown) => {
    const response = await catalog().app.inject({
      method,
      url,
      headers,
      ...(data === undefined ? {} : { payload: { data } }),
    });
    return { status: response.statusCode, body: response.body === '' ? null : response.json() };
  };
  return {
    send,
    create: (headers: Headers, values: object = {}, url = '/api/lawyers') =>
      send('POST', url, headers, { ...BODY, ...values }),
    async stored(id: number): Promise<StoredDocument> {
      const found = await catalog().store.find(lawyerCollection, id);
      if (found === null) throw new Error(`no profile ${id}`);
      return found.doc;
    },
  };
}
