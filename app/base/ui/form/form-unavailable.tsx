import { useShop } from '~/base/page/shop';
import type { FormAnswer } from '~/base/ui/form/form-answer';
import { Empty } from '~/base/ui/notice';
import { ResendForm } from '~/base/ui/form/resend-form';
import { PageHead } from '~/base/ui/page/page-head';

/** Replaces a form whose page needs the unavailable ERP; posted input stays in hidden fields and can be sent again. */
export function FormUnavailable({
  answer,
  heading,
  title,
}: {
  answer: FormAnswer | null;
  /** Heading of the page, which cannot name the record. */
  heading: string;
  /** What is unavailable. */
  title: string;
}) {
  const { t, here } = useShop();
  return (
    <div className="stack">
      <PageHead title={heading} />
      {answer ? (
        <ResendForm
          action={here}
          fields={answer.typed}
          texts={answer.general}
          button={t('common:kept.send')}
        />
      ) : null}
      <div className="panel">
        <Empty icon="alert" level={2} title={title} />
      </div>
    </div>
  );
}
