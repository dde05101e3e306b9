import { useShop } from '~/base/page/shop';
import { Icon } from '~/base/ui/icon';

/**
 * The camera's button and picture, for the script to take out where the browser has a camera (`scan-island.ts`);
 * without script nothing of it is on the page. Its texts stand here: no other page pays for them.
 */
export function CameraOffer() {
  const { t } = useShop();
  return (
    <template
      id="scan-camera"
      data-starting={t('cart:quick.camera.starting')}
      data-refused={t('cart:quick.camera.refused')}
      data-none={t('cart:quick.camera.none')}
      data-busy={t('cart:quick.camera.busy')}
      data-lost={t('cart:quick.camera.lost')}
    >
      <button className="btn quiet" type="button">
        <Icon name="scan" />
        {t('cart:quick.camera.open')}
      </button>
      <div className="cam wide">
        <video playsInline muted aria-label={t('cart:quick.camera.picture')} />
        <p>{t('cart:quick.camera.hint')}</p>
        <button className="btn quiet" type="button">
          <Icon name="x" small />
          {t('cart:quick.camera.close')}
        </button>
      </div>
    </template>
  );
}
