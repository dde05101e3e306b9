/** Days of the week on which a practice receives deliveries: the model, and the schema of its form. */
import { z } from 'zod';
import type { Translate } from '~/base/i18n/translate';

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;
export type Weekday = (typeof weekdays)[number];

const tick = z.boolean().optional();

/** A form without any day is rejected: the ERP would stop all deliveries. */
export const deliveryDaysForm = (t: Translate) =>
  z
    .object({
      tx: z.uuid(),
      monday: tick,
      tuesday: tick,
      wednesday: tick,
      thursday: tick,
      friday: tick,
    })
    .refine((ticks) => weekdays.some((day) => ticks[day]), {
      path: ['monday'],
      error: t('delivery-days:fault.none'),
    });

export type DeliveryDaysFields = z.output<ReturnType<typeof deliveryDaysForm>>;

export const daysOfForm = (fields: DeliveryDaysFields): Weekday[] =>
  weekdays.filter((day) => fields[day]);
