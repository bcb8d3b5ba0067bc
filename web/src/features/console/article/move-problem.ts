import { POST_STATES, type PostState } from '@vidhi/contracts/post-states.ts';
import { formatMoment } from '#shared/text/dates.ts';
import type { StaffResponse } from '../session/staff-request.ts';
import { STATE_NAMES } from '../posts/post-state.ts';
import { messageOf } from './work-state.ts';

const isState = (value: unknown): value is PostState => POST_STATES.some((state) => state === value);

/** Says in plain words why an article could not be moved to another state. */
export function moveProblem(response: StaffResponse): string {
  const { status, details, problem } = response;
  const { state, embargo_until: embargo } = details;
  if (status === 409 && isState(state))
    return `Somebody was faster: the article is ${STATE_NAMES[state].toLowerCase()} now. Have a look, and decide again`;
  if (status === 409 && typeof embargo === 'string')
    return `Under embargo until ${formatMoment(embargo)} India time. Choose a later time, or ask an administrator to end the embargo`;
  if (status === 403 && problem.message === 'Forbidden')
    return 'Your account may not do this. An administrator can give you the desk “publish”';
  return messageOf(response);
}
