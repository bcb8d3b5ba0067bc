export const TODAY = {
  nothing: 'Nothing waits for you.',
  review: 'For you to review',
  changes: 'Changes requested from you',
  scheduled: 'Goes live next',
  drafts: 'Drafts',
  failed: 'This list could not be loaded.',
  retry: 'Try again',
  untitled: 'Untitled',
  allInReview: 'All articles in review',
  all: (count: number) => `All ${count} drafts`,
} as const;
