import { useState } from 'react'
import { ACTION_REASON_MAX, ACTION_REASON_MIN } from '#contract/desk-action-limits.ts'
import type {
  DeskAction,
  DeskActionsView,
  DeskDone,
  DeskNote,
  MoneyAct,
} from '#contract/desk-actions.ts'
import { mayDo } from '#contract/permissions.ts'
import { pesos, plural, time } from '#web/lib/format.ts'
import { useUser } from '#web/shared/access/auth/session.tsx'
import { DecisionForm } from '#web/shared/desk/back-office/decision-form.tsx'
import { moment } from '#web/shared/desk/back-office/desk-words.ts'
import { SameDevice } from '#web/shared/desk/back-office/same-device.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { ActionForm } from './action-form.tsx'
import { actionWords, causeOf, doneWords, type Subject } from './action-words.ts'
import { ProposalPeople } from './proposal-people.tsx'
import { type MoneyDecision, useDecide } from './use-actions.ts'

type PanelProps = { subject: Subject; view: DeskActionsView }

/** What the team can do on this screen, its notes, and what waits for a second signature. */
export function ActionsPanel({ subject, view }: PanelProps) {
  const [asking, setAsking] = useState<DeskAction | null>(null)
  const [done, setDone] = useState<DeskDone | null>(null)
  const finish = (answer: DeskDone) => {
    setDone(answer)
    setAsking(null)
  }
  const ask = (action: DeskAction) => {
    setDone(null)
    setAsking(action)
  }
  return (
    <CardSection title="Acciones">
      <div className="grid gap-5">
        <Buttons {...{ subject, view }} onAsk={ask} />
        {done && <Done done={done} subject={subject} />}
        {view.money.map((act) => (
          <Money key={act.id} act={act} onDone={finish} />
        ))}
        {view.notes.length > 0 && <Notes notes={view.notes} />}
      </div>
      {asking && (
        <ActionForm
          {...{ subject, view, action: asking }}
          onClose={() => setAsking(null)}
          onDone={finish}
        />
      )}
    </CardSection>
  )
}

function Buttons({ subject, view, onAsk }: PanelProps & { onAsk: (action: DeskAction) => void }) {
  const { roles } = useUser()
  const ordered = (Object.keys(actionWords) as DeskAction[]).filter((action) =>
    view.actions.includes(action),
  )
  return (
    <div className="flex flex-wrap items-center gap-3">
      {ordered.map((action) => (
        <Button key={action} size="sm" variant="secondary" onClick={() => onAsk(action)}>
          {actionWords[action].open(subject.kind)}
        </Button>
      ))}
      {subject.kind === 'user' && mayDo(roles, 'conduct.decide') && (
        <Link to="/admin/conduct">Pausar o suspender, en Convivencia</Link>
      )}
    </div>
  )
}

/** The sentence after an action: what was done, who is told, and where the audit has it. */
function Done({ done: { entry, told }, subject }: { done: DeskDone; subject: Subject }) {
  const mayAudit = mayDo(useUser().roles, 'audit.view')
  const people = told > 0 ? ` Se le avisó a ${plural(told, 'persona', 'personas')}.` : ''
  return (
    <Banner
      tone="ok"
      action={mayAudit && <Link to={`/admin/audit?sobre=${subject.id}`}>Ver en la auditoría</Link>}
    >
      {doneWords[entry.action] ?? entry.action}.{people} Quedó en la auditoría a las{' '}
      {time(entry.at)}, con tu nombre.
    </Banner>
  )
}

function Notes({ notes }: { notes: readonly DeskNote[] }) {
  return (
    <section className="grid gap-2">
      <h3 className="text-lg">Notas del equipo</h3>
      <ul className="grid gap-3">
        {notes.map(({ id, at, by, text }) => (
          <li key={id} className="rounded-control bg-paper p-3 wrap-anywhere">
            <p className="whitespace-pre-line">{text}</p>
            <p className="tnum text-sm text-muted">
              {by} · {moment(at)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const moneyTitles = {
  credit: 'Crédito',
  refund: 'Devolución',
  connection_pay: 'Pago del fondo',
  stranded_aid: 'Ayuda del fondo',
} as const
const outcomes = { done: 'hecha', refused: 'retirada', lapsed: 'vencida sin firma' } as const

const MONEY_LOOK = 'grid gap-3 rounded-control border border-line p-4'

/** A credit or refund: what was proposed and by whom, and the form of the second person. */
function Money({ act, onDone }: { act: MoneyAct; onDone: (done: DeskDone) => void }) {
  const decide = useDecide(act, onDone)
  const isRefund = act.kind === 'refund'
  const decisions = decisionsFor(act)
  const use = act.withdrawable ? 'lo puede retirar' : 'solo para viajar'
  return (
    <section className={MONEY_LOOK}>
      <div className="wrap-anywhere">
        <h3 className="text-lg">
          {moneyTitles[act.kind]} de {pesos(act.pesos)}
        </h3>
        <p>
          {causeOf(act.cause)} · {isRefund ? `referencia ${act.gatewayReference}` : use}
        </p>
        <p className="text-muted">{act.reason}</p>
        <p className="tnum text-sm text-muted">
          Propuso {act.by} · {moment(act.at)}
          {act.firstBy && act.firstBy !== act.by && ` · firmó ${act.firstBy}`} · {stateOf(act)}
        </p>
      </div>
      {act.outcome === null && <ProposalPeople people={[act.person]} />}
      {act.outcome === null && act.unpaid && (
        <Banner tone="warn" live="off" title={`${act.unpaid.by} dice que la pasarela no la pagó`}>
          {act.unpaid.proof} · {moment(act.unpaid.at)}
        </Banner>
      )}
      {act.can.sign && act.sameDevice && <SameDevice by={act.firstBy ?? act.by} />}
      {decisions.length === 0 && <ErrorBanner error={decide.error} />}
      {decisions.length > 0 && (
        <DecisionForm
          label={isRefund ? 'Qué viste en el tablero' : 'Motivo de tu decisión'}
          hint={hintOf(act)}
          min={ACTION_REASON_MIN}
          max={ACTION_REASON_MAX}
          outcomes={decisions}
          mutation={decide}
        />
      )}
    </section>
  )
}

const stateOf = ({ outcome, last }: MoneyAct) =>
  outcome ? outcomes[outcome] : last.sign ? 'espera una firma' : 'faltan dos firmas'

/** What a signature of the viewer does. */
function hintOf({ kind, last }: MoneyAct): string {
  const first = 'Faltan dos firmas: con la tuya no se mueve nada todavía.'
  if (kind !== 'refund')
    return last.sign ? 'Al firmar, el dinero entra a la billetera y se le avisa.' : first
  const effect = last.sign ? 'Al firmar, lo apartado sale de la billetera.' : first
  return (
    `Compara la referencia. ${effect} ` +
    'Que no se pagó lo dicen dos personas: escribe la prueba, con estado y hora.'
  )
}

/** What the viewer can decide about a credit or refund, with the words of the buttons. */
function decisionsFor({ can, last }: MoneyAct): readonly (readonly [MoneyDecision, string])[] {
  const all: readonly [boolean, MoneyDecision, string][] = [
    [can.refuse, 'refuse', can.sign ? 'Rechazar' : 'Retirar la propuesta'],
    [can.unpaid, 'unpaid', last.unpaid ? 'Confirmar que no se pagó' : 'No se pagó'],
    [can.sign, 'sign', last.sign ? 'Firmar' : 'Firmar primero'],
  ]
  return all.flatMap(([may, decision, word]) => (may ? [[decision, word] as const] : []))
}
