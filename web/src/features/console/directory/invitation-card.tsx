import { useState } from 'react';
import type { ReviewedProfile } from '@vidhi/contracts/directory-desk.ts';
import { INVITATION_DAYS } from '@vidhi/contracts/profile-invitations.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { DateText } from '#shared/ui/date-text.tsx';
import { DialogField, DialogForm, NativeDialog } from '../dialog/native-dialog.tsx';
import { useConfirm } from '../kit/confirm.tsx';
import { messageOf } from '../kit/message-of.ts';
import * as kit from '../kit.module.css';
import * as orders from '../orders/orders.module.css';
import { reviewApi } from './profile-resource.tsx';
import { INVITATION_NAMES } from './profile-texts.ts';

const invitationPath = (id: number): string => `/directory/profiles/${id}/invitation`;

/** The invitation to claim a profile: what was sent, and the buttons to invite, to send it again and to revoke it. */
export function InvitationCard({ profile }: { profile: ReviewedProfile }) {
  const [isInviting, setInviting] = useState(false);
  const { send } = reviewApi.useWrites();
  const confirm = useConfirm();
  const notices = useNotices();
  const { id, invited, has_owner: hasOwner, state } = profile;
  if (hasOwner && invited === null) return null;
  const isHidden = state === 'suspended' || state === 'rejected';
  const isWaiting = invited !== null && (invited.state === 'open' || invited.state === 'void');

  async function revoke(): Promise<void> {
    const isConfirmed = await confirm({
      title: 'Revoke the invitation',
      text: 'The link in the mail does not work any more. The profile stays.',
      confirmLabel: 'Revoke',
      isDangerous: true,
    });
    if (!isConfirmed) return;
    const { error } = await send({ url: invitationPath(id), method: 'DELETE' }, id);
    if (error === undefined) notices.success('Invitation revoked');
    else notices.error(messageOf(error));
  }
  return (
    <section className={orders.orderCard} aria-labelledby="profile-invitation">
      <h2 id="profile-invitation">Invitation</h2>
      {invited === null && <p>The profile has no owner. Invite somebody to claim it.</p>}
      {invited !== null && (
        <>
          <p>
            <strong>{INVITATION_NAMES[invited.state]}</strong>
            {invited.address !== null && `: ${invited.address}`}
          </p>
          {invited.state === 'void' && (
            <p>
              Name, number or e-mail address of the profile were changed since, so the link does not work.
              Send it again.
            </p>
          )}
          <p className={orders.orderFaint}>
            {invited.mails === 1 ? 'One mail' : `${invited.mails} mails`}, the last on{' '}
            <DateText iso={invited.sent_at} withTime />, by account {invited.by}.
            {isWaiting && (
              <>
                {' '}
                Good until <DateText iso={invited.expires_at} />.
              </>
            )}
            {invited.ended_at !== null && (
              <>
                {' '}
                {invited.claimed_by === null ? 'Ended' : `Claimed by account ${invited.claimed_by}`} on{' '}
                <DateText iso={invited.ended_at} withTime />.
              </>
            )}
          </p>
        </>
      )}
      {!hasOwner && isHidden && <p>While it is {state}, nobody can claim it.</p>}
      {!hasOwner && !isHidden && (
        <p>
          <button type="button" className={kit.textButton} onClick={() => setInviting(true)}>
            {invited === null ? 'Invite' : 'Send again'}
          </button>{' '}
          {isWaiting && (
            <button type="button" className={kit.textButton} onClick={() => void revoke()}>
              Revoke
            </button>
          )}
        </p>
      )}
      {isInviting && <InviteDialog profile={profile} onClose={() => setInviting(false)} />}
    </section>
  );
}

/** Takes the address that may claim a profile. */
function InviteDialog({ profile, onClose }: { profile: ReviewedProfile; onClose: () => void }) {
  const { id, title, invited, contact_address: contact } = profile;
  const { send } = reviewApi.useWrites();
  const notices = useNotices();
  const [address, setAddress] = useState(invited?.address ?? contact);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const submit = async (): Promise<void> => {
    setBusy(true);
    const body = { address: address.trim() };
    const result = await send({ url: invitationPath(id), method: 'POST', body }, id);
    setBusy(false);
    if (result.error !== undefined) return setError(messageOf(result.error));
    notices.success('The invitation is on its way.');
    onClose();
  };
  return (
    <NativeDialog title={`Invite to claim: ${title || 'No name'}`} onClose={onClose}>
      <DialogForm
        submitLabel={invited === null ? 'Invite' : 'Send again'}
        isBusy={isBusy || address.trim() === ''}
        onSubmit={() => void submit()}
        onClose={onClose}
      >
        <p>
          The address gets a link that makes its account the owner of the profile, for {INVITATION_DAYS} days.
          {invited !== null && ' Links of earlier mails do not work any more.'}
        </p>
        <DialogField label="E-mail address" error={error}>
          {(ids) => (
            <input
              {...ids}
              className="field__input"
              type="email"
              maxLength={254}
              value={address}
              onChange={({ target }) => {
                setAddress(target.value);
                setError(null);
              }}
            />
          )}
        </DialogField>
      </DialogForm>
    </NativeDialog>
  );
}
