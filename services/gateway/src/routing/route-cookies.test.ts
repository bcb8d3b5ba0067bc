import {
  CART_COOKIE,
  DEVICE_COOKIE,
  REGISTRATION_COOKIE,
  SESSION_COOKIE,
} from '@vidhi/contracts/host-cookies.ts';
import { describe, expect, it } from 'vitest';
import { cookiesOf } from './route-cookies.ts';
import { createRouteIndex } from './route-index.ts';
import { ROUTES } from './routes.ts';

const { find } = createRouteIndex(ROUTES);
const passes = (request: string, name: string): boolean => {
  const [method = '', path = ''] = request.split(' ');
  const route = find(path);
  return route !== null && (cookiesOf(route, method, path) ?? []).includes(name);
};

const PATHS = `
  /api/users /api/users/ /api/users/7 /api/users/7/x /api/users/me
  /api/upload /api/upload/ /api/upload/files /api/upload/files/3
  /api/lawyers /api/lawyers/4 /api/firms /api/firms/4 /api/lawyers/filter-options
  /api/auth/local /api/auth/local/register /api/auth/refresh /api/auth/logout /api/auth/logout-others /api/auth/sessions
  /api/auth/second-step /api/auth/second-step/activation /api/auth/second-step/enrolment /api/auth/second-step/removal
  /api/auth/sessions/a-session
  /api/auth/claim-profile /api/auth/change-password /api/auth/reset-password /api/auth/forgot-password /api/auth/send-email-confirmation
  /api/posts /api/carts /api/carts/7 /api/orders /api/payment/verify / /account /uploads/x.png /.well-known/jwks.json
`
  .trim()
  .split(/\s+/);
const REQUESTS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].flatMap((method) =>
  PATHS.map((path) => `${method} ${path}`),
);

describe('cookiesOf', () => {
  it('lets the registration ticket pass on the requests of a registration and no others', () => {
    expect(REQUESTS.filter((request) => passes(request, `__Host-${REGISTRATION_COOKIE}`))).toEqual([
      'POST /api/users',
      'POST /api/users/',
      'POST /api/upload',
      'POST /api/upload/',
      'POST /api/lawyers',
      'POST /api/firms',
      'PUT /api/users/7',
      'PUT /api/users/me',
    ]);
  });

  it('lets the session pass on the session endpoints of accounts and no others', () => {
    const paths = new Set(
      REQUESTS.filter((request) => passes(request, `__Host-${SESSION_COOKIE}`)).map(
        (request) => request.split(' ')[1],
      ),
    );
    expect([...paths].toSorted()).toEqual([
      '/api/auth/change-password',
      '/api/auth/claim-profile',
      '/api/auth/local',
      '/api/auth/local/register',
      '/api/auth/logout',
      '/api/auth/logout-others',
      '/api/auth/refresh',
      '/api/auth/reset-password',
      '/api/auth/second-step',
      '/api/auth/second-step/activation',
      '/api/auth/second-step/removal',
      '/api/auth/sessions',
      '/api/auth/sessions/a-session',
    ]);
  });

  it('lets the device pass on the calls that log in or request a mail, and no others', () => {
    expect(REQUESTS.filter((request) => passes(request, `__Host-${DEVICE_COOKIE}`))).toEqual([
      'POST /api/auth/local',
      'POST /api/auth/local/register',
      'POST /api/auth/second-step',
      'POST /api/auth/second-step/activation',
      'POST /api/auth/second-step/removal',
      'POST /api/auth/claim-profile',
      'POST /api/auth/change-password',
      'POST /api/auth/reset-password',
      'POST /api/auth/forgot-password',
      'POST /api/auth/send-email-confirmation',
    ]);
  });

  it('lets the cart pass at the carts and nowhere else', () => {
    const paths = new Set(
      REQUESTS.filter((request) => passes(request, `__Host-${CART_COOKIE}`)).map(
        (request) => request.split(' ')[1],
      ),
    );
    expect([...paths].toSorted()).toEqual(['/api/carts', '/api/carts/7']);
  });
});
