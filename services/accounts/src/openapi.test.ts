import { openapiProblems } from '@vidhi/testing/openapi-problems.ts';
import { describe, expect, it } from 'vitest';
import { anAccountsApp } from './app-builder.ts';

describe('GET /internal/openapi.json', () => {
  it('describes public routes, and no internal ones', async () => {
    const made = await anAccountsApp();
    const document = (await made.app.inject('/internal/openapi.json')).json();
    expect(openapiProblems(document)).toEqual([]);
    expect(Object.keys(document.paths).toSorted()).toEqual([
      '/.well-known/jwks.json',
      '/api/audit',
      '/api/audit/export.csv',
      '/api/audit/verification',
      '/api/auth/change-email',
      '/api/auth/change-password',
      '/api/auth/claim-profile',
      '/api/auth/email-change-confirmation',
      '/api/auth/email-confirmation',
      '/api/auth/forgot-password',
      '/api/auth/local',
      '/api/auth/local/register',
      '/api/auth/logout',
      '/api/auth/logout-others',
      '/api/auth/profile-invitation',
      '/api/auth/refresh',
      '/api/auth/reset-password',
      '/api/auth/second-step',
      '/api/auth/second-step/activation',
      '/api/auth/second-step/enrolment',
      '/api/auth/second-step/recovery-codes',
      '/api/auth/second-step/removal',
      '/api/auth/send-email-confirmation',
      '/api/auth/sessions',
      '/api/auth/sessions/{id}',
      '/api/auth/stop-email-change',
      '/api/console-views',
      '/api/console-views/arrangements/{list}',
      '/api/console-views/{id}',
      '/api/customers',
      '/api/customers/{id}',
      '/api/customers/{id}/actions',
      '/api/customers/{id}/erasure',
      '/api/customers/{id}/export',
      '/api/staff',
      '/api/staff/first-administrator',
      '/api/staff/newsroom',
      '/api/staff/people',
      '/api/staff/shop',
      '/api/staff/{id}',
      '/api/staff/{id}/end-sessions',
      '/api/staff/{id}/reset-second-step',
      '/api/system/backups',
      '/api/system/dead-letters',
      '/api/system/dead-letters/replay',
      '/api/system/dead-letters/{id}',
      '/api/system/dead-letters/{id}/drop',
      '/api/system/imports',
      '/api/system/imports/archive',
      '/api/system/imports/runs',
      '/api/system/restore-drills',
      '/api/tokens',
      '/api/tokens/{id}',
      '/api/users',
      '/api/users/me',
      '/api/users/me/erasure',
      '/api/users/me/export',
      '/api/users/me/saved-articles',
      '/api/users/{id}',
    ]);
    expect(Object.keys(document.paths['/api/auth/local'])).toEqual(['post']);
    await made.app.close();
  });
});
