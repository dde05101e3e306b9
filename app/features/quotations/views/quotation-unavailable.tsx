import { useShop } from '~/http/shop';
import { Empty } from '~/ui/notice';
import { ResendForm } from '~/ui/resend-form';
import type { QuotationAnswer } from '../edit-answer';

/** The back office is away: what was typed waits here to be sent again. */
export function QuotationUnavailable({ answer }: { answer: QuotationAnswer | null }) {
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
        <Empty icon="alert" level={2} title={t('quotations:none.unavailable')} />
      </div>
    </div>
  );
}
