import type { ReactNode } from 'react';
import { useEntryAssets } from '~/base/page/document/entry-assets';
import { useShop } from '~/base/page/shop';
import { Icon } from '~/base/ui/icon';
import { maxEntered } from '../lines';
import { CameraOffer } from '../camera/camera-offer';
import capture from './page-script/capture?inline-script';

export interface ScanField {
  code: string;
  quantity: string;
}

function QuantityField({ typed }: { typed: string | undefined }) {
  const { t } = useShop();
  return (
    <div className="field">
      <label htmlFor="n">{t('cart:column.quantity')}</label>
      <input
        className="qty"
        id="n"
        name="n"
        type="text"
        inputMode="numeric"
        defaultValue={typed || '1'}
        autoComplete="off"
      />
    </div>
  );
}

/**
 * The code field in full width with its status below; shared by home, quick order and scan page. Customers who may not
 * order use it to look up price and stock (PROD-02).
 */
export function ScanBar({
  focused,
  typed,
  wrong,
  camera = false,
}: {
  focused: boolean;
  typed?: ScanField;
  /** Reason why the code in the field was rejected. */
  wrong?: ReactNode;
  /** True when the page's policy allows the camera (`camera`). */
  camera?: boolean;
}) {
  const { t, mayOrder } = useShop();
  const { nonce } = useEntryAssets();
  return (
    <div className="panel scanbar no-print">
      <div className="field">
        <label htmlFor="code">{t('cart:quick.scan.code')}</label>
        <input
          id="code"
          name="code"
          type="text"
          maxLength={maxEntered}
          defaultValue={typed?.code || undefined}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder={t('cart:quick.scan.placeholder')}
          autoFocus={focused}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? 'scan-said' : undefined}
        />
      </div>
      {mayOrder ? (
        <QuantityField typed={typed?.quantity} />
      ) : (
        <input type="hidden" name="n" value="1" />
      )}
      <button className="btn" type="submit" name="do" value="scan">
        <Icon name={mayOrder ? 'plus' : 'search'} small />
        {t(mayOrder ? 'cart:quick.scan.add' : 'cart:quick.line.look')}
      </button>
      {camera ? <CameraOffer /> : null}
      <output
        className="wide"
        htmlFor="code"
        id="scan-said"
        data-offline={t('cart:quick.scan.offline')}
        data-refused={t('cart:quick.scan.refused')}
        data-stands={mayOrder ? t('cart:quick.scan.stands', { code: '{code}' }) : undefined}
        data-waiting={t('cart:quick.scan.waiting')}
        data-queuednone={t('cart:sheet.added', { count: 0 })}
        data-queuedone={t('cart:sheet.queued', { count: 1 })}
        data-queuedmore={t('cart:sheet.queued', { count: 2 })}
        data-addedone={t('cart:sheet.added', { count: 1 })}
        data-addedmore={t('cart:sheet.added', { count: 2 })}
        data-none=""
        data-one={t('cart:quick.leftToCorrect', { count: 1 })}
        data-more={t('cart:quick.leftToCorrect', { count: 2 })}
      >
        {wrong ? (
          <span className="error">
            <Icon name="alert" small />
            <span>{wrong}</span>
          </span>
        ) : (
          <span className="muted">
            {t('cart:quick.scan.hint')} {mayOrder ? t('cart:quick.scan.notSent') : null}
          </span>
        )}
      </output>
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: capture }} />
    </div>
  );
}

/** Sound setting below the lines, to save space on phones; `scan-sound.ts` displays it. */
export function SoundChoice() {
  const { t } = useShop();
  return (
    <label className="tick no-print" hidden>
      <input type="checkbox" id="scan-sound" defaultChecked />
      <span>{t('cart:quick.scan.sound')}</span>
    </label>
  );
}
