import { cx } from '#web/ui/cx.ts'

export type Step = { title: string; text: string }

/** Steps as stops on the road line; the last one is the free seat. */
export function RoadSteps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="grid">
      {steps.map((step, row) => (
        <li key={step.title} className="relative flex gap-4 pb-8 last:pb-0">
          {row < steps.length - 1 && (
            <span
              aria-hidden="true"
              className="absolute top-4 bottom-0 left-4 w-1 rounded-full bg-bosque"
            />
          )}
          <span
            aria-hidden="true"
            className={cx(
              'relative grid size-9 shrink-0 place-items-center rounded-full ring-4 ring-inset',
              'font-display font-extrabold ring-bosque',
              row === steps.length - 1 ? 'bg-maiz text-on-maiz' : 'bg-surface text-ink',
            )}
          >
            {row + 1}
          </span>
          <div className="pt-0.5">
            <h3 className="text-xl">{step.title}</h3>
            <p className="mt-1 text-muted">{step.text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
