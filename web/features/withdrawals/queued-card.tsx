import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { WITHDRAWAL_NOTE_MAX, WITHDRAWAL_NOTE_MIN } from '#contract/withdrawal-limits.ts'
import type { QueuedWithdrawal } from '#contract/withdrawals.ts'
import { SameDevice } from '#web/domain/back-office/same-device.tsx'
import { api } from '#web/lib/api.ts'
import { dateTime, pesos } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { PesoAmount } from '#web/ui/peso-amount.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { toastDone } from '#web/ui/toaster.ts'
import { statusWords } from './withdrawal-words.ts'

/** One withdrawal with the actions that the viewer of the finance team may take. */
export function QueuedCard({ item }: { item: QueuedWithdrawal }) {
  const { word, tone } = statusWords[item.status]
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="text-xl">
          <PesoAmount value={item.amount} />
        </h2>
        <StatusPill tone={tone}>{word}</StatusPill>
      </div>
      <dl className="grid gap-3 sm:grid-cols-2">
        {factsOf(item).map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {item.sharedWith > 0 && (
        <Banner tone="warn" live="off">
          Otra persona tiene esta misma cuenta. Compara antes de aprobar.
        </Banner>
      )}
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
      {item.sameDevice && (item.can.approve || item.can.confirm) && (
        <SameDevice by={item.result?.by ?? item.firstBy ?? 'otra persona'} />
      )}
      <Decide item={item} />
    </Card>
  )
}

function factsOf(item: QueuedWithdrawal): [string, string][] {
  const facts: [string, string | null][] = [
    ['Persona', `${item.person.name} · ${item.person.email}`],
    ['Cuenta', `${item.account.title} ${item.account.masked}`],
    ['Referencia', item.reference],
    ['Pedido', dateTime(item.createdAt)],
    ['De dónde sale', originsText(item)],
    ['Aprobó', item.firstBy && [item.firstBy, item.secondBy].filter(Boolean).join(' y ')],
    ['Falta', item.twoPeople && item.status === 'requested' ? needed(item) : null],
    ['Sale por', item.channel && (item.channel === 'gateway' ? 'Pasarela' : 'Archivo del banco')],
    ['Según', item.result && `${item.result.by}: ${item.result.note}`],
    ['Razón', item.reason],
    ['Terminó', item.closedAt && dateTime(item.closedAt)],
  ]
  return facts.flatMap(([label, value]) => (value ? [[label, value] as [string, string]] : []))
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

type Act = 'approve' | 'reject' | 'paid' | 'failed' | 'confirm' | 'disagree'

function call(act: Act, item: QueuedWithdrawal, note: string) {
  const params = { withdrawalId: item.id }
  switch (act) {
    case 'approve':
      return api.withdrawals.approve({ params, body: {} })
    case 'reject':
      return api.withdrawals.reject({ params, body: { reason: note } })
    case 'paid':
    case 'failed':
      return api.withdrawals.tellResult({ params, body: { outcome: act, note } })
    case 'confirm':
      return api.withdrawals.confirmResult({ params, body: { agree: true } })
    case 'disagree':
      return api.withdrawals.confirmResult({ params, body: { agree: false } })
  }
}

const NEEDS_NOTE: readonly Act[] = ['reject', 'paid', 'failed']

function Decide({ item }: { item: QueuedWithdrawal }) {
  const queries = useQueryClient()
  const [note, setNote] = useState('')
  const [checked, setChecked] = useState(false)
  const tooShort = note.trim().length < WITHDRAWAL_NOTE_MIN
  const decide = useMutation({
    mutationFn: (act: Act) => call(act, item, note.trim()),
    onSuccess: () => toastDone('Quedó anotado'),
    onSettled: () => queries.invalidateQueries({ queryKey: ['withdrawal-queue'] }),
  })
  const { can } = item
  const run = (act: Act) => {
    setChecked(NEEDS_NOTE.includes(act))
    if (!NEEDS_NOTE.includes(act) || !tooShort) decide.mutate(act)
  }
  const button = (act: Act, word: string, variant: 'primary' | 'secondary' = 'secondary') => (
    <Button
      variant={variant}
      aria-label={`${word} ${item.reference}`}
      pending={decide.isPending}
      onClick={() => run(act)}
    >
      {word}
    </Button>
  )
  if (!can.approve && !can.reject && !can.tell && !can.confirm) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {(can.reject || can.tell) && (
        <TextArea
          label={can.tell ? 'Referencia del banco, o por qué no pagó' : 'Razón, si lo rechazas'}
          hint="La persona lo lee si su dinero vuelve. Queda en el registro con tu nombre."
          rows={2}
          maxLength={WITHDRAWAL_NOTE_MAX}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          error={checked && tooShort ? `Escribe al menos ${WITHDRAWAL_NOTE_MIN} letras.` : null}
        />
      )}
      <ErrorBanner error={decide.error} />
      <div className="flex flex-wrap gap-3">
        {can.approve && button('approve', 'Aprobar', 'primary')}
        {can.reject && button('reject', 'Rechazar')}
        {can.tell && button('paid', 'El banco pagó', 'primary')}
        {can.tell && button('failed', 'El banco no pagó')}
        {can.confirm && button('confirm', 'Confirmar', 'primary')}
        {can.confirm && button('disagree', 'No coincide')}
      </div>
    </div>
  )
}
