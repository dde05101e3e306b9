import { Fragment } from 'react';
import type { Address } from '~/ordering/cart/cart';

/**
 * The parts of an address without the name, empty parts left out, for example `Rue des Tilleuls 14`, `4000 Liège,
 * Belgique`.
 */
export function addressText(address: Address): string[] {
  const place = [address.zip, address.city].filter(Boolean).join(' ');
  return [
    [address.street, address.street2].filter(Boolean).join(', '),
    [place, address.country?.name].filter(Boolean).join(', '),
  ].filter((line) => line !== '');
}

export function AddressLines({ address, named = false }: { address: Address; named?: boolean }) {
  const lines = [...(named && address.name ? [address.name] : []), ...addressText(address)];
  return (
    <>
      {lines.map((line, position) => (
        <Fragment key={position}>
          {position > 0 ? <br /> : null}
          {line}
        </Fragment>
      ))}
    </>
  );
}
