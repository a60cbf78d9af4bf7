import { cx } from './cx.ts'

type StepHeaderProps = {
  /** Names of the steps in order: `['Viaje', 'Pasajeros', 'Pagar']`. */
  steps: readonly string[]
  /** Index of the current step, from 0. */
  current: number
  className?: string
}

/** With more steps than this, a small screen has no room for their labels. */
const MANY = 4

function stopClass(row: number, current: number): string {
  if (row < current) return 'bg-bosque ring-bosque'
  return row === current ? 'bg-maiz ring-bosque' : 'bg-surface ring-edge'
}

/** Position of the person in a flow: the road line with its stops, and "Paso 2 de 3" as text. */
export function StepHeader({ steps, current, className }: StepHeaderProps) {
  const many = steps.length > MANY
  return (
    <div className={cx('grid gap-2', className)}>
      <p className="text-sm font-semibold text-muted">
        <span>
          Paso {current + 1} de {steps.length}
        </span>
        {many && (
          <span aria-hidden="true" className="text-ink sm:hidden">
            : {steps[current]}
          </span>
        )}
      </p>
      <ol aria-label="Pasos" className="flex">
        {steps.map((step, row) => (
          <li
            key={step}
            aria-current={row === current ? 'step' : undefined}
            className="relative min-w-0 flex-1 last:flex-none"
          >
            {row < steps.length - 1 && (
              <span
                aria-hidden="true"
                className={cx(
                  'absolute top-[7px] right-0 left-2 h-1 rounded-full',
                  row < current ? 'bg-bosque' : 'bg-line',
                )}
              />
            )}
            <span
              aria-hidden="true"
              className={cx(
                'relative block size-4.5 rounded-full ring-3 ring-inset',
                stopClass(row, current),
              )}
            />
            <span
              className={cx(
                'mt-1.5 block pr-3 text-sm',
                row === current ? 'font-bold text-ink' : 'text-muted',
                // On a small screen a label would break inside its words: see the line above.
                many && 'max-sm:sr-only',
              )}
            >
              {step}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
