import { cx } from './cx.ts'

type RoadStepsProps = {
  steps: readonly { title: string; text: string }[]
  /** Whether the road goes from left to right on a wide screen. */
  across?: boolean
}

/** Steps as stops on the road line; the last one is the free seat. */
export function RoadSteps({ steps, across = false }: RoadStepsProps) {
  return (
    <ol className={across ? 'mt-6 grid in-data-session:mt-0 md:grid-cols-3' : 'grid'}>
      {steps.map((step, row) => (
        <li
          key={step.title}
          className={cx(
            'relative flex gap-4 pb-8',
            across ? 'md:block md:pr-8 md:pb-0' : 'last:pb-0',
          )}
        >
          {row < steps.length - 1 && (
            <span
              aria-hidden="true"
              className={cx(
                'absolute top-4 bottom-0 left-4 w-1 rounded-full bg-bosque',
                across && 'md:right-0 md:bottom-auto md:left-8 md:h-1 md:w-auto',
              )}
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
          <div className={across ? 'pt-0.5 md:pt-4' : 'pt-0.5'}>
            <h3 className="text-xl">{step.title}</h3>
            <p className="mt-1 text-muted">{step.text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
