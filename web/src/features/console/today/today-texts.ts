const numbered = (count: number, isMore: boolean, one: string, many: string): string =>
  count === 1 && !isMore
    ? `1 ${one}`
    : `${isMore ? 'More than ' : ''}${count.toLocaleString('en-IN')} ${many}`;

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
  shop: 'Shop',
  toShip: (count: number, isMore: boolean) => numbered(count, isMore, 'order to ship', 'orders to ship'),
  requests: (count: number, isMore: boolean) =>
    numbered(count, isMore, 'buyer waits for a decision', 'buyers wait for a decision'),
  problems: (count: number, isMore: boolean) =>
    numbered(count, isMore, 'payment needs attention', 'payments need attention'),
  directory: 'Directory',
  profiles: (count: number, isMore: boolean) =>
    numbered(count, isMore, 'profile waits for a decision', 'profiles wait for a decision'),
  people: 'People',
  overdueGrievances: (count: number, isMore: boolean) =>
    numbered(count, isMore, 'grievance is past its day', 'grievances are past their day'),
  openGrievances: (count: number, isMore: boolean) =>
    numbered(count, isMore, 'open grievance', 'open grievances'),
  newMessages: (count: number, isMore: boolean) => numbered(count, isMore, 'new message', 'new messages'),
  notCounted: 'Some of what waits could not be counted.',
  approved: 'Approved, to be published',
  allApproved: 'All approved articles',
  ownDrafts: 'Your drafts',
  all: (count: number) => `All ${count} drafts`,
} as const;
