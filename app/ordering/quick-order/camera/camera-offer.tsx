import { useShop } from '~/base/page/shop';
import { Icon } from '~/base/ui/icon';

/**
 * Template of the buttons for camera and photo, and of the camera's picture. `scan-island.ts` inserts the parts that
 * the browser can use; without script none is displayed. The texts are here so that no other page pays for them.
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
      data-reading={t('cart:quick.camera.reading')}
      data-unread={t('cart:quick.camera.unread')}
    >
      <button className="btn quiet" type="button">
        <Icon name="scan" />
        {t('cart:quick.camera.open')}
      </button>
      <button className="btn quiet" type="button" data-photo="">
        <Icon name="doc" />
        {t('cart:quick.camera.photo')}
      </button>
      <input type="file" accept="image/*" capture="environment" hidden />
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
