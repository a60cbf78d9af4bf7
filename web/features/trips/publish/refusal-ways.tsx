import { TOPUP_MIN_PESOS } from '#contract/limits.ts'
import type { Overlap } from '#contract/trips.ts'
import type { ApiErrorCode } from '#web/lib/api-error.ts'
import { paths } from '#web/lib/paths.ts'
import { useHere } from '#web/lib/use-return-to.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { type Draft, type PublishStep, publishSteps } from './publish-draft.ts'
import { othersOf, placeOf, type Refusal } from './publish-refusal.ts'

const papers: ReadonlySet<string> = new Set<ApiErrorCode>([
  'identity_not_verified',
  'driver_underage',
  'vehicle_not_verified',
  'documents_not_valid_on_date',
])

type RefusalWaysProps = {
  refusal: Refusal
  draft: Draft
  /** The step that is shown; a refusal of another step gets a button that leads there. */
  step: PublishStep
  goTo: (step: PublishStep) => void
  /** Publishes the others, or goes on with them. */
  onOthers: (draft: Draft) => void
  pending?: boolean
}

/** Links and buttons that lead out of a refusal; nothing when its field is the only way. */
export function RefusalWays({ refusal, draft, step, goTo, onOthers, pending }: RefusalWaysProps) {
  const here = useHere()
  const { code, overlap, debtPesos = 0 } = refusal
  const own = placeOf(refusal)?.step
  const other = publishSteps.find((each) => each.key === own && own !== step)
  const others = othersOf(draft, refusal)
  const owes = code === 'publish_balance_required' || code === 'debt_open'
  const amount = Math.max(TOPUP_MIN_PESOS, debtPesos)
  return (
    <div className="grid gap-2 has-[>div:empty]:hidden">
      {others && <p className="text-sm text-muted">Podemos publicar {others.what}.</p>}
      <div className="flex flex-wrap gap-2">
        {others && (
          <Button size="sm" pending={pending ?? false} onClick={() => onOthers(others.draft)}>
            {step === 'revisar' ? 'Publicar los demás' : 'Seguir con los demás'}
          </Button>
        )}
        {overlap && (
          <ButtonLink size="sm" variant="secondary" to={pathOf(overlap)}>
            {overlap.kind === 'trip' ? 'Ver el otro viaje' : 'Ver mi reserva'}
          </ButtonLink>
        )}
        {owes && (
          <ButtonLink size="sm" to={paths.wallet({ amount, returnTo: here })}>
            Recargar mi billetera
          </ButtonLink>
        )}
        {papers.has(code) && (
          <ButtonLink size="sm" to={paths.documents(null, here)}>
            Ver mis documentos
          </ButtonLink>
        )}
        {code === 'women_only_driver' && (
          <ButtonLink size="sm" to={paths.identity(here, 'mujer')}>
            Decir que soy mujer
          </ButtonLink>
        )}
        {other && (
          <Button size="sm" variant="secondary" onClick={() => goTo(other.key)}>
            Cambiar {other.title.toLowerCase()}
          </Button>
        )}
      </div>
    </div>
  )
}

function pathOf({ kind, id, tripId }: Overlap): string {
  return kind === 'trip' ? paths.ownTrip(tripId) : paths.booking(id)
}

/** A refusal at the step that is left: at its field already, or of an earlier step. */
export function RefusalNote(props: RefusalWaysProps) {
  const { refusal, step } = props
  if (placeOf(refusal)?.step === step) return <RefusalWays {...props} />
  return <Banner tone="err" title={refusal.message} action={<RefusalWays {...props} />} />
}
