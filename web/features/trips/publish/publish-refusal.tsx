import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { TOPUP_MIN_PESOS } from '#contract/limits.ts'
import { ApiError, type ApiErrorCode, messageOf } from '#web/lib/api-error.ts'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { type PublishStep, publishSteps } from './publish-draft.ts'

/** The step in which each refusal can be fixed. */
const stepOf: Partial<Record<ApiErrorCode, PublishStep>> = {
  place_not_found: 'ruta',
  route_not_found: 'ruta',
  route_stops_invalid: 'paradas',
  safe_point_not_found: 'encuentro',
  trip_departs_in_past: 'fecha',
  trip_too_far_ahead: 'fecha',
  trip_overlaps: 'fecha',
  trip_daily_cap: 'fecha',
  documents_not_valid_on_date: 'fecha',
  vehicle_not_found: 'vehiculo',
  vehicle_not_verified: 'vehiculo',
  trip_seats_exceed_vehicle: 'vehiculo',
  price_above_ceiling: 'precio',
  price_below_floor: 'precio',
  contact_in_text: 'detalles',
  publish_balance_required: 'detalles',
  debt_open: 'detalles',
}

const papers: ReadonlySet<string> = new Set<ApiErrorCode>([
  'identity_not_verified',
  'driver_underage',
  'vehicle_not_verified',
  'documents_not_valid_on_date',
])

type PublishRefusalProps = { error: unknown; goTo: (step: PublishStep) => void }

/** Why it was not published, with a link to fix it. The draft is kept. */
export function PublishRefusal({ error, goTo }: PublishRefusalProps) {
  const { pathname, search } = useLocation()
  const code = error instanceof ApiError ? error.code : 'unknown'
  const step = publishSteps.find((each) => each.key === stepOf[code])
  const ways: ReactNode[] = []
  if (code === 'publish_balance_required' || code === 'debt_open') {
    ways.push(
      <ButtonLink
        key="wallet"
        size="sm"
        to={paths.wallet({ amount: owedOf(error), returnTo: pathname + search })}
      >
        Recargar mi billetera
      </ButtonLink>,
    )
  }
  if (papers.has(code)) {
    ways.push(
      <ButtonLink key="papers" size="sm" to={paths.documents()}>
        Ver mis documentos
      </ButtonLink>,
    )
  }
  if (step) {
    ways.push(
      <Button key="step" size="sm" variant="secondary" onClick={() => goTo(step.key)}>
        Cambiar {step.title.toLowerCase()}
      </Button>,
    )
  }
  return (
    <Banner
      tone="err"
      title={messageOf(error)}
      action={ways.length > 0 ? <div className="flex flex-wrap gap-2">{ways}</div> : null}
    >
      Tu viaje no se publicó y lo que escribiste sigue aquí.
    </Banner>
  )
}

/** Amount to top up: the debt in the refusal's details, at least the minimum. */
function owedOf(error: unknown): number {
  const details = error instanceof ApiError ? error.details : undefined
  const owed = (details as { debtPesos?: unknown } | undefined)?.debtPesos
  return typeof owed === 'number' ? Math.max(TOPUP_MIN_PESOS, owed) : TOPUP_MIN_PESOS
}
