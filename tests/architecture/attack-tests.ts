import { DESK_ATTACK_TESTS, type AttackTests } from './desk-attack-tests.ts';

/**
 * Attacks that the data model and the API of the former site allow, then those on what owners and staff got here, and the tests that
 * show that they fail.
 */
export const ATTACK_TESTS: AttackTests = {
  A1: {
    hole: 'the contact form as an open relay',
    tests: [
      [
        'services/notify/src/app.test.ts',
        'responds 200 to the mails that the site sends by itself, and 403 to all others, and stores neither',
      ],
      [
        'services/notify/src/contact/email-request.test.ts',
        'is rejected with 403 when the site has no contact address to compare with',
      ],
      ['services/notify/src/app.test.ts', 'takes five requests a minute from an address, and says so'],
    ],
  },
  A2: {
    hole: 'a role given to oneself, and changes of other accounts',
    tests: [
      ['services/accounts/src/users/user-routes.test.ts', 'ignores %j of the account holder'],
      [
        'services/accounts/src/users/user-routes.test.ts',
        'responds 403 to another id, whether or not it exists, and to anonymous clients',
      ],
      ['services/accounts/src/registration/registration.test.ts', 'ignores role %j'],
      [
        'services/accounts/src/registration/registration.test.ts',
        'changes the role once when twenty requests race',
      ],
      ['services/accounts/src/profile-claims/claim-routes.test.ts', 'with a link that is %s changes no role'],
    ],
  },
  A3: {
    hole: 'the table of users read by filters',
    tests: [
      ['services/accounts/src/users/user-routes.test.ts', 'responds 403 to other queries with a token too'],
      [
        'services/accounts/src/users/user-routes.test.ts',
        'responds 429 to an eleventh check within a minute of one address, whatever it asks for',
      ],
    ],
  },
  A4: {
    hole: 'prices sent by the client',
    tests: [
      ['services/payments/src/untrusted-requests.int.test.ts', 'a price in data'],
      ['services/payments/src/untrusted-requests.int.test.ts', 'an order without a payment'],
      [
        'services/payments/src/purchase.int.test.ts',
        'is priced by the server, verified, and becomes one order of two lines',
      ],
    ],
  },
  A5: {
    hole: 'articles edited by the public route of view counts',
    tests: [
      ['services/news/src/app.test.ts', 'contains only views_count: %o is forbidden'],
      [
        'services/news/src/app.test.ts',
        'adds one regardless of the number, responds with the actual count and sets a cookie',
      ],
      [
        'services/news/src/views/made-up-visitors.test.ts',
        'of any post adds at most 1,200 a minute for one address, whatever cookies it sends',
      ],
    ],
  },
  A6: {
    hole: 'content written by anybody',
    tests: [
      ['services/news/src/app.test.ts', 'allow only editors to %s %s'],
      ['services/catalog/src/profiles/profile-owners.test.ts', 'is for nobody else'],
    ],
  },
  A7: {
    hole: 'drafts read by publicationState or id',
    tests: [
      ['services/news/src/app.test.ts', 'are visible only to editors who request them'],
      ['services/news/src/feeds/feeds.test.ts', 'never contain drafts or scheduled posts'],
      [
        'packages/content-engine/src/respond/aliases-and-counts.test.ts',
        'include drafts only for staff with publicationState=preview',
      ],
    ],
  },
  A8: {
    hole: 'attributes that only the screens hide',
    tests: [
      ['services/catalog/src/collections/gated-fields.test.ts', 'do not affect any anonymous response'],
      [
        'services/catalog/src/collections/gated-fields.test.ts',
        'are indistinguishable from attributes that do not exist',
      ],
      [
        'tests/product/gated-fields.int.test.ts',
        'change neither body, length, ETag nor headers of any anonymous response, uncached or cached',
      ],
    ],
  },
  A9: {
    hole: 'carts of others read and changed by their number',
    tests: [
      [
        'services/cart-orders/src/carts/carts.int.test.ts',
        'changes by requests with its Batch_id, and is 404 for all others',
      ],
      ['services/cart-orders/src/carts/carts.int.test.ts', 'is listed to its owner alone'],
      ['services/cart-orders/src/carts/carts.int.test.ts', 'ignores the price and the account of the body'],
    ],
  },
  A10: {
    hole: 'orders of others listed and created',
    tests: [
      ['services/payments/src/untrusted-requests.int.test.ts', 'the orders of somebody else'],
      ['services/payments/src/untrusted-requests.int.test.ts', 'a book order for somebody else'],
    ],
  },
  A11: {
    hole: 'payments of others fetched by their id',
    tests: [['services/payments/src/untrusted-requests.int.test.ts', 'the payment of somebody else']],
  },
  A12: {
    hole: 'a registration that writes while logged out',
    tests: [
      [
        'services/accounts/src/registration/registration.test.ts',
        'gives the ticket to pages of this site only, in a cookie that no script reads (A12)',
      ],
      [
        'services/accounts/src/registration/registration.test.ts',
        'rejects it for another account, from another site, changed, and after a new password',
      ],
      [
        'services/catalog/src/media/upload/upload-routes.test.ts',
        'stores twelve pictures for a ticket, in one call or many',
      ],
    ],
  },
  A13: {
    hole: 'privileges set at the registration',
    tests: [
      [
        'services/accounts/src/registration/registration.test.ts',
        'stores neither privileges nor the password itself, whatever is sent (A13)',
      ],
      [
        'services/accounts/src/registration/registration.test.ts',
        'registers a customer and logs in, whatever role and privileges are sent',
      ],
    ],
  },
  A14: {
    hole: 'uploads of scripts, drawings and decompression bombs',
    tests: [
      [
        'tests/product/uploads.int.test.ts',
        'are rejected from anonymous clients and readers, and when they are not pictures',
      ],
      ['services/catalog/src/media/files/picture-header.test.ts', 'a drawing'],
      ['services/gateway/src/edge/response-headers.test.ts', 'let no uploaded file run anything'],
    ],
  },
  A15: {
    hole: 'scripts stored in rich text',
    tests: [
      [
        'packages/content-service/src/html/sanitize-content.test.ts',
        'removes executable content from any combination of attacks, also when applied twice',
      ],
      ['services/news/src/app.test.ts', 'has its HTML sanitised before it is stored'],
      ['web/server/pages.test.ts', 'has one inline script, whose hash is in the policy'],
    ],
  },
  A16: {
    hole: 'frames of any page',
    tests: [
      ['web/src/shared/hosted-page/hosted-page.test.ts', 'rejects the URL %s'],
      ['web/server/pages.test.ts', 'frames a hosted page of an allowed host, sandboxed without its origin'],
    ],
  },
  A17: {
    hole: 'a redirect to another site after the login',
    tests: [['web/src/shared/routing/login-target.test.ts', 'replaces %j by the front page']],
  },
  A18: {
    hole: 'requests of other sites with the cookies of visitors',
    tests: [
      ['services/accounts/src/refresh/refresh-routes.test.ts', 'get no token and do not end a session: %s'],
      [
        'services/cart-orders/src/carts/carts.int.test.ts',
        'is reached by the cookie of its cart from pages of this site',
      ],
    ],
  },
  A19: {
    hole: 'tokens that outlive a change of the password',
    tests: [
      [
        'services/accounts/src/passwords/password-routes.test.ts',
        'changes it, answers a new token, and revokes the old ones (A19)',
      ],
      [
        'services/accounts/src/refresh/refresh-routes.test.ts',
        'ends it when any older generation is used, at any time',
      ],
      [
        'services/news/src/revoked-tokens.test.ts',
        'is revoked by the next request after an event with a higher token version',
      ],
    ],
  },
  A20: {
    hole: 'codes of mailed links in clear and without an end',
    tests: [
      ['services/accounts/src/passwords/password-routes.test.ts', 'stores no token, only its hash'],
      ['services/accounts/src/passwords/password-routes.test.ts', 'accepts a code for thirty minutes'],
      [
        'services/accounts/src/passwords/password-routes.test.ts',
        'spends a code once when twenty requests race',
      ],
    ],
  },
  A21: {
    hole: 'a limit of logins that guesses evade, or that locks owners out',
    tests: [
      [
        'services/accounts/src/sessions/login-throttle.test.ts',
        'admits five failures of an account at once, then one per increasing delay',
      ],
      [
        'services/accounts/src/sessions/login-throttle.test.ts',
        'admits twenty attempts of an IP address in five minutes, for any accounts',
      ],
      [
        'services/accounts/src/sessions/log-in.test.ts',
        'accepts the owner from another IP address while somebody guesses',
      ],
    ],
  },
  A22: {
    hole: 'queries that cost seconds',
    tests: [
      [
        'packages/content-engine/src/respond/content-query.test.ts',
        'match percent signs and underscores literally',
      ],
      ['packages/content-engine/src/respond/query-budget.test.ts', 'are rejected beyond the limit'],
      ['packages/content-engine/src/respond/query-budget.test.ts', 'aborts a running query with 503'],
    ],
  },
  A23: {
    hole: 'responses with credentials for every origin',
    tests: [
      [
        'services/gateway/src/edge/response-headers.test.ts',
        'never allows every origin, not even when a service or the environment says so',
      ],
    ],
  },
  A24: {
    hole: 'accounts made by the newsletter form',
    tests: [
      [
        'services/accounts/src/registration/registration.test.ts',
        'hands an e-mail address alone over to the newsletter and creates no account (A24)',
      ],
    ],
  },
  A25: {
    hole: 'a list of addresses that grows without limit and tells who is on it',
    tests: [
      ['services/notify/src/app.test.ts', 'responds as the reference, alike for a new and a known address'],
      [
        'services/notify/src/notify.int.test.ts',
        'is confirmed by a link and ended by one click, which deletes the address',
      ],
    ],
  },
  A26: {
    hole: 'links of ads and products that run scripts',
    tests: [
      ['web/src/features/news/ad.test.ts', 'drops the address %s'],
      ['packages/content-service/src/html/sanitize-content.test.ts', 'adds rel to external links'],
    ],
  },
  A27: {
    hole: 'money without an order',
    tests: [
      [
        'services/payments/src/purchase.int.test.ts',
        'of a guest is found by webhooks alone, doubled and reversed',
      ],
      [
        'services/payments/src/purchase.int.test.ts',
        'is found by the poll when neither browser nor webhook reports it, also after a late authorization',
      ],
      [
        'services/payments/src/purchase.int.test.ts',
        'settles when payments dies after the capture, before any report',
      ],
    ],
  },
  A28: {
    hole: 'a cart that is empty before its payment is verified',
    tests: [
      [
        'tests/e2e/buying.spec.ts',
        'sees that a UPI payment failed, and pays the same cart with another UPI id',
      ],
    ],
  },
  A29: {
    hole: 'one purchase submitted several times',
    tests: [
      [
        'services/cart-orders/src/carts/carts.int.test.ts',
        'leaves one line with at most 20 copies after 1,000 concurrent calls in two processes',
      ],
      [
        'services/payments/src/purchase.int.test.ts',
        'refunds another amount and a second payment, once each',
      ],
      ['web/src/features/catalog/item/components/buy-form.test.tsx', 'is sent once by a double click'],
    ],
  },
  A30: {
    hole: 'an order mail with another total than was paid',
    tests: [
      [
        'services/notify/src/templates/render-mail.test.ts',
        'list items and amounts that add up: their sum, less the discount, with shipping, is the total',
      ],
    ],
  },
  A31: {
    hole: 'personal data in logs, topics and notes of payments',
    tests: [
      [
        'tests/product/canaries.int.test.ts',
        'nobody finds what people entered in logs, topics, Redis, metrics, spans and files',
      ],
      [
        'services/accounts/src/registration/registration.test.ts',
        'asks for the confirmation and for the notice to the site, and puts no address on a topic',
      ],
    ],
  },
  A32: {
    hole: 'pictures at addresses that depend on the client',
    tests: [
      [
        'services/catalog/src/media/upload/upload-routes.test.ts',
        'responds with a bare array of file objects, keys in wire order',
      ],
    ],
  },
  A33: {
    hole: 'another e-mail address without the password',
    tests: [['services/accounts/src/users/user-routes.test.ts', 'ignores %j of the account holder']],
  },
  ...DESK_ATTACK_TESTS,
};
