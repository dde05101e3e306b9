import { useShop } from '~/base/page/shop';
import { Empty } from '~/base/ui/notice';

/** A thank-you page that was opened without sending a form. */
export function NothingSent({ title, form }: { title: string; form: string }) {
  const { t } = useShop();
  return (
    <>
      <h1 className="head">{title}</h1>
      <div className="panel">
        <Empty
          icon="doc"
          level={2}
          title={t('common:notSent.title')}
          actions={
            <a className="btn" href={form}>
              {t('common:notSent.toForm')}
            </a>
          }
        >
          <p>{t('common:notSent.text')}</p>
        </Empty>
      </div>
    </>
  );
}
