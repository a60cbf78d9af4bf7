import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CLAIM_NOTE_MAX, CLAIM_NOTE_MIN, type Claim, type OpenedClaim } from '#contract/claims.ts'
import { api } from '#web/lib/api.ts'
import { dateLong, pesos } from '#web/lib/format.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CardHead } from '#web/ui/card-head.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { type Fact, Facts } from '#web/ui/facts.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { PesoAmount } from '#web/ui/peso-amount.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { type PillTone, StatusPill } from '#web/ui/status-pill.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { toastDone } from '#web/ui/toaster.ts'
import { useNote } from '#web/ui/use-note.ts'
import { ClaimAccountForm } from './claim-account-form.tsx'

const states: Record<Claim['state'], [PillTone, string]> = {
  no_account: ['warn', 'Falta la cuenta'],
  heir: ['info', 'Falta otra persona'],
  paying: ['ok', 'Se paga sola'],
}

/** Money in the wallets of closed accounts: whose it is, and to which account it goes. */
export function Screen() {
  const [page, setPage] = useState(1)
  const query = useQuery({
    queryKey: ['claims', page],
    queryFn: ({ signal }) => api.privacy.listClaims({ query: { page }, signal }),
    placeholderData: keepPreviousData,
  })
  const data = neededAnswer(query)
  return (
    <Page
      title="Plata de cuentas cerradas"
      lead="Sigue siendo de su dueño. Sale como un retiro, a la cuenta que dio o que le pones aquí."
      width="page"
    >
      {!data && <SkeletonList rows={3} rowClass="h-40" />}
      {data?.items.length === 0 && (
        <EmptyState region="llano" title="Ninguna cuenta cerrada tiene plata" />
      )}
      {data?.items.map((claim) => (
        <ClaimCard key={claim.id} claim={claim} />
      ))}
      <Pager
        page={page}
        totalPages={data?.totalPages ?? 0}
        onPage={setPage}
        of="cuentas"
        busy={query.isPlaceholderData}
      />
    </Page>
  )
}

function ClaimCard({ claim }: { claim: Claim }) {
  const [opened, setOpened] = useState<OpenedClaim | null>(null)
  const shown = opened ?? claim
  const [tone, word] = states[shown.state]
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <CardHead
        title={<PesoAmount value={shown.pesos} />}
        aside={<StatusPill tone={tone}>{word}</StatusPill>}
      />
      <Facts
        facts={[
          ['Reclamo', shown.number],
          ['Se cerró', dateLong(Date.parse(shown.closedAt))],
          ['Debe', shown.debt > 0 && pesos(shown.debt)],
        ]}
      />
      {opened ? (
        <Opened claim={opened} onChange={setOpened} />
      ) : (
        <OpenForm claim={claim} onOpen={setOpened} />
      )}
    </Card>
  )
}

type OpenFormProps = { claim: Claim; onOpen: (claim: OpenedClaim) => void }

function OpenForm({ claim, onOpen }: OpenFormProps) {
  const { note, field, attempt } = useNote(CLAIM_NOTE_MIN)
  const open = useMutation({
    mutationFn: () =>
      api.privacy.openClaim({ params: { claimId: claim.id }, body: { reason: note } }),
    onSuccess: (answer) => onOpen(answer.claim),
  })
  return (
    <form
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        attempt(() => open.mutate())
      }}
    >
      <TextArea
        label="¿Por qué necesitas ver de quién es?"
        hint="Queda en la auditoría con tu nombre."
        maxLength={CLAIM_NOTE_MAX}
        {...field}
      />
      <ErrorBanner error={open.error} />
      <div>
        <Button type="submit" variant="secondary" pending={open.isPending}>
          Ver de quién es
        </Button>
      </div>
    </form>
  )
}

type OpenedProps = { claim: OpenedClaim; onChange: (claim: OpenedClaim) => void }

function Opened({ claim, onChange }: OpenedProps) {
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
  const queries = useQueryClient()
  const decide = useMutation({
    mutationFn: (agree: boolean) =>
      api.privacy.decideClaimAccount({ params: { claimId: claim.id }, body: { agree } }),
    onSuccess: (answer, agree) => {
      onChange(answer.claim)
      toastDone(agree ? 'Confirmaste la cuenta' : 'Rechazaste la cuenta')
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['claims'] }),
  })
  const { proposed, can } = claim
  if (!proposed) return null
  return (
    <Banner tone="info" live="off" title={`${proposed.by} puso una cuenta`}>
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
