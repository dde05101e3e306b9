import { useShop } from '~/base/page/shop';

/** The brand's logo, or the brand's name if it has no logo. The sample brand has an inline drawing. */
export function Logo() {
  const { brand } = useShop();
  if (brand.logo) return <img src={brand.logo} alt="" height="32" />;
  if (brand.icon) return <b>{brand.name}</b>;
  return (
    <svg
      viewBox="0 0 126 32"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="3.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <circle cx="16" cy="17" r="12.3" />
      <path d="M16 12v10M11 17h10M37 5v22.3M44.5 13.5l6.2 13.8 6.2-13.8M79 13.5v13.8M79 20.4a6.9 6.9 0 11-13.8 0 6.9 6.9 0 0113.8 0M86.5 27.3V13.5M86.5 20a6.2 6.2 0 0112.4 0v7.3M106 20.4h13.6a6.9 6.9 0 10-2.2 5" />
    </svg>
  );
}
