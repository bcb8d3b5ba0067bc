import { useState } from 'react';
import { API_SCOPES, type ApiScope, type ApiToken } from '@vidhi/contracts/api-tokens.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { DateText } from '#shared/ui/date-text.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { useConfirm } from '../kit/confirm.tsx';
import { KIT } from '../kit/kit-texts.ts';
import { messageOf } from '../kit/message-of.ts';
import { serverNow } from '../session/staff-request.ts';
import { tokenApi, type NewToken } from '../tokens/token-api.ts';
import { TokenForm } from '../tokens/token-form.tsx';
import * as kit from '../kit.module.css';
import * as styles from '../tokens/tokens.module.css';

const ALL = { q: '', conditions: [], sort: '', page: 1, size: 100 } as const;

const scopeText = (scope: string): string =>
  scope in API_SCOPES ? API_SCOPES[scope as ApiScope].label : scope;

/** `/console/tokens`: what other software may do here. */
export function TokensPage() {
  const { data, isError, refetch } = tokenApi.useList(ALL);
  const { create, remove } = tokenApi.useWrites();
  const [secret, setSecret] = useState<string | null>(null);
  const [now] = useState(() => serverNow());
  const notices = useNotices();
  const confirm = useConfirm();

  async function createToken(values: NewToken): Promise<string | null> {
    const { data: body, error } = await create(values);
    if (error !== undefined) return messageOf(error);
    setSecret((body as { data: { token: string } }).data.token);
    return null;
  }
  async function revoke({ id, name }: ApiToken): Promise<void> {
    const isConfirmed = await confirm({
      title: `Revoke ${name}?`,
      text: 'Whatever uses it stops working within a second.',
      confirmLabel: 'Revoke',
      isDangerous: true,
    });
    if (!isConfirmed) return;
    const { error } = await remove(id);
    if (error !== undefined) return notices.error(messageOf(error));
    notices.success(`${name} is revoked.`);
  }

  return (
    <>
      <header className="page-head">
        <h1>API tokens</h1>
      </header>
      <p>
        With a token, other software reads and writes here by the API, as <code>Authorization: Bearer …</code>
        . It can do what you choose and nothing else: no token reaches money, staff or accounts. Everything
        that it changes is in the audit log under its name.
      </p>
      {secret !== null && (
        <div className={styles.secret} role="alert">
          <p>Copy the token now. It is shown this once, and cannot be read again later.</p>
          <p>
            <code>{secret}</code>
          </p>
          <button type="button" className={kit.tool} onClick={() => setSecret(null)}>
            I have copied it
          </button>
        </div>
      )}
      {isError ? (
        <p role="alert">
          The tokens could not be loaded.{' '}
          <button type="button" className="button button--plain" onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      ) : data === undefined ? (
        <Skeleton shape="list" label={KIT.loading} />
      ) : data.rows.length === 0 ? (
        <p>There are no tokens yet.</p>
      ) : (
        <ul className={styles.rows} aria-label="Tokens">
          {data.rows.map((token) => (
            <li key={token.id}>
              <span className={styles.name}>{token.name}</span>
              <span>{token.scopes.map(scopeText).join('; ')}</span>
              <span className={styles.note}>
                Begins with {token.hint}. {Date.parse(token.expires_at) <= now ? 'Expired' : 'Expires'} on{' '}
                <DateText iso={token.expires_at} />.{' '}
                {token.last_used_at === null ? (
                  'Not used yet.'
                ) : (
                  <>
                    Last used on <DateText iso={token.last_used_at} withTime />.
                  </>
                )}
              </span>
              <span>
                <button
                  type="button"
                  className={kit.tool}
                  aria-label={`Revoke ${token.name}`}
                  onClick={() => void revoke(token)}
                >
                  Revoke
                </button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <h2 className={styles.title}>New token</h2>
      <TokenForm onCreate={createToken} />
    </>
  );
}
