import { cx } from './cx.ts'

type StepHeaderProps = {
  /** Names of the steps in order: `['Viaje', 'Pasajeros', 'Pagar']`. */
  steps: readonly string[]
  /** Index of the current step, from 0. */
  current: number
}

function stopClass(row: number, current: number): string {
  if (row < current) return 'bg-bosque ring-bosque'
  return row === current ? 'bg-maiz ring-bosque' : 'bg-surface ring-edge'
}

/**
 * Position of the person in a flow: the road line with its stops, and "Paso 2 de 3" as text. A
 * narrow place, or large text, has only the name of the current step. The height is the same at
 * every step, so that the page below does not move.
 */
export function StepHeader({ steps, current }: StepHeaderProps) {
  return (
    <div className="@container">
      {/* All lines lie in one cell, which is as high as the longest; one of them is visible. */}
      <div className="mb-2 grid text-sm font-semibold text-muted">
        {steps.map((step, row) => (
          <p key={step} className={cx('[grid-area:1/1]', row !== current && 'invisible')}>
            <span>
              Paso {row + 1} de {steps.length}
            </span>
            <span aria-hidden="true" className="text-ink @xl:hidden">
              : {step}
            </span>
          </p>
        ))}
      </div>
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
                // One weight for all labels: a bold one would wrap earlier than the others.
                'mt-1.5 block pr-3 text-sm font-semibold @max-xl:sr-only',
                row === current ? 'text-ink' : 'text-muted',
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
