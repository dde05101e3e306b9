import sprite from './icons.svg?url';

export const iconNames = [
  'alert',
  'back',
  'bell',
  'calendar',
  'card',
  'cart',
  'check',
  'cold',
  'dl',
  'doc',
  'down',
  'edit',
  'external',
  'filter',
  'home',
  'info',
  'list',
  'lock',
  'mail',
  'menu',
  'minus',
  'off',
  'out',
  'phone',
  'pin',
  'play',
  'plus',
  'print',
  'redo',
  'scan',
  'search',
  'star',
  'stop',
  'trash',
  'truck',
  'upload',
  'user',
  'x',
] as const;
export type IconName = (typeof iconNames)[number];

/**
 * An icon. It must stand next to a visible or hidden text. All icons are in one hashed file that browsers cache for a
 * year, so a page contains only their names.
 */
export function Icon({
  name,
  small = false,
  turns = false,
}: {
  name: IconName;
  small?: boolean;
  /** True for an icon that rotates when its menu is open. */
  turns?: boolean;
}) {
  return (
    <svg className={`i${small ? ' s' : ''}${turns ? ' chev' : ''}`} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
