import { useParams } from 'react-router'
import type { DeskPayment } from '#contract/back-office-payments.ts'
import type { DeskActionsView } from '#contract/desk-actions.ts'
import { wordOf } from '#contract/desk-words.ts'
import { displayCode } from '#contract/display-code.ts'
import { api } from '#web/lib/api.ts'
import { number, pesos } from '#web/lib/format.ts'
import { useNeeded } from '#web/lib/needed-answer.ts'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { moment, paymentWords } from '#web/shared/desk/back-office/desk-words.ts'
import { CardSection } from '#web/ui/card.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { ActionsPanel } from './actions-panel.tsx'
import { linkTo } from './desk-parts.tsx'
import { MoneyLines } from './money-lines.tsx'
import { useActions } from './use-actions.ts'

/** A top-up with all messages of the gateway and our decisions. */
export function Screen() {
  const { paymentId = '' } = useParams()
  const payment = useNeeded(['desk-payment', paymentId], (signal) =>
    api.backOffice.showPayment({ params: { paymentId }, signal }),
  )?.payment
  const actions = useActions({ kind: 'payment', id: paymentId })
  const title = payment ? `Recarga de ${pesos(payment.amount)}` : 'Recarga'
  return (
    <Page title={title} width="page" back={{ to: deskLinks.payments(), label: 'Recargas' }}>
      {payment && actions ? (
        <Payment payment={payment} actions={actions} />
      ) : (
        <SkeletonList rows={3} rowClass="h-44" />
      )}
    </Page>
  )
}

function Payment({ payment, actions }: { payment: DeskPayment; actions: DeskActionsView }) {
  const { text, tone } = paymentWords[payment.status]
  const { person } = payment
  return (
    <>
      <CardSection title="Recarga" aside={<StatusPill tone={tone}>{text}</StatusPill>}>
        <Facts
          className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3"
          facts={[
            ['Persona', linkTo(deskLinks.person(person.id), person.name)],
            ['Referencia', payment.reference],
            ['Referencia corta', displayCode(payment.reference)],
            ['Medio', payment.method && wordOf(payment.method)],
            ['Creada', moment(payment.createdAt)],
            ['Cambió', moment(payment.updatedAt)],
            ['Ambiente', payment.environment === 'prod' ? 'Producción' : 'Pruebas'],
            ['Preguntas a la pasarela', String(payment.checks)],
          ]}
        />
      </CardSection>
      <ActionsPanel subject={{ kind: 'payment', id: payment.id }} view={actions} />
      <CardSection title="Dinero">
        <MoneyLines lines={payment.money} />
      </CardSection>
      {payment.cases.length > 0 && (
        <CardSection title="Casos" aside={<Link to="/admin/payment-cases">Casos de pagos</Link>}>
          <ul className="grid gap-1">
            {payment.cases.map(({ id, kind, openedAt, closedAt }) => (
              <li key={id} className="wrap-anywhere">
                {kind} · {moment(openedAt)} · {closedAt ? 'cerrado' : 'abierto'}
              </li>
            ))}
          </ul>
        </CardSection>
      )}
      <PaymentHistory payment={payment} />
    </>
  )
}

const outcomeWords: Record<string, string> = {
  credited: 'se acreditó',
  recorded: 'se anotó',
  reversed: 'se devolvió',
  reversed_short: 'se devolvió y quedó una deuda',
  unchanged: 'nada cambió',
  double_charge: 'segundo cobro, apartado',
  contradiction: 'contradice lo anterior: hay un caso',
  none: 'nadie ha pagado',
  dead: 'se dejó después de varios intentos: hay un caso',
  'failed:unreachable': 'la pasarela no respondió',
  'failed:missing': 'la pasarela no la conoce',
  'failed:malformed': 'la respuesta no se entiende',
  'failed:key_refused': 'la pasarela rechazó nuestra llave',
}

function outcomeText(outcome: string): string {
  if (outcome.startsWith('refused:')) return `no es de esta recarga (${outcome.slice(8)})`
  return outcomeWords[outcome] ?? outcome
}

/** An amount in cents of the gateway, as text in its currency. */
const cents = (amount: number | null, currency: string | null) =>
  amount === null ? null : `${number(amount / 100)} ${currency ?? ''}`

const joined = (parts: readonly (string | null | false)[]) => parts.filter(Boolean).join(' · ')

function PaymentHistory({ payment }: { payment: DeskPayment }) {
  const { attempts, answers } = payment
  return (
    <>
      <CardSection title={`Intentos · ${attempts.length}`}>
        <ul className="grid gap-2">
          {attempts.map((each) => (
            <li key={each.transactionId} className="wrap-anywhere">
              <span className="font-semibold">{each.transactionId}</span> ·{' '}
              {joined([
                each.status,
                cents(each.amountInCents, each.currency),
                each.method,
                each.credited && 'acreditado',
                moment(each.createdAt),
              ])}
            </li>
          ))}
        </ul>
      </CardSection>
      <Events payment={payment} />
      <CardSection title={`Preguntas a la pasarela · ${answers.length}`}>
        <ol className="grid gap-2 empty:hidden">
          {answers.map(({ id, at, asked, outcome, ...answer }) => (
            <li key={id} className="wrap-anywhere">
              <span className="tnum text-sm text-muted">{moment(at)}</span> ·{' '}
              {joined([
                asked === 'reference' ? 'por referencia' : 'por transacción',
                answer.transactionId,
                answer.status,
                cents(answer.amountInCents, answer.currency),
                answer.method,
              ])}
              : <span className="font-semibold">{outcomeText(outcome)}</span>
            </li>
          ))}
        </ol>
      </CardSection>
    </>
  )
}

function Events({ payment: { events } }: { payment: DeskPayment }) {
  return (
    <CardSection title={`Mensajes de la pasarela · ${events.length}`}>
      <p className="mb-3 text-sm text-muted">
        Solo se guarda lo que llegó con una firma válida. Los datos de quien pagó están ocultos.
      </p>
      <ol className="grid gap-3 empty:hidden">
        {events.map((event) => (
          <li key={event.id} className="grid min-w-0 gap-1 wrap-anywhere">
            <p>
              <span className="tnum text-sm text-muted">{moment(event.receivedAt)}</span> ·{' '}
              {event.transactionId} · {event.status}:{' '}
              <span className="font-semibold">
                {event.outcome ? outcomeText(event.outcome) : 'en espera'}
              </span>
              {event.processedAt && ` · ${moment(event.processedAt)}`}
              {event.failures > 0 && ` · ${event.failures} fallas`}
            </p>
            <p className="text-sm text-muted">
              Firma válida{event.covers && ` sobre ${event.covers.join(', ')}`} · {event.checksum}
            </p>
            {event.raw === null ? (
              <p className="text-sm text-muted">El mensaje ya se borró.</p>
            ) : (
              <details>
                <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold">
                  Ver el mensaje
                </summary>
                <pre className="rounded-control bg-paper p-3 text-sm whitespace-pre-wrap">
                  {event.raw}
                </pre>
              </details>
            )}
          </li>
        ))}
      </ol>
    </CardSection>
  )
}
