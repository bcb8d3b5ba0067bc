import type { ReadModel } from '@vidhi/content-engine';
import type { IsCurrent } from '@vidhi/service-kit/auth.ts';
import { userCollection } from '@vidhi/collections/accounts/user.ts';

const TOKEN_VERSION = 'token_version';

/**
 * Creates the check for revoked tokens from the token versions in the model, so that no request to accounts is needed.
 * A token of an account that is not in the model counts as current: it expires within minutes.
 */
export function currentTokensOf(model: ReadModel): IsCurrent {
  const users = model.store(userCollection.name);
  const column = users.schema.columnsByName.get(TOKEN_VERSION);
  if (column === undefined) throw new Error(`${userCollection.name} has no attribute ${TOKEN_VERSION}`);
  return ({ userId, tokenVersion }) => {
    const user = users.find(userId);
    const currentVersion = user === undefined ? null : users.value(user, column);
    return typeof currentVersion !== 'number' || tokenVersion >= currentVersion;
  };
}
