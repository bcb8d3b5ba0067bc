/** A test that attacks, by its file and title. */
type AttackTest = readonly [file: string, title: string];

/** Holes by their number, and the tests that show that attacks on them fail. */
export type AttackTests = Readonly<Record<string, { hole: string; tests: readonly AttackTest[] }>>;

/** Attacks on what owners of profiles, owners of the site and staff have here, and the former site had not. */
export const DESK_ATTACK_TESTS: AttackTests = {
  A34: {
    hole: 'documents for the directory desk that others read, that run, or that fill the disk',
    tests: [
      [
        'services/catalog/src/evidence/evidence.test.ts',
        'by another owner, another profile, a reader, or the public folder of files finds none',
      ],
      [
        'services/catalog/src/evidence/evidence.test.ts',
        'is hidden from another account that the profile is given to, and removed soon',
      ],
      ['services/catalog/src/evidence/evidence.test.ts', 'with %s that says it is a PDF stores nothing'],
      [
        'services/catalog/src/evidence/evidence.test.ts',
        'with a name of another folder or hidden signs stores the file under a name of its own',
      ],
      ['services/catalog/src/evidence/evidence.test.ts', 'with many files at the same time stores five'],
      [
        'services/catalog/src/evidence/evidence-store.int.test.ts',
        'has five places for an account in a profile, whatever is added at the same time',
      ],
    ],
  },
  A35: {
    hole: 'redirects of staff to another site, or in a circle',
    tests: [
      ['services/news/src/redirects/redirects.test.ts', 'never leads to %j'],
      [
        'services/news/src/redirects/redirects.test.ts',
        'of an import that no rule has checked leads nowhere',
      ],
      ['services/news/src/redirects/redirects.test.ts', 'never lead back'],
      ['web/server/own-redirects.test.ts', 'never leads to %s, whatever the API says'],
    ],
  },
  A36: {
    hole: 'style sheets and elements injected by colours, logos and icons of the owner',
    tests: [
      ['services/news/src/settings/site-options.test.ts', 'rejects %s %j'],
      ['web/server/site-look.test.ts', 'leaves out the colour %j'],
      ['web/server/site-look.test.ts', 'leaves out the picture %j'],
      [
        'web/server/document-headers.test.ts',
        'allows the style sheet of the owner by its hash, and no other',
      ],
    ],
  },
  A37: {
    hole: 'webhooks that reach what is inside the network',
    tests: [
      ['services/notify/src/webhooks/webhook-target.test.ts', 'leads to nothing inside: %s'],
      [
        'services/notify/src/webhooks/webhook-target.test.ts',
        'is rejected where any address of its host is inside: %j',
      ],
      [
        'services/notify/src/webhooks/webhook-target.test.ts',
        'connects to the address that was checked, though the name changes its address meanwhile',
      ],
      ['services/notify/src/webhooks/webhook-target.test.ts', 'follows no redirect, and reads no body'],
    ],
  },
  A38: {
    hole: 'API tokens that are guessed, that outlive their creator, or that do more than their scopes',
    tests: [
      [
        'services/accounts/src/api-tokens/api-tokens.test.ts',
        'with a part of a token, its hash, its hint or another spelling, and no look-up tells how much is right',
      ],
      ['services/accounts/src/api-tokens/api-tokens.test.ts', 'with the token of somebody who is %s'],
      [
        'packages/service-kit/src/api-token-verifier.test.ts',
        'has no scope that it invents, or that a later release has taken away',
      ],
      [
        'packages/service-kit/src/api-token-verifier.test.ts',
        'is rejected within half a second of its revocation',
      ],
    ],
  },
};
