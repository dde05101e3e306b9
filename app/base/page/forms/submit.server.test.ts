import { describe, expect, it } from 'vitest';
import { translator } from '~/base/i18n/translate';
import { done, refused, type Outcome } from '~/base/kernel/outcome';
import { about, respondToForm, keyOf, type Wrong } from './submit.server';
import type { Idempotent } from './idempotent.server';

type Refusal = { kind: 'taken' } | { kind: 'gone' };
const page = { t: translator('en') };
const elsewhere = (path: string): Response =>
  new Response(null, { status: 303, headers: { Location: path } });

const ends = {
  done: (result: string) => elsewhere(`/en/lists/${result}`),
  refused: ({ kind }: Refusal) =>
    kind === 'gone'
      ? elsewhere('/en/lists')
      : { ...about(422, 'Taken.'), fields: { name: 'Taken.' } },
  answer: (wrong: Wrong) => ({ typed: 'Practice', ...wrong }),
};

/** Returns status, redirect target and answer of the form. */
async function answered(outcome: Idempotent<Refusal>) {
  try {
    const { data, init } = await respondToForm(page, outcome, ends);
    return { status: init?.status, answer: data, to: null };
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    return { status: thrown.status, answer: null, to: thrown.headers.get('Location') };
  }
}

const work = async (outcome: Outcome<string, Refusal>): Promise<Idempotent<Refusal>> =>
  outcome.ok
    ? { kind: 'done', result: outcome.value, repeated: false }
    : { kind: 'refused', refusal: outcome.refusal };

describe('the response to a posted form', () => {
  it('P-58 respondToForm redirects to the result, also for a repeated request', async () => {
    expect(await answered(await work(done('7')))).toMatchObject({ status: 303, to: '/en/lists/7' });
    expect(await answered({ kind: 'done', result: '7', repeated: true })).toMatchObject({
      to: '/en/lists/7',
    });
  });

  it('P-58 respondToForm returns a refused form with its input and the reason', async () => {
    expect(await answered(await work(refused({ kind: 'taken' })))).toEqual({
      status: 422,
      to: null,
      answer: { typed: 'Practice', general: ['Taken.'], fields: { name: 'Taken.' } },
    });
    expect(await answered(await work(refused({ kind: 'gone' })))).toMatchObject({
      status: 303,
      to: '/en/lists',
    });
  });

  it('P-58 respondToForm distinguishes an unavailable ERP (503) from a lost response (409)', async () => {
    expect(await answered({ kind: 'unavailable' })).toMatchObject({
      status: 503,
      answer: { general: [page.t('common:form.unavailable')] },
    });
    expect(await answered({ kind: 'in-doubt' })).toMatchObject({
      status: 409,
      answer: { general: [page.t('common:form.inDoubt')] },
    });
  });

  it('P-58 keyOf derives the key of a form from its token and its fields', () => {
    const form = (fields: Record<string, string>) => new URLSearchParams(fields);
    const tx = '6f1d9c1e-8d0a-4a53-9d5e-6a1d8d2c1b11';
    expect(keyOf(form({ tx, name: 'a' }))).toBe(keyOf(form({ tx, name: 'a' })));
    expect(keyOf(form({ tx, name: 'b' }))).not.toBe(keyOf(form({ tx, name: 'a' })));
    expect(keyOf(form({ tx }), { size: 1 })).not.toBe(keyOf(form({ tx }), { size: 2 }));
    for (const wrong of [{}, { tx: '' }, { tx: 'x' }]) expect(keyOf(form(wrong))).toBeNull();
  });
});
