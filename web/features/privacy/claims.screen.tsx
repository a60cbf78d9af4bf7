import { useState } from 'react'
import { CLAIM_NOTE_MAX, CLAIM_NOTE_MIN, type Claim, type OpenedClaim } from '#contract/claims.ts'
import { api } from '#web/lib/api.ts'
import { dateLong, pesos } from '#web/lib/format.ts'
import { ClockWord } from '#web/shared/desk/back-office/clock-word.tsx'
import { Key } from '#web/shared/desk/back-office/desk-keys.tsx'
import { DeskCase } from '#web/shared/desk/back-office/desk-split.tsx'
import { ReviewQueue } from '#web/shared/desk/back-office/review-queue.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Form } from '#web/ui/form.tsx'
import { PesoAmount } from '#web/ui/peso-amount.tsx'
import { type PillTone, StatusPill } from '#web/ui/status-pill.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { useNote } from '#web/ui/use-note.ts'
import { OpenedClaimView } from './opened-claim.tsx'

const states: Record<Claim['state'], [PillTone, string]> = {
  no_account: ['warn', 'Falta la cuenta'],
  heir: ['info', 'Falta otra persona'],
  paying: ['ok', 'Se paga sola'],
}

const tabs = { waiting: 'Por resolver', all: 'Todas' } as const

/** Money in the wallets of closed accounts: whose it is, and to which account it goes. */
export function Screen() {
  return (
    <ReviewQueue
      title="Plata de cuentas cerradas"
      lead="Sigue siendo de su dueño. Sale como un retiro, a la cuenta que dio o que le pones aquí."
      tabs={tabs}
      one="cuenta cerrada con plata"
      many="cuentas cerradas con plata"
      queryKey={(status, page) => ['claims', status, page]}
      load={({ only, ...part }, signal) =>
        api.privacy.listClaims({ query: { ...part, claim: only }, signal })
      }
      row={({ id, number, state, pesos: amount, closedAt, dueAt }: Claim) => ({
        ...{ id, title: <PesoAmount value={amount} />, who: `Reclamo ${number}` },
        aside: <ClockWord dueAt={dueAt} />,
        more: `${states[state][1]} · se cerró ${dateLong(Date.parse(closedAt))}`,
      })}
      detail={(claim) => <ClaimCard claim={claim} />}
    />
  )
}

function ClaimCard({ claim }: { claim: Claim }) {
  const [opened, setOpened] = useState<OpenedClaim | null>(null)
  const shown = opened ?? claim
  const [tone, word] = states[shown.state]
  return (
    <DeskCase
      title={<PesoAmount value={shown.pesos} />}
      aside={<StatusPill tone={tone}>{word}</StatusPill>}
      foot={!opened && <OpenForm claim={claim} onOpen={setOpened} />}
    >
      <Facts
        facts={[
          ['Reclamo', shown.number],
          ['Se cerró', dateLong(Date.parse(shown.closedAt))],
          ['Debe', shown.debt > 0 && pesos(shown.debt)],
        ]}
      />
      {opened && <OpenedClaimView claim={opened} onChange={setOpened} />}
    </DeskCase>
  )
}

function OpenForm({ claim, onOpen }: { claim: Claim; onOpen: (claim: OpenedClaim) => void }) {
  const { note, field, attempt } = useNote(CLAIM_NOTE_MIN, '', 'reason')
  const open = useAct(
    () => api.privacy.openClaim({ params: { claimId: claim.id }, body: { reason: note } }),
    { onDone: (answer) => onOpen(answer.claim) },
  )
  return (
    <Form className="grid gap-3" onSend={() => attempt(() => open.mutate())}>
      <TextArea
        label="¿Por qué necesitas ver de quién es?"
        hint="Queda en la auditoría con tu nombre."
        maxLength={CLAIM_NOTE_MAX}
        data-key="m"
        {...field}
      />
      <ErrorBanner error={open.error} />
      <div>
        <Button type="submit" variant="secondary" pending={open.isPending}>
          Ver de quién es <Key of="e" />
        </Button>
      </div>
    </Form>
  )
}
