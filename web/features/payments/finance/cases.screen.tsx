import { useState } from 'react'
import type { PaymentCase } from '#contract/finance.ts'
import { CASE_NOTE_MAX, CASE_NOTE_MIN } from '#contract/limits.ts'
import type { Reconciliation, Residue } from '#contract/reconciliation.ts'
import { api } from '#web/lib/api.ts'
import { addDays, dateTime, pesos, plural, today } from '#web/lib/format.ts'
import { useNeeded } from '#web/lib/needed-answer.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { ClockWord } from '#web/shared/desk/back-office/clock-word.tsx'
import { DecisionLine } from '#web/shared/desk/back-office/decision-line.tsx'
import { Key } from '#web/shared/desk/back-office/desk-keys.tsx'
import { DeskCase, type DeskRow } from '#web/shared/desk/back-office/desk-split.tsx'
import { PersonPane } from '#web/shared/desk/back-office/person-pane.tsx'
import {
  openOrResolved,
  ReviewQueue,
  useDecided,
} from '#web/shared/desk/back-office/review-queue.tsx'
import { SameDevice } from '#web/shared/desk/back-office/same-device.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardSection } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Link } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { useNote } from '#web/ui/use-note.ts'
import { BankStatements } from './bank-statements.tsx'
import { factsOf, screenOf, wordsOf } from './case-words.ts'

export function Screen() {
  return (
    <ReviewQueue
      title="Casos de pagos"
      tabs={openOrResolved}
      queryKey={queryKeys.paymentCases}
      load={(query, signal) => api.finance.cases({ query, signal })}
      row={rowOf}
      detail={(item) => <CaseCard item={item} />}
      person={({ person }) => person && <PersonPane people={[person]} />}
      news={() => <Residues />}
      extra={{
        id: 'conciliacion',
        title: 'Conciliar y comparar extractos',
        content: <Reconcile />,
      }}
    />
  )
}

function rowOf(item: PaymentCase): DeskRow {
  const { id, kind, amount, person, reference, resolvedAt, openedAt, dueAt, proposal } = item
  const state = resolvedAt ? 'Resuelto' : proposal ? `Propuso ${proposal.by}` : dateTime(openedAt)
  return {
    ...{ id, title: wordsOf(kind).title, who: person?.name ?? reference ?? 'Sin persona' },
    aside: <ClockWord dueAt={dueAt} />,
    more: [amount !== null && pesos(amount), state].filter(Boolean).join(' · '),
  }
}

function CaseCard({ item }: { item: PaymentCase }) {
  const { title, todo } = wordsOf(item.kind)
  const open = item.resolvedAt === null
  return (
    <DeskCase
      title={title}
      aside={
        <StatusPill tone={open ? 'urgent' : 'neutral'}>
          {open ? 'Por resolver' : 'Resuelto'}
        </StatusPill>
      }
      foot={open && Object.values(item.can).includes(true) && <Decide item={item} />}
    >
      {open && <p className="text-muted">{todo}</p>}
      {item.proposal && <Proposal item={item} proposal={item.proposal} />}
      {item.can.confirm && item.proposal?.sameDevice && <SameDevice by={item.proposal.by} />}
      <Facts className="tnum grid gap-4 select-all sm:grid-cols-2" facts={factsOf(item)} />
      <Whereto item={item} />
      <DecisionLine by={item.resolvedBy} at={item.resolvedAt} note={item.note} />
    </DeskCase>
  )
}

/** The way to what the case is about: its top-up, withdrawal or booking. */
function Whereto({ item }: { item: PaymentCase }) {
  const found = screenOf(item)
  return found && <Link to={found.to}>{found.text}</Link>
}

type ProposalProps = { item: PaymentCase; proposal: NonNullable<PaymentCase['proposal']> }

/** Decision proposed by one person, and whether it waits for the viewer to confirm it. */
function Proposal({ item, proposal: { by, at, note } }: ProposalProps) {
  const { applies, can } = item
  const open = item.resolvedAt === null
  return (
    <div className="grid gap-1 rounded-control bg-bosque-soft p-4 wrap-anywhere">
      <p className="font-semibold">
        {by} propuso {applies ? 'aplicar lo que dice la pasarela' : 'cerrar el caso'}
      </p>
      <p className="whitespace-pre-line">{note}</p>
      <p className="tnum text-sm text-muted">{dateTime(at)}</p>
      {open && !can.confirm && (
        <p className="text-sm">Falta que otra persona del equipo lo confirme.</p>
      )}
    </div>
  )
}

type Act = 'propose' | 'confirm' | 'refuse' | 'close'
type ActWords = Record<Act, { word: string; done: string }>

const actsOf = ({ applies }: PaymentCase): ActWords => ({
  propose: {
    word: applies ? 'Proponer aplicarlo' : 'Proponer cerrarlo',
    done: 'Propuesta hecha: falta otra persona',
  },
  confirm: {
    word: applies ? 'Confirmar y aplicar' : 'Confirmar y cerrar',
    done: applies ? 'Caso aplicado y cerrado' : 'Caso cerrado',
  },
  refuse: { word: 'Rechazar la propuesta', done: 'Propuesta rechazada' },
  close: { word: 'Cerrar el caso', done: 'Caso cerrado' },
})

async function call(act: Act, { id: caseId, proposal }: PaymentCase, note: string) {
  const input = { params: { caseId }, body: { note } }
  const ofProposal = { ...input, body: { note, seenFirstAt: proposal?.at ?? null } }
  if (act === 'close') await api.finance.resolveCase(input)
  else if (act === 'propose') await api.reconciliation.propose(input)
  else await api.reconciliation[act](ofProposal)
}

/** Form for a decision and its note. Closing moves no money; moving money takes two people. */
function Decide({ item }: { item: PaymentCase }) {
  const acts = actsOf(item)
  const decided = useDecided()
  const { note, field, attempt, clear } = useNote(CASE_NOTE_MIN, '', 'decision')
  const decide = useAct((act: Act) => call(act, item, note), {
    onDone: (_, act) => {
      clear()
      decided(acts[act].done)
    },
    refresh: [['payment-cases']],
  })
  const open = (Object.keys(acts) as Act[]).filter((act) => item.can[act])
  const submit = (act: Act) => attempt(() => decide.mutate(act))
  return (
    <div className="grid gap-4">
      <TextArea
        label="Qué se hizo, o por qué"
        hint="Queda en el registro con tu nombre. Cerrar el caso no mueve dinero."
        rows={2}
        maxLength={CASE_NOTE_MAX}
        data-key="m"
        {...field}
      />
      <ErrorBanner error={decide.error} />
      <div className="flex flex-wrap gap-3">
        {open.map((act, index) => (
          <Button
            key={act}
            variant={index === 0 && open.length > 1 ? 'primary' : 'secondary'}
            pending={decide.isPending && decide.variables === act}
            onClick={() => submit(act)}
          >
            {acts[act].word} {act === 'refuse' ? <Key of="x" /> : index === 0 && <Key of="e" />}
          </Button>
        ))}
      </div>
    </div>
  )
}

/** Days covered by a comparison that a person starts. */
const DAYS = 7

const useRuns = () =>
  useNeeded(['reconciliations'], (signal) => api.reconciliation.runs({ signal }))

/** Money that waits too long, above the cases. */
function Residues() {
  return useRuns()?.residues.map((residue) => (
    <Banner key={residue.account} tone="warn" live="off">
      {residueWords(residue)}
    </Banner>
  ))
}

/** Compares gateway and bank with our ledger on request; the gateway is also compared daily. */
function Reconcile() {
  const [isComparing, setIsComparing] = useState(false)
  const data = useRuns()
  if (!data) return <SkeletonList rows={2} rowClass="h-40" />
  return (
    <div className="grid gap-4">
      <CardSection title="Conciliación con la pasarela">
        <Gateway last={data.runs[0]} />
      </CardSection>
      <Card>
        <details onToggle={(event) => setIsComparing(event.currentTarget.open)}>
          <summary className="min-h-11 cursor-pointer content-center font-semibold">
            Comparar un extracto del banco
          </summary>
          <div className="pt-4">
            {isComparing && <BankStatements statements={data.statements} />}
          </div>
        </details>
      </Card>
    </div>
  )
}

function residueWords({ account, pesos: amount }: Residue): string {
  const sum = pesos(amount)
  return account === 'suspense'
    ? `${sum} de segundos cobros esperan hace más de un día para ser devueltos.`
    : `${sum} de retiros llevan más de un día sin que la pasarela o el banco los muestren.`
}

function Gateway({ last }: { last: Reconciliation | undefined }) {
  const run = useAct(
    () => api.reconciliation.run({ body: { fromDay: addDays(today(), -DAYS), untilDay: today() } }),
    { refresh: [['reconciliations'], ['payment-cases']] },
  )
  return (
    <div className="grid gap-3">
      <p className="text-muted" role="status">
        {last ? lastRun(last) : 'Todavía no se ha conciliado.'}
      </p>
      <ErrorBanner error={run.error} />
      <Button variant="secondary" className="justify-self-start" run={run}>
        Conciliar los últimos {DAYS} días
      </Button>
    </div>
  )
}

function lastRun({ endedAt, transactions, payouts, opened }: Reconciliation): string {
  const compared = plural(transactions, 'pago', 'pagos')
  const paid = payouts === null ? 'sin retiros' : plural(payouts, 'retiro', 'retiros')
  const cases = plural(opened, 'caso nuevo', 'casos nuevos')
  return `Última: ${dateTime(endedAt)}, ${compared}, ${paid}, ${cases}.`
}
