import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../../../../tests/support/shop';
import type { Visitor } from '../../../../../tests/support/visitor';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
const path = '/en/account/delivery-days';
let shop: TestShop;
let vet: Visitor;
beforeAll(async () => {
  shop = await startTestShop();
  vet = await shop.customer('vet@demo.example');
});
afterAll(() => shop.stop());

describe('delivery days', () => {
  it('PROF-01 the days that a customer ticks are saved and ticked again', async () => {
    const form = (await vet.get(path)).form('#delivery-days');
    const saved = await form.fill({ monday: 'on', thursday: 'on' }).submit();
    expect(saved.words('.toasts')).toContain('Your delivery days have been saved.');
    const { fields } = saved.form('#delivery-days');
    expect(weekdays.filter((day) => fields.has(day))).toEqual(['monday', 'thursday']);
  });

  it('PROF-01 a form without a day is rejected and names the fault', async () => {
    const form = (await vet.get(path)).form('#delivery-days');
    for (const day of weekdays) form.without(day);
    const answer = await form.submit();
    expect(answer.status).toBe(422);
    expect(answer.words()).toContain('Tick at least one day.');
  });

  it('PROF-01 an ERP without delivery days leads to the sales representative', async () => {
    shop.sandbox.erp.control.fault({
      match: { path: 'delivery_days' },
      status: 404,
      body: { detail: 'Not Found' },
    });
    expect((await vet.get(path)).words()).toContain('cannot be chosen online');
    shop.sandbox.erp.control.clearFaults();
  });
});
