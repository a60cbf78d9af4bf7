import { FUNNEL_STEPS, type FunnelStep } from '#contract/dashboard-limits.ts'
import type { Dashboard } from '#contract/statistics.ts'
import { number } from '#web/lib/format.ts'
import { CardSection } from '#web/ui/card.tsx'

const names: Record<FunnelStep, string> = {
  signedUp: 'Crearon su cuenta',
  phone: 'Comprobaron su teléfono',
  verified: 'Verificaron su identidad',
  toppedUp: 'Hicieron una recarga',
  tookPart: 'Reservaron o publicaron',
  travelled: 'Terminaron un viaje',
}

const shareOf = (value: number, all: number) => (all === 0 ? 0 : Math.round((value / all) * 100))

/** How many of the period's new accounts reached each step up to a first trip. */
export function Funnel({ funnel }: { funnel: Dashboard['funnel'] }) {
  const { current, before } = funnel
  return (
    <CardSection title="De la cuenta al primer viaje">
      <p className="mb-4 text-sm text-muted">
        De quienes crearon su cuenta en el período, hasta dónde han llegado hoy.
      </p>
      <ol className="grid gap-3">
        {FUNNEL_STEPS.map((step) => {
          const share = shareOf(current[step], current.signedUp)
          return (
            <li key={step} className="grid gap-1">
              <p className="flex flex-wrap justify-between gap-x-4">
                <span>{names[step]}</span>
                <span className="tnum font-semibold">
                  {number(current[step])} · {share} %
                </span>
              </p>
              <svg aria-hidden="true" className="h-2 w-full rounded-full bg-bosque-soft">
                <rect width={`${share}%`} height="100%" fill="var(--bosque)" />
              </svg>
              <p className="tnum text-sm text-muted">
                Antes {number(before[step])} · {shareOf(before[step], before.signedUp)} %
              </p>
            </li>
          )
        })}
      </ol>
    </CardSection>
  )
}
