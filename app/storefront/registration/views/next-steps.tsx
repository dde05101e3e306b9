import { useShop } from '~/base/page/shop';
import { Icon } from '~/base/ui/icon';

const steps = ['check', 'mail', 'order'] as const;

/** Explains how the request is processed. */
export function NextSteps() {
  const { t } = useShop();
  return (
    <ol className="checks">
      {steps.map((step) => (
        <li key={step}>
          <Icon name="check" />
          {t(`registration:next.${step}`)}
        </li>
      ))}
    </ol>
  );
}
