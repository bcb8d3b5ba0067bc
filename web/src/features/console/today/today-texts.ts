export const TODAY = {
  nothing: 'Nothing waits for you.',
  scheduled: 'Goes live next',
  drafts: 'Drafts',
  failed: 'This list could not be loaded.',
  retry: 'Try again',
  untitled: 'Untitled',
  all: (count: number) => `All ${count} drafts`,
} as const;
