import { useShop } from '~/base/page/shop';

const devices = ['android', 'apple', 'computer'] as const;

/**
 * Explains how to install the shop as an app on a device (PWA-01): text only, because few browsers offer an install
 * prompt.
 */
export function InstallHint() {
  const { t } = useShop();
  return (
    <section className="panel stack">
      <h2>{t('offline:install.title')}</h2>
      <p>{t('offline:install.lead')}</p>
      {devices.map((device) => (
        <p key={device}>{t(`offline:install.${device}`)}</p>
      ))}
    </section>
  );
}
