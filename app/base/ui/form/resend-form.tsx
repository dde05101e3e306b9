import { Notice } from '~/base/ui/notice';

/** A failed form whose page cannot be displayed: its input is in hidden fields and can be sent again. */
export function ResendForm({
  action,
  fields,
  texts,
  button,
}: {
  action: string;
  fields: Readonly<Record<string, string>>;
  texts: readonly string[];
  button: string;
}) {
  return (
    <Notice tone="bad" role="alert">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <form method="post" action={action}>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="acts">
          <button className="btn small" type="submit">
            {button}
          </button>
        </div>
      </form>
    </Notice>
  );
}
