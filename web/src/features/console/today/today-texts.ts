export const TODAY = {
  nothing: 'Nothing waits for you.',
  mentions: 'Comments for you',
  moreMentions: (count: number) => `And ${count} more`,
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
