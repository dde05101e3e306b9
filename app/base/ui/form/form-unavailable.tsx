import { useShop } from '~/base/page/shop';
import type { FormAnswer } from '~/base/ui/form/form-answer';
import { Empty } from '~/base/ui/notice';
import { ResendForm } from '~/base/ui/form/resend-form';

/** Replaces a form whose page needs the unavailable ERP; posted input stays in hidden fields and can be sent again. */
export function FormUnavailable({ answer, title }: { answer: FormAnswer | null; title: string }) {
  const { t, here } = useShop();
  return (
    <div className="stack">
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
