import { describe, expect, it } from 'vitest';
import { routeOf } from '~/base/routing/match';
import { kindOf } from '../forms/body-kind';
import { ruleOf, type LimitedRequest } from './rate-rules';

const get = (path: string, more: Partial<LimitedRequest> = {}) =>
  ruleOf({
    method: 'GET',
    query: '',
    isReturn: false,
    kind: 'other',
    guest: true,
    byPassword: false,
    rate: routeOf(`/fr${path}`)?.policy.rate ?? null,
    ...more,
  });
const post = (path: string, more: Partial<LimitedRequest> = {}) =>
  get(path, { method: 'POST', kind: 'form', ...more });

describe('kindOf: media type of a body', () => {
  it('P-61 P-88 kindOf recognizes an upload in every spelling of its media type', () => {
    for (const type of [
      'multipart/form-data',
      'MULTIPART/Form-Data; boundary=x',
      ' multipart/form-data ;',
    ])
      expect(kindOf(type), type).toBe('multipart');
    for (const type of [
      'multipart/form-data-x',
      'multipart/form-data, text/plain',
      'application/json+x',
      undefined,
    ])
      expect(kindOf(type), type).toBe('other');
  });
});

describe('rate limit rules', () => {
  it('P-61 rate limit rules have the promised limits', () => {
    expect(get('/account/sign-in')).toMatchObject({ perVisitor: 5, perAddress: 60 });
    expect(post('/cart/sync')).toMatchObject({ perVisitor: 60 });
    expect(get('/search')).toMatchObject({ perVisitor: 120 });
    const multipart = { kind: 'multipart', guest: false } as const;
    expect(post('/account', multipart)).toMatchObject({ name: 'upload', perVisitor: 5 });
    expect(post('/account', multipart)).toMatchObject({ perCustomer: 10 });
    expect(post('/scan/lines')).toMatchObject({ name: 'quick-order' });
    expect(post('/quick-order', multipart)).toMatchObject({ name: 'quick-order', perVisitor: 120 });
    expect(post('/account/sign-in', { byPassword: true })).toMatchObject({ name: 'password' });
    const letters = ['/account/register', '/account/forgotten-password', '/contact', '/newsletter'];
    for (const path of letters)
      expect(post(path)).toMatchObject({ name: 'account-form', perVisitor: 10 });
    expect(post('/contact', multipart)).toMatchObject({ name: 'account-form' });
  });

  it('P-61 rate limit rules allow twenty people behind one address', () => {
    for (const path of ['/search', '/autocomplete']) {
      const rule = get(path);
      expect(rule?.perAddress).toBe(20 * (rule?.perVisitor ?? 0));
    }
  });

  it('P-61 no rate limit applies to page views and to plain order forms of customers', () => {
    for (const path of ['', '/p/gants', '/c/gants', '/cart', '/account/sales'])
      expect(get(path)).toBeNull();
    expect(post('/cart', { guest: false })).toBeNull();
    expect(post('/cart-confirm', { guest: false })).toBeNull();
    // Viewing the password form is not counted, but starting a sign-in at a provider is.
    expect(get('/account/sign-in', { byPassword: true })).toBeNull();
    expect(get('/account/sign-in', { query: 'prompt=none' })).toMatchObject({
      name: 'silent-sign-in',
    });
  });
});
