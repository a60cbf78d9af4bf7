import type { OpenedClaim } from '#contract/claims.ts'
import { api } from '#web/lib/api.ts'
import { dateTime, pesos } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { type Fact, Facts } from '#web/ui/facts.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { ClaimAccountForm } from './claim-account-form.tsx'

type OpenedProps = { claim: OpenedClaim; onChange: (claim: OpenedClaim) => void }

/** Whose a claim is, and the account to which it goes, with what the viewer may do. */
export function OpenedClaimView({ claim, onChange }: OpenedProps) {
  const { owner, account, proposed, can, withdrawable } = claim
  const facts: Fact[] = [
    ['Dueño', owner?.name ?? false],
    ['Documento', owner?.legalId ?? false],
    ['Correo', owner?.email ?? false],
    ['Celular', owner?.phone ?? false],
    ['Ya se puede retirar', pesos(withdrawable)],
    ['Cuenta', account && `${account.title} ${account.masked}, de ${account.holder}`],
  ]
  return (
    <>
      <Facts facts={facts} />
      {!owner && (
        <Banner tone="warn" live="off">
          No guardamos de quién es: esta plata llegó mucho después del cierre. Devuélvela al medio
          de pago en el tablero de la pasarela.
        </Banner>
      )}
      {proposed && <Proposed claim={claim} onChange={onChange} />}
      {can.enter && !proposed && <ClaimAccountForm claim={claim} onChange={onChange} />}
    </>
  )
}

/** An account that one person entered; another one confirms it after seeing the same papers. */
function Proposed({ claim, onChange }: OpenedProps) {
  const decide = useAct(
    (agree: boolean) =>
      api.privacy.decideClaimAccount({
        params: { claimId: claim.id },
        body: { agree, seenFirstAt: claim.proposed?.at ?? null },
      }),
    {
      done: (_, agree) => (agree ? 'Confirmaste la cuenta' : 'Rechazaste la cuenta'),
      onDone: (answer) => onChange(answer.claim),
      refresh: [['claims']],
    },
  )
  const { proposed, can } = claim
  if (!proposed) return null
  return (
    <Banner
      tone="info"
      live="off"
      title={`${proposed.by} puso una cuenta, ${dateTime(proposed.at)}`}
    >
      <p className="wrap-anywhere">
        {proposed.holder}, documento {proposed.legalId}: {proposed.title} {proposed.masked}
      </p>
      <p className="wrap-anywhere">Papeles: {proposed.papers}</p>
      <ErrorBanner error={decide.error} />
      {can.decide ? (
        <div className="mt-3 flex flex-wrap gap-3">
          <Button pending={decide.isPending} onClick={() => decide.mutate(true)}>
            Vi los papeles: confirmar
          </Button>
          <Button
            variant="secondary"
            pending={decide.isPending}
            onClick={() => decide.mutate(false)}
          >
            Rechazar
          </Button>
        </div>
      ) : (
        <p>La confirma otra persona del equipo.</p>
      )}
    </Banner>
  )
}
