import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { wordOf } from '#contract/desk-words.ts'
import { WITHDRAWAL_NOTE_MAX, WITHDRAWAL_NOTE_MIN } from '#contract/withdrawal-limits.ts'
import type { QueuedWithdrawal } from '#contract/withdrawals.ts'
import { api } from '#web/lib/api.ts'
import { dateTime, pesos } from '#web/lib/format.ts'
import { Key } from '#web/shared/desk/back-office/desk-keys.tsx'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { DeskCase } from '#web/shared/desk/back-office/desk-split.tsx'
import { useDecided } from '#web/shared/desk/back-office/review-queue.tsx'
import { SameDevice } from '#web/shared/desk/back-office/same-device.tsx'
import { withdrawalKeys } from '#web/shared/withdrawals/withdrawal-links.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { type Fact, Facts } from '#web/ui/facts.tsx'
import { Link } from '#web/ui/link.tsx'
import { PesoAmount } from '#web/ui/peso-amount.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { useNote } from '#web/ui/use-note.ts'
import { returnText, SecondSignature, signerOf } from './second-signature.tsx'
import { WithdrawalChecks } from './withdrawal-checks.tsx'
import { statusWords } from './withdrawal-words.ts'

/** One withdrawal with the actions that the viewer of the finance team may take. */
export function QueuedCard({ item }: { item: QueuedWithdrawal }) {
  const { can } = item
  const { tone } = statusWords[item.status]
  return (
    <DeskCase
      title={<PesoAmount value={item.amount} size="hero" />}
      detail={`Retiro de ${item.person.name}`}
      aside={<StatusPill tone={tone}>{wordOf(item.status)}</StatusPill>}
      foot={Object.values(can).some(Boolean) && <Acts item={item} />}
    >
      {item.closedAt === null && <WithdrawalChecks item={item} />}
      <Facts facts={factsOf(item)} />
      {item.debt > 0 && (
        <Banner tone="warn" live="off" title={`Debe ${pesos(item.debt)}`}>
          Nada sale mientras lo deba. Lo que no se ha enviado se cancela al intentar enviarlo.
        </Banner>
      )}
      {item.disputes.count > 0 && (
        <Banner tone="warn" live="off" title={disputesOf(item)}>
          Espera la decisión: hasta entonces no se puede aprobar ni enviar.
        </Banner>
      )}
      {item.unanswered && (
        <Banner tone="warn" live="off">
          La pasarela no contestó y no lo encuentra, pero pudo pagarlo. Búscalo en su tablero y en
          el extracto de la cuenta: una persona dice cómo terminó y otra lo confirma.
        </Banner>
      )}
      {item.sameDevice && (can.approve || can.confirm || can.confirmReturn) && (
        <SameDevice by={signerOf(item)} />
      )}
    </DeskCase>
  )
}

function factsOf(item: QueuedWithdrawal): Fact[] {
  return [
    ['Cuenta', `${item.account.title} ${item.account.masked}`],
    [
      'Referencia',
      <Link key="own" to={deskLinks.withdrawal(item.reference)}>
        {item.reference}
      </Link>,
    ],
    ['Pedido', dateTime(item.createdAt)],
    ['De dónde sale', originsText(item)],
    ['Aprobó', item.firstBy && [item.firstBy, item.secondBy].filter(Boolean).join(' y ')],
    ['Primera firma', item.firstAt && dateTime(item.firstAt)],
    ['Falta', item.twoPeople && item.status === 'requested' ? needed(item) : null],
    ['Sale por', item.channel && (item.channel === 'gateway' ? 'Pasarela' : 'Archivo del banco')],
    ['Según', item.result && `${item.result.by}: ${item.result.note}`],
    ['Devuelto por el banco', item.returned && `${item.returned.by}: ${returnText(item.returned)}`],
    [item.status === 'rejected' ? 'Rechazó' : 'Confirmó', item.decidedBy],
    ['Razón', item.reason],
    ['Terminó', item.closedAt && dateTime(item.closedAt)],
  ]
}

function disputesOf({ disputes: { count, pesos: sum } }: QueuedWithdrawal): string {
  return `${count === 1 ? 'Un reclamo abierto' : `${count} reclamos abiertos`} por ${pesos(sum)}`
}

const originNames = {
  card: 'recargas con tarjeta',
  transfer: 'recargas por PSE, Nequi o Bancolombia',
  earnings: 'ganancias',
  team: 'abonos del equipo',
  earlier: 'saldo de hace más de 90 días',
} as const

const originsText = ({ origins }: QueuedWithdrawal) =>
  origins.map((each) => `${pesos(each.pesos)} de ${originNames[each.origin]}`).join(', ')

const needed = ({ firstBy }: QueuedWithdrawal) =>
  firstBy ? 'Una segunda persona' : 'Dos personas: su día supera el límite de una'

type Call = (
  params: { withdrawalId: string },
  told: { note: string; bankReference: string; seenFirstAt: string | null },
) => Promise<{ withdrawal: QueuedWithdrawal }>

/** When the first signature was given that the card shows, of what the viewer can sign now. */
const seenFirstAtOf = ({ can, returned, result, firstAt }: QueuedWithdrawal): string | null =>
  (can.confirmReturn ? returned?.at : can.confirm ? result?.at : firstAt) ?? null

const acts = {
  approve: (params, { seenFirstAt }) => api.withdrawals.approve({ params, body: { seenFirstAt } }),
  reject: (params, { note: reason }) => api.withdrawals.reject({ params, body: { reason } }),
  paid: (params, { note }) =>
    api.withdrawals.tellResult({ params, body: { outcome: 'paid', note } }),
  failed: (params, { note }) =>
    api.withdrawals.tellResult({ params, body: { outcome: 'failed', note } }),
  confirm: (params, { seenFirstAt }) =>
    api.withdrawals.confirmResult({ params, body: { agree: true, seenFirstAt } }),
  disagree: (params, { seenFirstAt }) =>
    api.withdrawals.confirmResult({ params, body: { agree: false, seenFirstAt } }),
  returned: (params, { note: reason, bankReference }) =>
    api.withdrawals.tellReturn({ params, body: { reason, bankReference } }),
  confirmReturn: (params, { seenFirstAt }) =>
    api.withdrawals.confirmReturn({ params, body: { agree: true, seenFirstAt } }),
  refuseReturn: (params, { seenFirstAt }) =>
    api.withdrawals.confirmReturn({ params, body: { agree: false, seenFirstAt } }),
} satisfies Record<string, Call>
type Act = keyof typeof acts

const NEEDS_NOTE: readonly Act[] = ['reject', 'paid', 'failed']
/** Acts that the dialog of the second signature comes before. */
const SIGNS: readonly Act[] = ['confirm', 'confirmReturn']

function noteLabel({ tell, tellReturn }: QueuedWithdrawal['can']): string {
  if (tellReturn) return 'Por qué lo devolvió el banco'
  return tell ? 'Referencia del banco, o por qué no pagó' : 'Razón, si lo rechazas'
}

/** What the viewer may do. A return is rare: on a paid withdrawal its fields come after a press. */
function Acts({ item }: { item: QueuedWithdrawal }) {
  const [cameBack, setCameBack] = useState(false)
  if (!item.can.tellReturn || cameBack) return <Decide item={item} />
  return (
    <Button variant="secondary" onClick={() => setCameBack(true)}>
      El banco lo devolvió
    </Button>
  )
}

function Decide({ item }: { item: QueuedWithdrawal }) {
  const queries = useQueryClient()
  const decided = useDecided()
  const [signs, setSigns] = useState<Act | null>(null)
  const movement = useNote(4, '', 'movement')
  const { note, field, attempt } = useNote(WITHDRAWAL_NOTE_MIN, '', 'decision')
  const told = { note, bankReference: movement.note, seenFirstAt: seenFirstAtOf(item) }
  const decide = useAct((act: Act) => acts[act]({ withdrawalId: item.id }, told), {
    onDone: (_, act) =>
      decided(act === 'approve' ? 'Firmado: lo puedes deshacer' : 'Quedó anotado'),
    refresh: () => {
      setSigns(null)
      return queries.invalidateQueries({ queryKey: withdrawalKeys.allQueues() })
    },
  })
  const { can } = item
  const run = (act: Act) => {
    if (act === 'returned') movement.attempt(() => attempt(() => decide.mutate(act)))
    else if (NEEDS_NOTE.includes(act)) attempt(() => decide.mutate(act))
    else if (SIGNS.includes(act) || (act === 'approve' && item.firstBy)) setSigns(act)
    else decide.mutate(act)
  }
  const button = (act: Act, word: string, variant: 'primary' | 'secondary' = 'secondary') => (
    <Button variant={variant} pending={decide.isPending} onClick={() => run(act)}>
      {word} <Key of={variant === 'primary' ? 'e' : 'x'} />
    </Button>
  )
  return (
    <div className="grid gap-3">
      {can.tellReturn && (
        <TextField
          label="Movimiento del banco que lo devolvió"
          maxLength={64}
          {...movement.field}
        />
      )}
      {(can.reject || can.tell || can.tellReturn) && (
        <TextArea
          label={noteLabel(can)}
          hint="La persona lo lee si su dinero vuelve. Queda en el registro con tu nombre."
          rows={2}
          maxLength={WITHDRAWAL_NOTE_MAX}
          data-key="m"
          {...field}
        />
      )}
      <ErrorBanner error={decide.error} />
      <div className="flex flex-wrap gap-3">
        {can.approve && button('approve', `Aprobar ${pesos(item.amount)}`, 'primary')}
        {can.reject && button('reject', 'Rechazar')}
        {can.tell && button('paid', 'El banco pagó', 'primary')}
        {can.tell && button('failed', 'El banco no pagó')}
        {can.confirm && button('confirm', 'Confirmar', 'primary')}
        {can.confirm && button('disagree', 'No coincide')}
        {can.tellReturn && button('returned', 'Anotar la devolución', 'primary')}
        {can.confirmReturn && button('confirmReturn', 'Confirmar', 'primary')}
        {can.confirmReturn && button('refuseReturn', 'No coincide')}
      </div>
      <SecondSignature
        item={item}
        open={signs !== null}
        pending={decide.isPending}
        onSign={() => signs && decide.mutate(signs)}
        onClose={() => setSigns(null)}
      />
    </div>
  )
}
