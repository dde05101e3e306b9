/** Schemas of the payment calls (contract/erp.md 6.12). Icons are base64, in some versions encoded twice. */
import { z } from 'zod';
import { euros, readable } from '~/base/erp/wire-fields.server';
import type { PaymentMethod } from './payment';

const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

export const PayableWire = z.object({
  payable: z.string().min(1),
  payable_reference: z.string(),
  amount: euros,
});

const IconWire = z.object({ name: z.string().catch(''), image: text });

const ProviderWire = z.object({
  id: z.number(),
  code: z.string().catch(''),
  name: z.string().catch(''),
  state: z.string().catch(''),
  payment_icons: z.array(IconWire.nullable().catch(null)).nullish().catch(null),
});

export const MethodsWire = z.object({
  providers: readable(ProviderWire),
});

export const TransactionWire = z.object({
  flow: z.string().catch(''),
  reference: z.string(),
  amount: euros,
  redirect_form_html: text,
});

const signatures: readonly (readonly [type: string, start: readonly number[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38]],
  ['image/webp', [0x52, 0x49, 0x46, 0x46]],
];
const maxIconBytes = 40_000;

const typeOf = (bytes: Buffer): string | null =>
  signatures.find(([, start]) => start.every((byte, at) => bytes[at] === byte))?.[0] ?? null;

/** Data URL of an icon, or null. Decodes base64 once or twice, until the bytes look like an image. */
export function iconSource(image: string | null): string | null {
  if (!image || image.length > maxIconBytes * 2) return null;
  let bytes = Buffer.from(image, 'base64');
  if (!typeOf(bytes)) bytes = Buffer.from(bytes.toString('latin1'), 'base64');
  const type = typeOf(bytes);
  return type ? `data:${type};base64,${bytes.toString('base64')}` : null;
}

export function toMethod(wire: z.output<typeof ProviderWire>): PaymentMethod {
  return {
    id: wire.id,
    name: wire.name === '' ? wire.code : wire.name,
    isTest: wire.state === 'test',
    icons: (wire.payment_icons ?? []).flatMap((icon) => {
      const src = iconSource(icon?.image ?? null);
      return icon && src ? [{ name: icon.name, src }] : [];
    }),
  };
}
