import { useParams } from 'react-router'
import type { DeskPayment } from '#contract/back-office-payments.ts'
import { api } from '#web/lib/api.ts'
import { pesos } from '#web/lib/format.ts'
import { useNeeded } from '#web/lib/needed-answer.ts'
import { CardSection } from '#web/ui/card.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { deskLinks } from './desk-links.ts'
import { linkTo } from './desk-parts.tsx'
import { moment, paymentWords } from './desk-words.ts'
import { MoneyLines } from './money-lines.tsx'
import { PaymentHistory } from './payment-history.tsx'

/** A top-up with all messages of the gateway and our decisions. */
export function Screen() {
  const { paymentId = '' } = useParams()
  const payment = useNeeded({
    queryKey: ['desk-payment', paymentId],
    queryFn: ({ signal }) => api.backOffice.showPayment({ params: { paymentId }, signal }),
  })?.payment
  const title = payment ? `Recarga de ${pesos(payment.amount)}` : 'Recarga'
  return (
    <Page title={title} width="page" back={{ to: deskLinks.payments(), label: 'Recargas' }}>
      {payment ? <Payment payment={payment} /> : <SkeletonList rows={3} rowClass="h-44" />}
    </Page>
  )
}

function Payment({ payment }: { payment: DeskPayment }) {
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
            ['Medio', payment.method],
            ['Creada', moment(payment.createdAt)],
            ['Cambió', moment(payment.updatedAt)],
            ['Ambiente', payment.environment === 'prod' ? 'Producción' : 'Pruebas'],
            ['Preguntas a la pasarela', String(payment.checks)],
            ['Número', payment.id],
          ]}
        />
      </CardSection>
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
