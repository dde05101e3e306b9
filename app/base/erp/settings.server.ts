/**
 * Reference data that the ERP provides for forms (contract/erp.md 8.8): countries with translated names, subjects of an
 * enquiry, and the delivery cut-off time. Loaded once per locale for all customers. Servers with only the published
 * modules send countries only. If the call fails, the shop logs it, and forms use their built-in values.
 */
import { z } from 'zod';
import { findRecord } from './calls.server';
import { readTimeOfDay, type Cutoff } from '~/base/kernel/cutoff';
import { dayFrom } from '~/base/kernel/wire-date';
import type { PageRequest } from '~/base/page/page';

interface Country {
  id: number;
  name: string;
  /** Country code, ISO 3166-1 alpha-2; null when the ERP does not send it. */
  code: string | null;
}

/** A name that the ERP translates; `key` is the same in every language. */
export interface KeyedName {
  key: string;
  name: string;
}

export interface Settings {
  countries: readonly Country[];
  subjects: readonly KeyedName[];
  /** The time of day until which an order is shipped the same day; null when the ERP does not send it. */
  cutoff: Cutoff | null;
}

const there = <T>(entries: readonly (T | null)[]): T[] =>
  entries.flatMap((entry) => (entry === null ? [] : [entry]));
const listOf = <S extends z.ZodType>(entry: S) => z.array(entry.nullable().catch(null)).catch([]);
const SettingsWire = z.object({
  countries: listOf(
    z.object({
      id: z.number(),
      name: z.string(),
      code: z
        .string()
        .nullish()
        .catch(null)
        .transform((code) => code ?? null),
    }),
  ),
  lead_subjects: listOf(z.object({ id: z.unknown().optional(), name: z.string().trim().min(1) })),
  delivery_cutoff: z
    .object({
      time: z.string(),
      weekdays: z.array(z.int().min(1).max(7)),
      closed_days: listOf(z.string()),
    })
    .nullish()
    .catch(null)
    .transform((wire): Cutoff | null => {
      const time = wire ? readTimeOfDay(wire.time) : null;
      if (!wire || !time) return null;
      return { ...time, weekdays: wire.weekdays, closed: there(wire.closed_days.map(dayFrom)) };
    }),
});

const hourMs = 60 * 60_000;
/** Time limit of the call, in milliseconds: short, because callers can do without the settings. */
const patienceMs = 3_000;
const none: Settings = { countries: [], subjects: [], cutoff: null };

export async function settings({
  context,
  locale,
}: Pick<PageRequest, 'context' | 'locale'>): Promise<Settings> {
  const warn = (error: unknown): void =>
    context.log.warn(
      {
        event: 'settings.unavailable',
        error: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
      },
      'the settings of the ERP could not be loaded',
    );
  try {
    return await context.cache.get(
      `erp-settings:${locale}`,
      { freshMs: 6 * hourMs, onFault: warn },
      async () => {
        const call = { path: 'settings', anonymous: true, timeoutMs: patienceMs };
        const answer = await findRecord(context, call, SettingsWire);
        if (answer === null) return none;
        return {
          countries: there(answer.countries),
          subjects: there(answer.lead_subjects).map(({ id, name }) => ({
            key: typeof id === 'number' ? String(id) : name,
            name,
          })),
          cutoff: answer.delivery_cutoff,
        };
      },
    );
  } catch (error) {
    warn(error);
    return none;
  }
}
