import { useShop } from '~/base/page/shop';
import { Icon } from '~/base/ui/icon';

/**
 * Template of the camera's button and picture. `scan-island.ts` inserts it in browsers that have a camera; without
 * script it is not displayed. The texts are here so that no other page pays for them.
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
