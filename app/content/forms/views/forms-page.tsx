import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { Crumbs } from '~/base/ui/page/crumbs';
import { Empty } from '~/base/ui/notice';
import { PageHead } from '~/base/ui/page/page-head';
import type { FormsView } from '../form-view.server';

/** All forms that this guest or customer may fill in. */
export function FormsPage({ view: { forms, signedIn } }: { view: FormsView }) {
  const { t, locale, here } = useShop();
  const found = forms.ok ? forms.value : null;
  return (
    <>
      <Crumbs
        items={[{ name: t('common:home'), href: links.home(locale) }, { name: t('forms:title') }]}
      />
      <PageHead title={t('forms:title')} lead={t('forms:lead')} />
      <div className="panel block">
        {found && found.length > 0 ? (
          <ul className="list">
            {found.map((form) => (
              <li key={form.id}>
                <p>
                  <a href={links.erpForm(locale, form.code)}>{form.name}</a>
                </p>
              </li>
            ))}
          </ul>
        ) : (
          <Empty
            icon={found ? 'doc' : 'alert'}
            level={2}
            title={t(found ? 'forms:none' : 'forms:away')}
          />
        )}
      </div>
      {signedIn ? null : (
        <p className="muted sub-s">
          {t('forms:more')}{' '}
          <a href={links.signIn(locale, here)} rel="nofollow">
            {t('forms:signIn')}
          </a>
        </p>
      )}
    </>
  );
}
