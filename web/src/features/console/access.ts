import { hasDesk, type Desk } from '@vidhi/contracts/desks.ts';
import { isStaff, ROLE } from '@vidhi/contracts/roles.ts';
import type { Session } from '#shared/session/session-slice.ts';

/** The staff that may see a page of the console: all staff, administrators, or staff with one of these desks. */
export type Access = 'staff' | 'administrator' | readonly Desk[];

/** Returns whether the menu shows a page, and the page its content. The services check each request again. */
export function mayAccess({ role, desks = [] }: Session, access: Access): boolean {
  if (role === null || !isStaff(role)) return false;
  if (access === 'staff') return true;
  return access === 'administrator' ? role === ROLE.administrator : hasDesk({ role, desks }, ...access);
}
