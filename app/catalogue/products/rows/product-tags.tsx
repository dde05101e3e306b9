import type { TextKey } from '~/base/i18n/keys';
import { useShop } from '~/base/page/shop';
import { Icon, type IconName } from '~/base/ui/icon';
import type { ProductCard, ProductFlag } from '../product';
import { storageText } from '../storage-text';

interface TagLook {
  className: string;
  icon?: IconName;
}
const plain: TagLook = { className: 'tag' };
const strict: TagLook = { className: 'tag strict', icon: 'lock' };

const looks: Readonly<Record<ProductFlag, TagLook>> = {
  pharmaceutical: { className: 'tag rx', icon: 'doc' },
  narcotic: strict,
  psychotropic: strict,
  cold: { className: 'tag cold', icon: 'cold' },
  veterinaryOnly: plain,
  belgiumOnly: plain,
  human: plain,
  import: plain,
  sterile: plain,
  fabric: plain,
  promoBag: plain,
  madeToOrder: { className: 'tag mto' },
  quotation: plain,
  notSold: plain,
};

/** Tags displayed in a row; tags that nearly every medicine has appear on the product page only. */
const inRows: ReadonlySet<ProductFlag> = new Set([
  'pharmaceutical',
  'narcotic',
  'psychotropic',
  'cold',
  'human',
  'import',
  'sterile',
  'madeToOrder',
  'quotation',
  'notSold',
]);

/** `bare` omits the icon: half the rows of a list have this tag, and icons mark products with special storage. */
function Tag({
  flag,
  card,
  bare = false,
}: {
  flag: ProductFlag;
  card: ProductCard;
  bare?: boolean;
}) {
  const { t } = useShop();
  const { className, icon } = looks[flag];
  const name: TextKey = `catalogue:flag.${flag}.name`;
  return (
    <span className={className}>
      {icon && !bare ? <Icon name={icon} /> : null}
      {(flag === 'cold' ? storageText(t, card.storageTemperature) : null) ?? t(name)}
    </span>
  );
}

function AmcraTag({ card }: { card: ProductCard }) {
  const { t } = useShop();
  if (!card.amcra) return null;
  return (
    <span className="tag" data-amcra={card.amcra}>
      {t(`catalogue:amcra.${card.amcra}.name`)}
    </span>
  );
}

/** Tags after the codes of a row. */
export function RowTags({ card }: { card: ProductCard }) {
  const flags = card.flags.filter((flag) => inRows.has(flag));
  return (
    <>
      {flags.map((flag) => (
        <Tag key={flag} flag={flag} card={card} bare={flag === 'pharmaceutical'} />
      ))}
      <AmcraTag card={card} />
    </>
  );
}

/** Each flag with its meaning for the customer (PROD-01). */
export function FlagMeanings({ card }: { card: ProductCard }) {
  const { t } = useShop();
  if (card.flags.length === 0 && !card.amcra) return null;
  return (
    <ul className="flags">
      {card.flags.map((flag) => (
        <li key={flag}>
          <Tag flag={flag} card={card} />
          <span>{t(`catalogue:flag.${flag}.meaning`)}</span>
        </li>
      ))}
      {card.amcra ? (
        <li>
          <AmcraTag card={card} />
          <span>{t(`catalogue:amcra.${card.amcra}.meaning`)}</span>
        </li>
      ) : null}
    </ul>
  );
}
